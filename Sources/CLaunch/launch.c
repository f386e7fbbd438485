#define _GNU_SOURCE
#include "CLaunch.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

int sv_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

/* What happens in the child before the program starts. */
static int prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                   const char *folder, int input, int output, int errors) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int failure = posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
    if (!failure) {
        failure = output < 0
            ? posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            : posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
    }
    if (!failure) failure = posix_spawn_file_actions_adddup2(actions, errors, STDERR_FILENO);
    /* Files that some library has opened without closing them for programs. */
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    if (!failure && folder) failure = posix_spawn_file_actions_addchdir_np(actions, folder);
    /* Swift's threads block signals, and a program would inherit that. */
    if (!failure) failure = posix_spawnattr_setsigmask(attributes, &none);
    if (!failure) failure = posix_spawnattr_setsigdefault(attributes, &all);
    if (!failure) failure = posix_spawnattr_setpgroup(attributes, 0);
    if (failure) return failure;
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
    return posix_spawnattr_setflags(attributes, flags);
}

int sv_launch(pid_t *child, const char *folder, int input, int output, int errors,
              char *const *arguments, char *const *environment) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) return failure;
    failure = posix_spawnattr_init(&attributes);
    if (!failure) {
        failure = prepare(&actions, &attributes, folder, input, output, errors);
        if (!failure) {
            failure = posix_spawn(child, arguments[0], &actions, &attributes, arguments,
                                  environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}
