/* Takes webhooks for the bench: one thread, epoll, as quick as it can be, so that it is never what is
 * measured. Refuses one id of a hundred the first time it comes (503). It is also the judge: every id is
 * counted once. Prints its port; at SIGTERM "ids N requests N refused N".
 *
 *     cc -O2 -o receiver receiver.c && ./receiver
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ROOM = 64 << 10, SLOTS = 1 << 22, CONNECTIONS = 4096 };

struct connection {
    size_t used;
    char bytes[ROOM];
};

static struct connection *connections[CONNECTIONS];
static uint64_t seen[SLOTS];
static long ids, requests, refused;
static volatile sig_atomic_t stopped;

static void stop(int number) {
    (void)number;
    stopped = 1;
}

static uint64_t hash(const char *text, size_t length) {
    uint64_t value = 0xcbf29ce484222325;
    for (size_t i = 0; i < length; i++) value = (value ^ (unsigned char)text[i]) * 0x100000001b3;
    return (value ^ value >> 29) | 2;
}

/* The slot of an id: empty, the id with its lowest bit clear (refused once), or with it set (taken). */
static uint64_t *slot(uint64_t id) {
    uint64_t place = id * 0x9e3779b97f4a7c15 >> 42;
    while (seen[place] && (seen[place] | 1) != (id | 1)) place = (place + 1) % SLOTS;
    return &seen[place];
}

/* Whether a request with this id is taken. */
static int judge(const char *text, size_t length) {
    uint64_t id = hash(text, length);
    uint64_t *known = slot(id);
    requests++;
    if (!*known && (id >> 8) % 100 == 0) {
        *known = id & ~(uint64_t)1;
        refused++;
        return 0;
    }
    if (!(*known & 1)) ids++;
    *known = id | 1;
    return 1;
}

static const char *field(const char *head, const char *name) {
    const char *found = strcasestr(head, name);
    if (!found) return NULL;
    found += strlen(name);
    while (*found == ' ') found++;
    return found;
}

/* Answers the whole requests that have come; keeps the rest. */
static int answer(int descriptor, struct connection *connection) {
    static const char yes[] = "HTTP/1.1 204 No Content\r\n\r\n";
    static const char no[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n";
    char *start = connection->bytes;
    for (;;) {
        connection->bytes[connection->used] = 0;
        char *end = strstr(start, "\r\n\r\n");
        if (!end) break;
        *end = 0;
        const char *length = field(start, "content-length:");
        char *next = end + 4 + (length ? strtoul(length, NULL, 10) : 0);
        if (next > connection->bytes + connection->used) {
            *end = '\r';
            break;
        }
        const char *id = field(start, "webhook-id:");
        int taken = id && judge(id, strcspn(id, "\r\n"));
        const char *text = taken ? yes : no;
        size_t size = taken ? sizeof yes - 1 : sizeof no - 1;
        if (write(descriptor, text, size) != (ssize_t)size) return -1;
        start = next;
    }
    connection->used -= start - connection->bytes;
    memmove(connection->bytes, start, connection->used);
    return 0;
}

static void serve(int descriptor) {
    struct connection *connection = connections[descriptor];
    ssize_t count = read(
        descriptor, connection->bytes + connection->used, ROOM - 1 - connection->used);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    connection->used += count > 0 ? count : 0;
    if (count <= 0 || answer(descriptor, connection) < 0) {
        close(descriptor);
        free(connection);
        connections[descriptor] = NULL;
    }
}

static void admit(int listener, int events) {
    int descriptor = accept(listener, NULL, NULL);
    if (descriptor < 0) return;
    int one = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    if (descriptor >= CONNECTIONS || !(connections[descriptor] = calloc(1, sizeof **connections))
        || epoll_ctl(events, EPOLL_CTL_ADD, descriptor, &event) < 0) close(descriptor);
}

int main(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), events = epoll_create1(0);
    struct epoll_event wanted = {.events = EPOLLIN, .data.fd = listener}, found[256];
    if (bind(listener, (struct sockaddr *)&address, size) < 0 || listen(listener, 512) < 0
        || getsockname(listener, (struct sockaddr *)&address, &size) < 0
        || epoll_ctl(events, EPOLL_CTL_ADD, listener, &wanted) < 0) {
        perror("receiver");
        return 1;
    }
    struct sigaction end = {.sa_handler = stop};
    sigaction(SIGTERM, &end, NULL);
    signal(SIGPIPE, SIG_IGN);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    while (!stopped) {
        int count = epoll_wait(events, found, 256, -1);
        for (int i = 0; i < count; i++) {
            if (found[i].data.fd == listener) admit(listener, events);
            else serve(found[i].data.fd);
        }
    }
    printf("ids %ld requests %ld refused %ld\n", ids, requests, refused);
    return 0;
}
