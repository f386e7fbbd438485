#define _GNU_SOURCE
#include "CThreads.h"

#include <pthread.h>
#include <signal.h>

void sv_prepare_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
    sigset_t signals;
    sigfillset(&signals);
    /* These report a fault in this very thread; blocking them would hide it. */
    sigdelset(&signals, SIGSEGV);
    sigdelset(&signals, SIGBUS);
    sigdelset(&signals, SIGILL);
    sigdelset(&signals, SIGFPE);
    sigdelset(&signals, SIGTRAP);
    sigdelset(&signals, SIGABRT);
    pthread_sigmask(SIG_SETMASK, &signals, NULL);
}
