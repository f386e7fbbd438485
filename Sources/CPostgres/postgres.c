#include "CPostgres.h"

#include <dlfcn.h>

const struct cpostgres_library *cpostgres_load(void) {
    static struct cpostgres_library library;
    void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return NULL;
#define FIND(name) if (!(library.name = (__typeof__(name) *)dlsym(handle, #name))) return NULL;
    CPOSTGRES_FUNCTIONS(FIND)
#undef FIND
    return &library;
}
