// Declares explicit_bzero and RTLD_*.
#define _GNU_SOURCE
#include "CSecret.h"

#include <dlfcn.h>
#include <libsecret/secret.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// The functions that are used, found when first needed. Their types are those of the headers, so
// that a library that changed does not compile.
#define FUNCTIONS(X)                                                                               \
    X(secret_password_lookup_sync) X(secret_password_store_sync) X(secret_password_clear_sync)     \
    X(secret_password_free) X(secret_service_get_sync) X(secret_collection_for_alias_sync)         \
    X(secret_collection_get_locked) X(g_object_unref) X(g_error_free)

static struct {
#define MEMBER(name) __typeof__(name) *name;
    FUNCTIONS(MEMBER)
#undef MEMBER
} library;

static bool is_loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    // Symbols of GLib are found through the handle of the library that needs it.
#define FIND(name)                                                                                 \
    library.name = (__typeof__(name) *)dlsym(handle, #name);                                       \
    if (!library.name) return;
    FUNCTIONS(FIND)
#undef FIND
    is_loaded = true;
}

static bool is_missing(void) {
    pthread_once(&loading, load);
    return !is_loaded;
}

// Entries match by attributes whatever wrote them, `secret-tool` for example.
static const SecretSchema entry_schema = {
    .name = "saldovakt",
    .flags = SECRET_SCHEMA_DONT_MATCH_NAME,
    .attributes = {
        {"application", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"name", SECRET_SCHEMA_ATTRIBUTE_STRING}},
};

// Takes over the message of a failed call.
static enum csecret_result refusal(GError *error, char **message) {
    *message = error->message ? strdup(error->message) : NULL;
    library.g_error_free(error);
    return CSECRET_NO_SERVICE;
}

enum csecret_result csecret_lookup(const char *application, const char *name, char **text) {
    *text = NULL;
    if (is_missing()) return CSECRET_NO_LIBRARY;

    GError *error = NULL;
    char *password = library.secret_password_lookup_sync(
        &entry_schema, NULL, &error, "application", application, "name", name, (char *)NULL);
    if (error) return refusal(error, text);
    if (!password) return CSECRET_MISSING;
    *text = strdup(password);
    library.secret_password_free(password);
    return *text ? CSECRET_FOUND : CSECRET_NO_SERVICE;
}

enum csecret_result csecret_store(
    const char *application, const char *name, const char *label, const char *secret,
    char **message) {
    *message = NULL;
    if (is_missing()) return CSECRET_NO_LIBRARY;

    GError *error = NULL;
    gboolean is_stored = library.secret_password_store_sync(
        &entry_schema, SECRET_COLLECTION_DEFAULT, label, secret, NULL, &error, "application",
        application, "name", name, (char *)NULL);
    if (error) return refusal(error, message);
    return is_stored ? CSECRET_FOUND : CSECRET_NO_SERVICE;
}

enum csecret_result csecret_remove(const char *application, const char *name, char **message) {
    *message = NULL;
    if (is_missing()) return CSECRET_NO_LIBRARY;

    GError *error = NULL;
    gboolean was_there = library.secret_password_clear_sync(
        &entry_schema, NULL, &error, "application", application, "name", name, (char *)NULL);
    if (error) return refusal(error, message);
    return was_there ? CSECRET_FOUND : CSECRET_MISSING;
}

enum csecret_result csecret_is_locked(int *is_locked, char **message) {
    *is_locked = 0;
    *message = NULL;
    if (is_missing()) return CSECRET_NO_LIBRARY;

    GError *error = NULL;
    SecretService *service =
        library.secret_service_get_sync(SECRET_SERVICE_NONE, NULL, &error);
    if (error) return refusal(error, message);
    if (!service) return CSECRET_NO_SERVICE;
    SecretCollection *collection = library.secret_collection_for_alias_sync(
        service, SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, NULL, &error);
    library.g_object_unref(service);
    if (error) return refusal(error, message);
    if (!collection) return CSECRET_MISSING;
    *is_locked = library.secret_collection_get_locked(collection);
    library.g_object_unref(collection);
    return CSECRET_FOUND;
}

void csecret_free(char *text) {
    if (!text) return;
    explicit_bzero(text, strlen(text));
    free(text);
}
