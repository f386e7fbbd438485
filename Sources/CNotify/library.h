/* The functions of GLib, GIO and libnotify that are used, found when first needed.
   Only what is called is declared, by the libraries' published interface. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* GLib's error value. */
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} SVError;

/* name, result, parameters: what has to be there. */
#define SV_REQUIRED_FUNCTIONS(X)                                                                   \
    X(g_free, void, (void *))                                                                      \
    X(g_error_free, void, (SVError *))                                                             \
    X(g_quark_to_string, const char *, (uint32_t))                                                 \
    X(g_utf8_make_valid, char *, (const char *, ptrdiff_t))                                        \
    X(g_log_set_default_handler, void *, (void (*)(const char *, int, const char *, void *), void *)) \
    X(g_main_context_new, void *, (void))                                                          \
    X(g_main_context_unref, void, (void *))                                                        \
    X(g_main_context_push_thread_default, void, (void *))                                          \
    X(g_main_context_pop_thread_default, void, (void *))                                           \
    X(g_main_context_iteration, int, (void *, int))                                                \
    X(g_main_context_wakeup, void, (void *))                                                       \
    X(g_variant_new, void *, (const char *, ...))                                                  \
    X(g_variant_new_string, void *, (const char *))                                                \
    X(g_variant_get, void, (void *, const char *, ...))                                            \
    X(g_variant_unref, void, (void *))                                                             \
    X(g_object_get, void, (void *, const char *, ...))                                             \
    X(g_object_unref, void, (void *))                                                              \
    X(g_signal_connect_data, unsigned long,                                                        \
      (void *, const char *, void (*)(void), void *, void *, int))                                 \
    X(g_cancellable_new, void *, (void))                                                           \
    X(g_cancellable_cancel, void, (void *))                                                        \
    X(g_bus_get_sync, void *, (int, void *, SVError **))                                           \
    X(g_dbus_connection_set_exit_on_close, void, (void *, int))                                    \
    X(g_dbus_connection_is_closed, int, (void *))                                                  \
    X(g_dbus_connection_call_sync, void *,                                                         \
      (void *, const char *, const char *, const char *, const char *, void *, const char *, int,  \
       int, void *, SVError **))                                                                   \
    X(g_dbus_connection_signal_subscribe, unsigned,                                                \
      (void *, const char *, const char *, const char *, const char *, const char *, int,          \
       void (*)(void *, const char *, const char *, const char *, const char *, void *, void *),   \
       void *, void *))                                                                            \
    X(g_dbus_connection_signal_unsubscribe, void, (void *, unsigned))                              \
    X(g_dbus_error_get_remote_error, char *, (const SVError *))                                    \
    X(notify_init, int, (const char *))                                                            \
    X(notify_is_initted, int, (void))                                                              \
    X(notify_uninit, void, (void))                                                                 \
    X(notify_notification_new, void *, (const char *, const char *, const char *))                 \
    X(notify_notification_update, int, (void *, const char *, const char *, const char *))         \
    X(notify_notification_show, int, (void *, SVError **))                                         \
    X(notify_notification_set_urgency, void, (void *, int))                                        \
    X(notify_notification_set_category, void, (void *, const char *))                              \
    X(notify_notification_set_hint, void, (void *, const char *, void *))                          \
    X(notify_notification_clear_actions, void, (void *))                                           \
    X(notify_notification_add_action, void,                                                        \
      (void *, const char *, const char *, void (*)(void *, char *, void *), void *, void *))

/* What old versions lack. */
#define SV_OPTIONAL_FUNCTIONS(X)                                                                   \
    X(notify_notification_get_activation_token, const char *, (void *))

#define SV_MEMBER(name, result, parameters) result(*name) parameters;
/* The addresses of the functions, under their own names. */
struct SVLibrary {
    SV_REQUIRED_FUNCTIONS(SV_MEMBER)
    SV_OPTIONAL_FUNCTIONS(SV_MEMBER)
};
#undef SV_MEMBER

/* Filled once sv_library_open has returned true. */
extern struct SVLibrary sv_library;

/* Opens the libraries unless they are open. Writes what is missing into `problem` on failure. */
bool sv_library_open(char *problem, size_t capacity);
