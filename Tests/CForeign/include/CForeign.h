/* Starting programs beside a test: what glibc offers beyond POSIX, which Swift's Glibc module hides. */
#pragma once
#include <sys/types.h>

/* Makes a pipe that programs do not inherit; 0, or -1 and errno. */
int sv_foreign_pipe(int ends[_Nonnull 2]);

/*
 * Starts a program that is found on the path, with these files as its standard input, output and
 * error, no signal blocked or ignored and no other file. From then on a write to a program that has
 * gone is an error and not the end of the test. Returns 0, or the error's number.
 */
int sv_foreign_start(pid_t *_Nonnull child, int input, int output, int errors,
                     char *_Nullable const *_Nonnull arguments,
                     char *_Nullable const *_Nonnull environment);

/* Sleeps until a child has ended, and leaves it to be reaped. */
void sv_foreign_wait(pid_t child);
