#define _GNU_SOURCE
#include "session.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* libnotify's globals belong to one thread, so there is one session at a time. */
static atomic_flag taken = ATOMIC_FLAG_INIT;

char *sv_clean(const char *text) { return sv_library.g_utf8_make_valid(text, -1); }

SVNotifyOpening sv_notify_session_open(SVNotifyEventFunction function, void *context,
                                       char *problem, size_t capacity,
                                       SVNotifySession **session) {
    *session = NULL;
    if (!sv_library_open(problem, capacity)) return SVNotifyNoLibrary;
    if (atomic_flag_test_and_set(&taken)) return SVNotifyBusy;
    SVNotifySession *made = calloc(1, sizeof *made);
    if (made == NULL) {
        atomic_flag_clear(&taken);
        return SVNotifyNoMemory;
    }
    made->function = function;
    made->function_context = context;
    pthread_mutex_init(&made->lock, NULL);
    made->main_context = sv_library.g_main_context_new();
    /* Before libnotify's first call: its signals come to the context that is current then. */
    sv_library.g_main_context_push_thread_default(made->main_context);
    *session = made;
    return SVNotifyOpened;
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
