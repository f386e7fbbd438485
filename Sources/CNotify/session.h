/* What the files of this target share. */
#pragma once
#include "CNotify.h"
#include "library.h"

#include <pthread.h>

/* A type that is written right; G_VARIANT_TYPE would check it with a function that is not linked. */
#define SV_TYPE(text) ((const GVariantType *)(text))

struct SVNotifySession {
    SVNotifyEventFunction function;
    void *function_context;
    GMainContext *main_context;
    GDBusConnection *connection;
    guint subscription;
    /* Guards `cancellable`, the one thing that two threads use. */
    pthread_mutex_t lock;
    GCancellable *cancellable;
    char message[256];
};

/* Forgets an interruption that came before, and returns what a call is to be interrupted with. */
GCancellable *sv_session_begin(SVNotifySession *session);

/* Sorts an error, keeps its words and frees it. */
SVNotifyResult sv_session_fail(SVNotifySession *session, GError *error);

/* The text as valid UTF-8, to be freed with g_free. */
char *sv_clean(const char *text);
