// A C face over Google ctemplate (libctemplate-dev): templates from memory, a tree of values, expansion into a callback.
//
// Strings are pointer and length and may hold any byte. Nothing here throws. A cache is filled first and then sealed;
// from then on any number of threads may expand from it, each with dictionaries of its own.
#ifndef CGOOGLETEMPLATE_H
#define CGOOGLETEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct google_template_cache google_template_cache;
typedef struct google_template_dictionary google_template_dictionary;
typedef struct google_template_name google_template_name;

// A marker's name with its hash computed once. Names live as long as the program.
const google_template_name *google_template_name_new(const char *name, size_t length);

google_template_cache *google_template_cache_new(void);
void google_template_cache_free(google_template_cache *cache);

// Parses a template and keeps it under a name; false when it is no template.
bool google_template_cache_add(google_template_cache *cache, const char *name, size_t name_length, const char *text,
                               size_t text_length);
void google_template_cache_seal(google_template_cache *cache);

google_template_dictionary *google_template_dictionary_new(void);
void google_template_dictionary_free(google_template_dictionary *dictionary);

// The bytes are copied.
void google_template_dictionary_set(google_template_dictionary *dictionary, const google_template_name *name,
                                    const char *bytes, size_t length);

// Shows the section once, with the values of the dictionary itself; cheaper than a section of its own.
void google_template_dictionary_show_section(google_template_dictionary *dictionary, const google_template_name *name);

// Shows the section once more, with values of its own; the result belongs to the parent.
google_template_dictionary *google_template_dictionary_add_section(google_template_dictionary *dictionary,
                                                                   const google_template_name *name);

// Hands the expanded text over in pieces; false when the sealed cache has no such template.
typedef void (*google_template_output)(void *context, const char *bytes, size_t length);
bool google_template_expand(const google_template_cache *cache, const google_template_name *name,
                            const google_template_dictionary *dictionary, google_template_output output, void *context);

#ifdef __cplusplus
}
#endif

#endif
