#define _GNU_SOURCE
#include "CCurlShims.h"

#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>

curl_socket_t sv_open_socket(const struct curl_sockaddr *address) {
    int type = address->socktype | SOCK_CLOEXEC;
    int descriptor = socket(address->family, type, address->protocol);
    return descriptor < 0 ? CURL_SOCKET_BAD : descriptor;
}

void sv_prepare_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
    sigset_t signals;
    sigfillset(&signals);
    /* These tell of a fault in this very thread; blocking them would hide it. */
    sigdelset(&signals, SIGSEGV);
    sigdelset(&signals, SIGBUS);
    sigdelset(&signals, SIGILL);
    sigdelset(&signals, SIGFPE);
    sigdelset(&signals, SIGTRAP);
    sigdelset(&signals, SIGABRT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
}
