// The HTTP/1.1 parser of Node.js: llhttp, which Debian ships as source (package node-llhttp).
#include "/usr/share/include/llhttp/llhttp.h"
