// gzip streams: zlib (zlib1g-dev). Functions stand in for macros, which Swift does not import.
#include <zlib.h>

// inflateInit2 is a macro over inflateInit2_; 15 + 32 accepts gzip and zlib headers.
static inline int czlib_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 32); }

// deflateInit2 is a macro over deflateInit2_; 15 + 16 writes a gzip header.
static inline int czlib_deflate_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
