// What the Glibc module lacks. _GNU_SOURCE must not be defined here: it breaks the debug build's view of fd_set.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

// accept4 is declared only with _GNU_SOURCE.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
