// HTTP/2 sessions without sockets: libnghttp2 (libnghttp2-dev).
#include <nghttp2/nghttp2.h>
