// The files of Templates/, carried in the program.
#ifndef CTEMPLATEFILES_H
#define CTEMPLATEFILES_H

#include <stddef.h>

typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t length;
} template_file;

// How many files there are, and the one at a position below that.
size_t template_file_count(void);
template_file template_file_at(size_t position);

#endif
