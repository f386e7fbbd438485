#define _GNU_SOURCE
#include "CEvents.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

int sv_bell_open(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int sv_timer_open(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

void sv_timer_set(int timer, uint64_t deadline) {
    struct itimerspec alarm = {
        .it_value = {.tv_sec = (time_t)(deadline / 1000000000u),
                     .tv_nsec = (long)(deadline % 1000000000u)}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &alarm, 0);
}

static int signal_pipe[2] = {-1, -1};

int sv_signals_open(void) {
    if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_NONBLOCK | O_CLOEXEC) < 0) return -1;
    return signal_pipe[0];
}

/* Runs at any moment on any thread: it may only do what is safe there. */
static void note(int number) {
    int error = errno;
    unsigned char byte = (unsigned char)number;
    /* A full pipe already holds more signals than anyone could mean. */
    if (write(signal_pipe[1], &byte, 1) < 0) errno = error;
    errno = error;
}

/* What a signal's default would have done is done by nobody. */
static void outlive(int number) { (void)number; }

static void handle(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, 0);
}

void sv_signal_catch(int number) { handle(number, note); }

void sv_signal_outlive(int number) { handle(number, outlive); }
