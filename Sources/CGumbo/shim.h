// The HTML5 tree that a browser would build: gumbo (libgumbo-dev), for tests.
#include <gumbo.h>
