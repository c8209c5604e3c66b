// The files of Recipes/, carried in the program.
#ifndef CRECIPEFILES_H
#define CRECIPEFILES_H

#include <stddef.h>

typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t length;
} recipe_file;

// How many files there are, and the one at a position below that; by name.
size_t recipe_file_count(void);
recipe_file recipe_file_at(size_t position);

#endif
