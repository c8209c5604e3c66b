// What the Glibc module lacks. _GNU_SOURCE must not be defined here: it breaks the debug build's view of fd_set.
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

// These are declared only with _GNU_SOURCE.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
