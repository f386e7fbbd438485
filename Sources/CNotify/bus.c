#include "notify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char bus_name[] = "org.freedesktop.DBus";
static const char bus_path[] = "/org/freedesktop/DBus";
static const char daemon_name[] = "org.freedesktop.Notifications";

static SVNotifyResult sort_io(int code) {
    switch (code) {
    case G_IO_ERROR_CLOSED: return SVNotifyDisconnected;
    case G_IO_ERROR_CANCELLED: return SVNotifyInterrupted;
    case G_IO_ERROR_TIMED_OUT: return SVNotifyTimedOut;
    default: return SVNotifyFailed;
    }
}

static SVNotifyResult sort_bus(int code) {
    if (code >= G_DBUS_ERROR_SPAWN_EXEC_FAILED && code <= G_DBUS_ERROR_SPAWN_FILE_INVALID) return SVNotifyNoDaemon;
    switch (code) {
    case G_DBUS_ERROR_SERVICE_UNKNOWN:
    case G_DBUS_ERROR_NAME_HAS_NO_OWNER:
    /* The answer of the bus if the daemon ended during the call. */
    case G_DBUS_ERROR_NO_REPLY: return SVNotifyNoDaemon;
    case G_DBUS_ERROR_TIMEOUT:
    case G_DBUS_ERROR_TIMED_OUT: return SVNotifyTimedOut;
    case G_DBUS_ERROR_DISCONNECTED: return SVNotifyDisconnected;
    default: return SVNotifyFailed;
    }
}

/* The error with which Plasma refuses the same text within a second. */
static bool is_repetition(const GError *error) {
    char *name = sv_library.g_dbus_error_get_remote_error(error);
    bool result = name != NULL && strstr(name, "ExcessNotificationGeneration") != NULL;
    sv_library.g_free(name);
    return result;
}

SVNotifyResult sv_session_fail(SVNotifySession *session, GError *error) {
    if (error == NULL) {
        snprintf(session->message, sizeof session->message, "no reason was given");
        return SVNotifyFailed;
    }
    snprintf(session->message, sizeof session->message, "%s", error->message);
    const char *domain = sv_library.g_quark_to_string(error->domain);
    SVNotifyResult result = SVNotifyFailed;
    if (is_repetition(error)) {
        result = SVNotifyRepeated;
    } else if (domain != NULL && strcmp(domain, "g-io-error-quark") == 0) {
        result = sort_io(error->code);
    } else if (domain != NULL && strcmp(domain, "g-dbus-error-quark") == 0) {
        result = sort_bus(error->code);
    }
    sv_library.g_error_free(error);
    return result;
}

static void owner_changed(GDBusConnection *connection, const char *sender, const char *path,
                          const char *interface, const char *signal, GVariant *parameters,
                          void *context) {
    (void)connection, (void)sender, (void)path, (void)interface, (void)signal;
    SVNotifySession *session = context;
    /* Name, old owner, new owner. */
    GVariant *owner = sv_library.g_variant_get_child_value(parameters, 2);
    bool has_owner = sv_library.g_variant_get_string(owner, NULL)[0] != 0;
    sv_library.g_variant_unref(owner);
    if (!has_owner) return;
    session->function(session->function_context, SVNotifyDaemonAppeared, 0, NULL, NULL);
}

SVNotifyResult sv_notify_connect(SVNotifySession *session, const char *application) {
    GError *error = NULL;
    GCancellable *cancellable = sv_session_begin(session);
    session->connection = sv_library.g_bus_get_sync(G_BUS_TYPE_SESSION, cancellable, &error);
    if (session->connection == NULL) {
        SVNotifyResult result = sv_session_fail(session, error);
        return result == SVNotifyInterrupted || result == SVNotifyTimedOut ? result
                                                                           : SVNotifyUnreachable;
    }
    /* At once: otherwise GIO ends the whole process when the bus goes away. */
    sv_library.g_dbus_connection_set_exit_on_close(session->connection, 0);
    session->subscription = sv_library.g_dbus_connection_signal_subscribe(
        session->connection, bus_name, bus_name, "NameOwnerChanged", bus_path, daemon_name, 0,
        owner_changed, session, NULL);
    if (!sv_library.notify_is_initted()) sv_library.notify_init(application);
    return SVNotifyDone;
}

