/* Starting programs: what glibc offers beyond POSIX, which Swift's Glibc module does not show. */
#pragma once
#include <sys/types.h>

/* Makes a pipe that programs do not inherit; 0, or -1 and errno. */
int sv_pipe(int ends[_Nonnull 2]);

/*
 * Starts a program in a folder (NULL: where this process is), in a process group of its own, no
 * signal blocked or ignored, with these files as its standard input, output and error and no other
 * file. An output of -1 is /dev/null. Returns 0, or the error's number.
 */
int sv_launch(pid_t *_Nonnull child, const char *_Nullable folder, int input, int output, int errors,
              char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment);
