// explicit_bzero and RTLD_* stand behind this.
#define _GNU_SOURCE
#include "CSecret.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The stable binary interface of libsecret 0.16 and later, and of GLib 2, as far as it is used
// here; written down so that building needs no headers of either.
struct attribute {
    const char *name;
    int type;
};

struct schema {
    const char *name;
    int flags;
    struct attribute attributes[32];
    int reserved;
    void *reserved_pointers[7];
};

struct gerror {
    unsigned int domain;
    int code;
    char *message;
};

typedef char *(*lookup_function)(
    const struct schema *, void *cancellable, struct gerror **, ...);

typedef int (*store_function)(
    const struct schema *, const char *collection, const char *label, const char *password,
    void *cancellable, struct gerror **, ...);

typedef int (*clear_function)(const struct schema *, void *cancellable, struct gerror **, ...);

typedef void *(*service_function)(int flags, void *cancellable, struct gerror **);

typedef void *(*collection_function)(
    void *service, const char *alias, int flags, void *cancellable, struct gerror **);

// 2: entries match by attributes whatever wrote them, `secret-tool` for example.
static const struct schema entry_schema = {
    .name = "saldovakt",
    .flags = 2,
    .attributes = {{"application", 0}, {"name", 0}},
};

static struct {
    lookup_function lookup;
    store_function store;
    clear_function clear;
    service_function service;
    collection_function collection;
    int (*is_locked)(void *collection);
    void (*unref)(void *object);
    void (*free_password)(char *);
    void (*free_error)(struct gerror *);
} library;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    // Symbols of GLib are found through the handle of the library that needs it.
    void *free_password = dlsym(handle, "secret_password_free");
    void *free_error = dlsym(handle, "g_error_free");
    void *lookup = dlsym(handle, "secret_password_lookup_sync");
    void *store = dlsym(handle, "secret_password_store_sync");
    void *clear = dlsym(handle, "secret_password_clear_sync");
    void *service = dlsym(handle, "secret_service_get_sync");
    void *collection = dlsym(handle, "secret_collection_for_alias_sync");
    void *is_locked = dlsym(handle, "secret_collection_get_locked");
    void *unref = dlsym(handle, "g_object_unref");
    if (!free_password || !free_error || !lookup || !store || !clear) return;
    if (!service || !collection || !is_locked || !unref) return;
    library.service = (service_function)service;
    library.collection = (collection_function)collection;
    library.is_locked = (int (*)(void *))is_locked;
    library.unref = (void (*)(void *))unref;
    library.free_password = (void (*)(char *))free_password;
    library.free_error = (void (*)(struct gerror *))free_error;
    library.store = (store_function)store;
    library.clear = (clear_function)clear;
    library.lookup = (lookup_function)lookup;
}

// Takes over the message of a failed call.
static enum csecret_result refusal(struct gerror *error, char **message) {
    *message = error->message ? strdup(error->message) : NULL;
    library.free_error(error);
    return CSECRET_NO_SERVICE;
}

enum csecret_result csecret_lookup(const char *application, const char *name, char **text) {
    *text = NULL;
    pthread_once(&loaded, load);
    if (!library.lookup) return CSECRET_NO_LIBRARY;

    struct gerror *error = NULL;
    char *password = library.lookup(
        &entry_schema, NULL, &error, "application", application, "name", name, (char *)NULL);
    if (error) return refusal(error, text);
    if (!password) return CSECRET_MISSING;
    *text = strdup(password);
    library.free_password(password);
    return *text ? CSECRET_FOUND : CSECRET_NO_SERVICE;
}

enum csecret_result csecret_store(
    const char *application, const char *name, const char *label, const char *secret,
    char **message) {
    *message = NULL;
    pthread_once(&loaded, load);
    if (!library.lookup) return CSECRET_NO_LIBRARY;

    struct gerror *error = NULL;
    int is_stored = library.store(
        &entry_schema, "default", label, secret, NULL, &error, "application", application, "name",
        name, (char *)NULL);
    if (error) return refusal(error, message);
    return is_stored ? CSECRET_FOUND : CSECRET_NO_SERVICE;
}

enum csecret_result csecret_remove(const char *application, const char *name, char **message) {
    *message = NULL;
    pthread_once(&loaded, load);
    if (!library.lookup) return CSECRET_NO_LIBRARY;

    struct gerror *error = NULL;
    int was_there = library.clear(
        &entry_schema, NULL, &error, "application", application, "name", name, (char *)NULL);
    if (error) return refusal(error, message);
    return was_there ? CSECRET_FOUND : CSECRET_MISSING;
}

enum csecret_result csecret_is_locked(int *is_locked, char **message) {
    *is_locked = 0;
    *message = NULL;
    pthread_once(&loaded, load);
    if (!library.lookup) return CSECRET_NO_LIBRARY;

    struct gerror *error = NULL;
    void *service = library.service(0, NULL, &error);
    if (error) return refusal(error, message);
    if (!service) return CSECRET_NO_SERVICE;
    void *collection = library.collection(service, "default", 0, NULL, &error);
    library.unref(service);
    if (error) return refusal(error, message);
    if (!collection) return CSECRET_MISSING;
    *is_locked = library.is_locked(collection);
    library.unref(collection);
    return CSECRET_FOUND;
}

void csecret_free(char *text) {
    if (!text) return;
    explicit_bzero(text, strlen(text));
    free(text);
}
