// A C face over simdjson 3 (libsimdjson-dev): one JSON document in, a flat list of its nodes out.
//
// The SIMD first stage finds the tokens and checks UTF-8; the walk over the tokens is ours, because the library's own
// walks either convert numbers or do not look at what nobody reads. It checks the whole grammar of RFC 8259.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CSIMDJSON_NULL,
    CSIMDJSON_FALSE,
    CSIMDJSON_TRUE,
    CSIMDJSON_NUMBER,
    CSIMDJSON_STRING,
    CSIMDJSON_ARRAY,
    CSIMDJSON_OBJECT,
};

// One value, or one key of an object, in document order.
typedef struct {
    uint32_t start;  // offset of the first byte; for a string the opening quote
    uint32_t end;    // one past the last byte
    uint32_t next;   // index of the node after this one and everything inside it
    uint8_t kind;
    uint8_t has_escapes;  // a string with a backslash
} csimdjson_node;

typedef enum {
    CSIMDJSON_OK,
    CSIMDJSON_EMPTY,       // nothing but white space
    CSIMDJSON_UNEXPECTED,  // the byte at the offset cannot stand there
    CSIMDJSON_TRAILING,    // something follows the document at the offset
    CSIMDJSON_TOO_DEEP,    // nested deeper than allowed, at the offset
    CSIMDJSON_UNREADABLE,  // not UTF-8, an open string or a raw control character, at an unknown offset
    CSIMDJSON_NO_MEMORY,
} csimdjson_status;

typedef struct {
    csimdjson_status status;
    size_t offset;
    const csimdjson_node *nodes;  // valid until the next call on the same thread
    size_t node_count;
} csimdjson_result;

// Parses `count` bytes, fewer than 4 GiB; nothing past them is read. Every thread has buffers of its own.
csimdjson_result csimdjson_parse(const uint8_t *bytes, size_t count, uint32_t max_depth);

#ifdef __cplusplus
}
#endif
