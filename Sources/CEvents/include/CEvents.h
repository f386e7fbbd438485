/* What a loop of events needs of Linux and Swift's Glibc module leaves out. */
#pragma once
#include <stdint.h>

/* Opens a bell: readable after it was rung. -1 if the process has no descriptor left. */
int sv_bell_open(void);
/* Opens a timer on the clock that goes on during suspend. -1 if none is left. */
int sv_timer_open(void);
/* Sets a timer to an instant of that clock, in nanoseconds; 0 stops it. */
void sv_timer_set(int timer, uint64_t deadline);
/* The readable end of a pipe that gets the number of each caught signal as a byte; -1 if none is left. */
int sv_signals_open(void);
/* Catches a signal from now on, also while system calls wait, which go on after it. */
void sv_signal_catch(int number);
/* Lives on after a signal that would end the process; programs that it starts do not inherit that. */
void sv_signal_outlive(int number);
/* Gives back the pages of code and constants of the program and its libraries: they are pages of files
   that nobody can write to, and come back from the page cache when they are used. Breakpoints of a
   debugger are lost. */
void sv_pages_give_back(void);
