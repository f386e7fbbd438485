/* What the files of this target share: the functions of GLib, GIO and libnotify that are used, found
   when first needed, and the session. The types are those of the headers, so that a library that
   changed does not compile. */
#pragma once
#include "CNotify.h"

#include <gio/gio.h>
#include <libnotify/notify.h>
#include <pthread.h>
#include <stdbool.h>

/* Newer headers have a macro of this name, which would take the calls below for its own. */
#undef g_free

/* Functions that must exist. */
#define SV_REQUIRED_FUNCTIONS(X) \
    X(g_free) X(g_error_free) X(g_quark_to_string) X(g_object_unref) X(g_signal_connect_data)      \
    X(g_log_set_default_handler) X(g_main_context_new) X(g_main_context_unref)                     \
    X(g_main_context_push_thread_default) X(g_main_context_pop_thread_default)                     \
    X(g_main_context_iteration) X(g_main_context_wakeup) X(g_variant_parse)                        \
    X(g_variant_new_string) X(g_variant_classify) X(g_variant_n_children)                          \
    X(g_variant_get_child_value) X(g_variant_get_string) X(g_variant_get_boolean)                  \
    X(g_variant_unref) X(g_cancellable_new) X(g_cancellable_cancel) X(g_bus_get_sync)              \
    X(g_dbus_connection_set_exit_on_close) X(g_dbus_connection_is_closed)                          \
    X(g_dbus_connection_call_sync) X(g_dbus_connection_signal_subscribe)                           \
    X(g_dbus_connection_signal_unsubscribe) X(g_dbus_error_get_remote_error) X(notify_init)        \
    X(notify_is_initted) X(notify_uninit) X(notify_notification_new)                               \
    X(notify_notification_update) X(notify_notification_show) X(notify_notification_set_urgency)   \
    X(notify_notification_set_timeout) X(notify_notification_set_category)                         \
    X(notify_notification_set_hint) X(notify_notification_clear_actions)                           \
    X(notify_notification_add_action)

/* Functions that old versions lack. */
#define SV_OPTIONAL_FUNCTIONS(X) X(notify_notification_get_activation_token)

#define SV_MEMBER(name) __typeof__(name) *name;
/* The addresses of the functions, under their own names. */
struct SVLibrary {
    SV_REQUIRED_FUNCTIONS(SV_MEMBER)
    SV_OPTIONAL_FUNCTIONS(SV_MEMBER)
};
#undef SV_MEMBER

/* Filled by the first session. */
extern struct SVLibrary sv_library;

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
