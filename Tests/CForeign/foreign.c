#define _GNU_SOURCE
#include "CForeign.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

int sv_foreign_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

/* What happens in the child before the program starts. */
static int prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                   const int files[3]) {
    int failure = 0;
    for (int number = 0; number < 3 && !failure; number++) {
        failure = posix_spawn_file_actions_adddup2(actions, files[number], number);
    }
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (!failure) failure = posix_spawnattr_setsigmask(attributes, &none);
    if (!failure) failure = posix_spawnattr_setsigdefault(attributes, &all);
    if (failure) return failure;
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int sv_foreign_start(pid_t *child, int input, int output, int errors, char *const *arguments,
                     char *const *environment) {
    signal(SIGPIPE, SIG_IGN);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) return failure;
    failure = posix_spawnattr_init(&attributes);
    if (!failure) {
        const int files[3] = {input, output, errors};
        failure = prepare(&actions, &attributes, files);
        if (!failure) {
            failure =
                posix_spawnp(child, arguments[0], &actions, &attributes, arguments, environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

void sv_foreign_wait(pid_t child) {
    siginfo_t information;
    while (waitid(P_PID, (id_t)child, &information, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
}
