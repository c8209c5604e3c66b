// Regular expressions over bytes: PCRE2 (libpcre2-dev), the library for code units of eight bits.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

// The unsuffixed names are macros that Swift does not import.
typedef pcre2_code_8 cpcre2_code;
static inline void cpcre2_code_free(cpcre2_code *code) { pcre2_code_free_8(code); }

// A pattern in UTF-8; NULL when it is none, with the reason's number and the byte it was seen at.
static inline cpcre2_code *cpcre2_compile(const void *pattern, size_t length, int *reason, size_t *offset) {
    return pcre2_compile_8((PCRE2_SPTR8)pattern, length, PCRE2_UTF | PCRE2_UCP, reason, offset, NULL);
}

// The words for a reason: how many bytes were written.
static inline int cpcre2_reason(int reason, void *words, size_t length) {
    return pcre2_get_error_message_8(reason, (PCRE2_UCHAR8 *)words, length);
}

// Looks for the pattern in a text in UTF-8, with at most so many steps and so many KiB to go back by.
static inline int cpcre2_search(const cpcre2_code *code, const void *text, size_t length, uint32_t steps,
                                uint32_t kibibytes) {
    pcre2_match_context_8 *context = pcre2_match_context_create_8(NULL);
    pcre2_match_data_8 *data = pcre2_match_data_create_8(1, NULL);
    int result = PCRE2_ERROR_NOMEMORY;
    if (context != NULL && data != NULL) {
        pcre2_set_match_limit_8(context, steps);
        pcre2_set_heap_limit_8(context, kibibytes);
        result = pcre2_match_8(code, (PCRE2_SPTR8)text, length, 0, 0, data, context);
    }
    pcre2_match_data_free_8(data);
    pcre2_match_context_free_8(context);
    return result;
}
