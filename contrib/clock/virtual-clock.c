/* A clock that tests move: preloaded into a program, it takes the place of the machine's clocks.
 *
 *     clang -shared -fPIC -O1 -o virtual-clock.so contrib/clock/virtual-clock.c
 *     VIRTUAL_CLOCK=FILE LD_PRELOAD=./virtual-clock.so saldovakt watch ...
 *
 * FILE holds three numbers of 64 bits, in milliseconds: what the wall clock shows, since 1970, what the
 * boot clock shows, and what of the wall clock the program has seen, which is written here. Both stand still until the file is written again. Who adds to both lets time
 * pass, as a suspend does; who changes the first one sets the clock. A program that has made a timer
 * of the boot clock sees a new time only while all of its threads sleep: what it does between two
 * sleeps happens at one instant, or an alarm that it is about to set would be an hour late because the
 * file was written while it reckoned. CLOCK_MONOTONIC stays the machine's, so that time limits of
 * running requests are what they are.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* How often all threads have to be found asleep, a millisecond apart. */
enum { ENOUGH = 3 };

static volatile int64_t *clocks;
/* What the program sees once it has a timer. */
static volatile int64_t seen[2];
static volatile int timer = -1;
/* When the timer is to go off, in nanoseconds of the boot clock; 0 for never. */
static volatile int64_t deadline;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The file may be written while it is read: both numbers have to be of one time. */
static void look(int64_t now[2])
{
    do {
        now[0] = clocks[0];
        now[1] = clocks[1];
    } while (now[0] != clocks[0] || now[1] != clocks[1]);
}

/* The kernel's timer would go by the machine's clock: it only goes off at once or not at all. */
static void arm(void)
{
    int is_due = deadline && seen[1] * 1000000 >= deadline;
    struct itimerspec at_once = { .it_value.tv_nsec = is_due };
    syscall(SYS_timerfd_settime, timer, 0, &at_once, NULL);
}

static int is_asleep(const char *thread)
{
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/self/task/%s/stat", thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 1;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0)
        return 1;
    text[count] = 0;
    char *end = strrchr(text, ')');
    return end && end[1] == ' ' && end[2] == 'S';
}

static int all_others_sleep(void)
{
    DIR *threads = opendir("/proc/self/task");
    if (!threads)
        return 0;
    int sleep = 1, own = (int)syscall(SYS_gettid);
    for (struct dirent *entry; sleep && (entry = readdir(threads));)
        if (entry->d_name[0] != '.' && atoi(entry->d_name) != own)
            sleep = is_asleep(entry->d_name);
    closedir(threads);
    return sleep;
}

/* Shows the program a new time once it sleeps. */
static void *follow(void *nothing)
{
    const struct timespec pause = { .tv_nsec = 1000000 };
    int64_t now[2];
    for (int looks = 0;; nanosleep(&pause, NULL)) {
        look(now);
        int is_news = timer >= 0 && (now[0] != seen[0] || now[1] != seen[1]);
        looks = is_news && all_others_sleep() ? looks + 1 : 0;
        if (looks < ENOUGH)
            continue;
        looks = 0;
        pthread_mutex_lock(&lock);
        seen[0] = now[0];
        seen[1] = now[1];
        arm();
        clocks[2] = now[0];
        pthread_mutex_unlock(&lock);
    }
    return nothing;
}

static void start(void)
{
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_create(&thread, NULL, follow, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

__attribute__((constructor)) static void open_file(void)
{
    const char *path = getenv("VIRTUAL_CLOCK");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *page = mmap(NULL, 3 * sizeof *clocks, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page != MAP_FAILED)
        clocks = page;
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

int timerfd_create(int clock, int flags)
{
    int file = (int)syscall(SYS_timerfd_create, clock, flags);
    if (!clocks || clock != CLOCK_BOOTTIME || timer >= 0)
        return file;
    int64_t now[2];
    look(now);
    seen[0] = now[0];
    seen[1] = now[1];
    timer = file;
    start();
    return file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old)
{
    if (!clocks || file != timer)
        return (int)syscall(SYS_timerfd_settime, file, flags, new, old);
    pthread_mutex_lock(&lock);
    deadline = (int64_t)new->it_value.tv_sec * 1000000000 + new->it_value.tv_nsec;
    arm();
    pthread_mutex_unlock(&lock);
    return 0;
}
