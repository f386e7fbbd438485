#define _GNU_SOURCE
#include "notify.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct SVLibrary sv_library;

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static bool is_open;

/* GLib would write to standard error, over whatever the program shows there. What matters comes
   back as results. */
static void drop_log_message(const char *domain, GLogLevelFlags level, const char *message,
                             void *context) {
    (void)domain, (void)level, (void)message, (void)context;
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

/* libnotify's globals belong to one thread, so there is one session at a time. */
static atomic_flag taken = ATOMIC_FLAG_INIT;

SVNotifyResult sv_notify_session_open(SVNotifyEventFunction function, void *context, char *problem,
                                      size_t capacity, SVNotifySession **session) {
    *session = NULL;
    pthread_mutex_lock(&opening);
    if (!is_open) is_open = open_once(problem, capacity);
    bool has_library = is_open;
    pthread_mutex_unlock(&opening);
    if (!has_library) return SVNotifyNoLibrary;
    if (atomic_flag_test_and_set(&taken)) return SVNotifyBusy;
    SVNotifySession *made = calloc(1, sizeof *made);
    if (made == NULL) {
        atomic_flag_clear(&taken);
        snprintf(problem, capacity, "no memory");
        return SVNotifyFailed;
    }
    made->function = function;
    made->function_context = context;
    pthread_mutex_init(&made->lock, NULL);
    made->main_context = sv_library.g_main_context_new();
    /* Before libnotify's first call: its signals come to the context that is current then. */
    sv_library.g_main_context_push_thread_default(made->main_context);
    *session = made;
    return SVNotifyDone;
}

void sv_notify_session_close(SVNotifySession *session) {
    sv_notify_disconnect(session);
    sv_library.g_main_context_pop_thread_default(session->main_context);
    atomic_flag_clear(&taken);
}

void sv_notify_session_free(SVNotifySession *session) {
    sv_library.g_main_context_unref(session->main_context);
    if (session->cancellable != NULL) sv_library.g_object_unref(session->cancellable);
    pthread_mutex_destroy(&session->lock);
    free(session);
}

void sv_notify_session_interrupt(SVNotifySession *session) {
    pthread_mutex_lock(&session->lock);
    if (session->cancellable != NULL) sv_library.g_cancellable_cancel(session->cancellable);
    pthread_mutex_unlock(&session->lock);
}

void sv_notify_session_wake(SVNotifySession *session) {
    sv_library.g_main_context_wakeup(session->main_context);
}

void sv_notify_session_wait(SVNotifySession *session) {
    sv_library.g_main_context_iteration(session->main_context, 1);
}

const char *sv_notify_message(const SVNotifySession *session) { return session->message; }

GCancellable *sv_session_begin(SVNotifySession *session) {
    pthread_mutex_lock(&session->lock);
    if (session->cancellable != NULL) sv_library.g_object_unref(session->cancellable);
    session->cancellable = sv_library.g_cancellable_new();
    GCancellable *cancellable = session->cancellable;
    pthread_mutex_unlock(&session->lock);
    return cancellable;
}
