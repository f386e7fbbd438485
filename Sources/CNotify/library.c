#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct SVLibrary sv_library;

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static bool is_open;

/* GLib would write to standard error, over whatever the program shows there. What matters comes
   back as results. */
static void drop_log_message(const char *domain, GLogLevelFlags level, const char *message,
                             void *context) {
    (void)domain;
    (void)level;
    (void)message;
    (void)context;
}

/* A search in the handle of libnotify includes the libraries it was linked with. */
static bool find(void *handle, void **address, const char *name) {
    *address = dlsym(handle, name);
    return *address != NULL;
}

static const char *find_all(void *handle) {
#define SV_FIND(name) \
    if (!find(handle, (void **)&sv_library.name, #name)) return #name;
    SV_REQUIRED_FUNCTIONS(SV_FIND)
#undef SV_FIND
#define SV_TRY(name) find(handle, (void **)&sv_library.name, #name);
    SV_OPTIONAL_FUNCTIONS(SV_TRY)
#undef SV_TRY
    return NULL;
}

static bool open_once(char *problem, size_t capacity) {
    /* NODELETE: GLib starts threads and registers types; it does not survive being unloaded. */
    void *handle = dlopen("libnotify.so.4", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == NULL) {
        const char *reason = dlerror();
        snprintf(problem, capacity, "%s", reason != NULL ? reason : "libnotify.so.4 not found");
        return false;
    }
    const char *missing = find_all(handle);
    if (missing != NULL) {
        snprintf(problem, capacity, "libnotify.so.4 has no %s", missing);
        dlclose(handle);
        return false;
    }
    sv_library.g_log_set_default_handler(drop_log_message, NULL);
    return true;
}

bool sv_library_open(char *problem, size_t capacity) {
    pthread_mutex_lock(&opening);
    if (!is_open) is_open = open_once(problem, capacity);
    bool result = is_open;
    pthread_mutex_unlock(&opening);
    return result;
}
