#define _GNU_SOURCE
#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct cpostgres_library library;
static bool is_loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
#define FIND(name)                                                                                 \
    void *found_##name = dlsym(handle, #name);                                                     \
    if (!found_##name) return;                                                                     \
    library.name = (__typeof__(name) *)found_##name;
    CPOSTGRES_FUNCTIONS(FIND)
#undef FIND
    is_loaded = true;
}

const struct cpostgres_library *cpostgres_load(void) {
    pthread_once(&loading, load);
    return is_loaded ? &library : NULL;
}
