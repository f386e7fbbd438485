/* What the files of this target share. */
#pragma once
#include "CNotify.h"
#include "library.h"

#include <pthread.h>

struct SVNotifySession {
    SVNotifyEventFunction function;
    void *function_context;
    void *main_context;
    void *connection;
    unsigned subscription;
    /* Guards `cancellable`, the one thing that two threads use. */
    pthread_mutex_t lock;
    void *cancellable;
    char message[256];
};

/* Forgets an interruption that came before, and returns what a call is to be interrupted with. */
void *sv_session_begin(SVNotifySession *session);

/* Sorts an error, keeps its words and frees it. */
SVNotifyResult sv_session_fail(SVNotifySession *session, SVError *error);

/* The text as valid UTF-8, to be freed with g_free. */
char *sv_clean(const char *text);
