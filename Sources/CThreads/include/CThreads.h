/* The functions of POSIX threads that Swift cannot call on Linux. */
#pragma once

/* Names the calling thread (15 letters) and leaves every signal, SIGPIPE too, to other threads. */
void sv_prepare_thread(const char *_Nonnull name);