void sv_notify_disconnect(SVNotifySession *session) {
    if (session->connection == NULL) return;
    sv_library.g_dbus_connection_signal_unsubscribe(session->connection, session->subscription);
    /* Drops libnotify's own reference; with one left the next connection would be this one. It
       would also close every popup it still knows, but those were destroyed before. */
    if (sv_library.notify_is_initted()) sv_library.notify_uninit();
    sv_library.g_object_unref(session->connection);
    session->connection = NULL;
    /* Subscriptions are freed from within the main context. */
    for (int i = 0; i < 1000; i++) {
        if (!sv_library.g_main_context_iteration(session->main_context, 0)) break;
    }
}

bool sv_notify_is_connected(const SVNotifySession *session) {
    return session->connection != NULL
        && !sv_library.g_dbus_connection_is_closed(session->connection);
}

/* Writes the texts and flags in a value, one a line. Half a text could mean something else, so one that
   does not fit is left out. */
static size_t write_lines(GVariant *value, char *lines, size_t capacity) {
    const char *text = "";
    switch (sv_library.g_variant_classify(value)) {
    case G_VARIANT_CLASS_STRING: text = sv_library.g_variant_get_string(value, NULL); break;
    case G_VARIANT_CLASS_BOOLEAN:
        text = sv_library.g_variant_get_boolean(value) ? "true" : "false";
        break;
    case G_VARIANT_CLASS_VARIANT:
    case G_VARIANT_CLASS_ARRAY:
    case G_VARIANT_CLASS_TUPLE: {
        size_t used = 0, count = sv_library.g_variant_n_children(value);
        for (size_t i = 0; i < count; i++) {
            GVariant *child = sv_library.g_variant_get_child_value(value, i);
            used += write_lines(child, lines + used, capacity - used);
            sv_library.g_variant_unref(child);
        }
        return used;
    }
    default: break;
    }
    size_t length = strlen(text) + 1;
    if (length >= capacity) return 0;
    snprintf(lines, capacity, "%s\n", text);
    return length;
}

SVNotifyResult sv_notify_call(SVNotifySession *session, bool is_on_system_bus, const char *name,
                              const char *path, const char *interface, const char *method,
                              const char *arguments, const char *type, int milliseconds,
                              char *lines, size_t capacity) {
    GError *error = NULL;
    lines[0] = 0;
    GDBusConnection *connection = session->connection;
    if (is_on_system_bus) {
        connection = sv_library.g_bus_get_sync(G_BUS_TYPE_SYSTEM, sv_session_begin(session), &error);
        if (connection == NULL) return sv_session_fail(session, error);
        sv_library.g_dbus_connection_set_exit_on_close(connection, 0);
    }
    GVariant *parsed =
        arguments == NULL ? NULL : sv_library.g_variant_parse(NULL, arguments, NULL, NULL, NULL);
    /* G_VARIANT_TYPE would check the type with a function that is not linked. */
    GVariant *reply = sv_library.g_dbus_connection_call_sync(
        connection, name, path, interface, method, parsed, (const GVariantType *)type,
        G_DBUS_CALL_FLAGS_NO_AUTO_START, milliseconds, sv_session_begin(session), &error);
    if (parsed != NULL) sv_library.g_variant_unref(parsed);
    if (is_on_system_bus) sv_library.g_object_unref(connection);
    if (reply == NULL) return sv_session_fail(session, error);
    write_lines(reply, lines, capacity);
    sv_library.g_variant_unref(reply);
    return SVNotifyDone;
}
