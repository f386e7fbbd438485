/* A clock that tests move: preloaded into a program, it takes the place of the machine's clocks.
 *
 *     clang -shared -fPIC -O1 -o virtual-clock.so contrib/clock/virtual-clock.c
 *     VIRTUAL_CLOCK=FILE LD_PRELOAD=./virtual-clock.so saldovakt watch ...
 *
 * FILE holds two numbers of 64 bits, in milliseconds: what the wall clock shows, since 1970, and what
 * the boot clock shows. Both stand still until the file is written again. Who adds to both lets time
 * pass, as a suspend does; who changes the first one sets the clock. A program that sleeps in poll on
 * a timer of the boot clock wakes up when the file says so, and sees a new time only there: what it
 * does between two sleeps happens at one instant, or an alarm that it is about to set would be an
 * hour late because the file was written while it reckoned. CLOCK_MONOTONIC stays the machine's, so
 * that time limits of running requests are what they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *clocks;
/* What the program has seen last; only used once it sleeps on a timer. */
static volatile int64_t seen[2];
static volatile int timer = -1;
static volatile int64_t deadline;

__attribute__((constructor)) static void open_file(void)
{
    const char *path = getenv("VIRTUAL_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *page = mmap(NULL, 2 * sizeof *clocks, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (page != MAP_FAILED)
        clocks = page;
}

/* The file may be written while it is read: both numbers have to be of one time. */
static void look(void)
{
    int64_t wall, boot;
    do {
        wall = clocks[0];
        boot = clocks[1];
    } while (wall != clocks[0] || boot != clocks[1]);
    seen[0] = wall;
    seen[1] = boot;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!clocks || !(is_wall || clock == CLOCK_BOOTTIME))
        return syscall(SYS_clock_gettime, clock, time);
    int64_t now = (timer >= 0 ? seen : clocks)[is_wall ? 0 : 1];
    time->tv_sec = now / 1000;
    time->tv_nsec = now % 1000 * 1000000;
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *place)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place)
        *place = now.tv_sec;
    return now.tv_sec;
}

/* The kernel's timer would go by the machine's clock: it stays off, and poll looks at the file. */
int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old)
{
    struct itimerspec none = { 0 };
    if (!clocks || !(flags & TFD_TIMER_ABSTIME))
        return syscall(SYS_timerfd_settime, file, flags, new, old);
    if (timer < 0)
        look();
    timer = file;
    deadline = (int64_t)new->it_value.tv_sec * 1000000000 + new->it_value.tv_nsec;
    return syscall(SYS_timerfd_settime, file, 0, &none, old);
}

static int has_timer(const struct pollfd *files, nfds_t count)
{
    for (nfds_t place = 0; place < count; place++)
        if (timer >= 0 && files[place].fd == timer)
            return 1;
    return 0;
}

int poll(struct pollfd *files, nfds_t count, int limit)
{
    static int (*next)(struct pollfd *, nfds_t, int);
    if (!next)
        next = (int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll");
    if (!clocks || !has_timer(files, count))
        return next(files, count, limit);
    for (;;) {
        int found = next(files, count, limit >= 0 ? limit : 2);
        look();
        if (found != 0 || limit >= 0 || (deadline && seen[1] * 1000000 >= deadline))
            return found;
    }
}
