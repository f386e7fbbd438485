#include "notify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char bus_name[] = "org.freedesktop.DBus";
static const char bus_path[] = "/org/freedesktop/DBus";
static const char daemon_name[] = "org.freedesktop.Notifications";
static const char daemon_path[] = "/org/freedesktop/Notifications";

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
    /* The bus answers so when the daemon left with the call in its hands. */
    case G_DBUS_ERROR_NO_REPLY: return SVNotifyNoDaemon;
    case G_DBUS_ERROR_TIMEOUT:
    case G_DBUS_ERROR_TIMED_OUT: return SVNotifyTimedOut;
    case G_DBUS_ERROR_DISCONNECTED: return SVNotifyDisconnected;
    default: return SVNotifyFailed;
    }
}

/* Plasma refuses the same text within a second by this name. */
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
    const char *name = "", *old_owner = "", *new_owner = "";
    sv_library.g_variant_get(parameters, "(&s&s&s)", &name, &old_owner, &new_owner);
    if (new_owner[0] == 0) return;
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
    /* What was subscribed is freed from within the main context. */
    for (int i = 0; i < 1000; i++) {
        if (!sv_library.g_main_context_iteration(session->main_context, 0)) break;
    }
}

bool sv_notify_is_connected(const SVNotifySession *session) {
    return session->connection != NULL
        && !sv_library.g_dbus_connection_is_closed(session->connection);
}

/* Asks the bus itself. */
static GVariant *ask_bus(SVNotifySession *session, const char *method, GVariant *arguments,
                         const char *type, int milliseconds, GError **error) {
    return sv_library.g_dbus_connection_call_sync(
        session->connection, bus_name, bus_path, bus_name, method, arguments, SV_TYPE(type), G_DBUS_CALL_FLAGS_NO_AUTO_START,
        milliseconds, sv_session_begin(session), error);
}

/* Asks the daemon, if one runs. */
static GVariant *ask_daemon(SVNotifySession *session, const char *method, const char *type,
                            int milliseconds, GError **error) {
    return sv_library.g_dbus_connection_call_sync(
        session->connection, daemon_name, daemon_path, daemon_name, method, NULL, SV_TYPE(type),
        G_DBUS_CALL_FLAGS_NO_AUTO_START, milliseconds, sv_session_begin(session), error);
}

SVNotifyResult sv_notify_daemon(SVNotifySession *session, int milliseconds, char *owner,
                                size_t capacity) {
    GError *error = NULL;
    GVariant *arguments = sv_library.g_variant_new("(s)", daemon_name);
    GVariant *reply = ask_bus(session, "GetNameOwner", arguments, "(s)", milliseconds, &error);
    if (reply == NULL) return sv_session_fail(session, error);
    const char *name = "";
    sv_library.g_variant_get(reply, "(&s)", &name);
    snprintf(owner, capacity, "%s", name);
    sv_library.g_variant_unref(reply);
    return SVNotifyDone;
}

SVNotifyResult sv_notify_can_start_daemon(SVNotifySession *session, int milliseconds,
                                          bool *answer) {
    GError *error = NULL;
    GVariant *reply = ask_bus(session, "ListActivatableNames", NULL, "(as)", milliseconds, &error);
    if (reply == NULL) return sv_session_fail(session, error);
    const char **names = NULL;
    sv_library.g_variant_get(reply, "(^a&s)", &names);
    *answer = false;
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        if (strcmp(names[i], daemon_name) == 0) *answer = true;
    }
    sv_library.g_free(names);
    sv_library.g_variant_unref(reply);
    return SVNotifyDone;
}

SVNotifyResult sv_notify_start_daemon(SVNotifySession *session, int milliseconds) {
    GError *error = NULL;
    GVariant *arguments = sv_library.g_variant_new("(su)", daemon_name, 0u);
    GVariant *reply = ask_bus(session, "StartServiceByName", arguments, "(u)", milliseconds, &error);
    if (reply == NULL) return sv_session_fail(session, error);
    sv_library.g_variant_unref(reply);
    return SVNotifyDone;
}

SVNotifyResult sv_notify_server(SVNotifySession *session, int milliseconds, char *lines,
                                size_t capacity) {
    GError *error = NULL;
    GVariant *reply = ask_daemon(session, "GetServerInformation", "(ssss)", milliseconds, &error);
    if (reply == NULL) return sv_session_fail(session, error);
    const char *name = "", *vendor = "", *version = "", *specification = "";
    sv_library.g_variant_get(reply, "(&s&s&s&s)", &name, &vendor, &version, &specification);
    snprintf(lines, capacity, "%s\n%s\n%s\n%s", name, vendor, version, specification);
    sv_library.g_variant_unref(reply);
    return SVNotifyDone;
}

SVNotifyResult sv_notify_capabilities(SVNotifySession *session, int milliseconds, char *lines,
                                      size_t capacity) {
    GError *error = NULL;
    GVariant *reply = ask_daemon(session, "GetCapabilities", "(as)", milliseconds, &error);
    if (reply == NULL) return sv_session_fail(session, error);
    const char **names = NULL;
    sv_library.g_variant_get(reply, "(^a&s)", &names);
    size_t used = 0;
    lines[0] = 0;
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        size_t needed = strlen(names[i]) + 1;
        /* Half a name could be the name of another capability. */
        if (used + needed >= capacity) continue;
        used += (size_t)snprintf(lines + used, capacity - used, "%s\n", names[i]);
    }
    sv_library.g_free(names);
    sv_library.g_variant_unref(reply);
    return SVNotifyDone;
}

/* A service that knows whether the screen is locked. */
typedef struct {
    const char *name;
    const char *path;
    const char *interface;
} Saver;

/* The specification's name first, then GNOME's own. */
static const Saver savers[] = {
    {"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"},
    {"org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"},
};

/* Takes the boolean out of a reply; false and no answer if there is none. */
static bool take(GVariant *reply, const char *format, GError *error, bool *answered) {
    int value = 0;
    *answered = reply != NULL;
    if (reply == NULL) {
        if (error != NULL) sv_library.g_error_free(error);
        return false;
    }
    sv_library.g_variant_get(reply, format, &value);
    sv_library.g_variant_unref(reply);
    return value != 0;
}

static bool ask_saver(SVNotifySession *session, const Saver *saver, int milliseconds,
                      bool *answered) {
    GError *error = NULL;
    GVariant *reply = sv_library.g_dbus_connection_call_sync(
        session->connection, saver->name, saver->path, saver->interface, "GetActive", NULL, SV_TYPE("(b)"),
        G_DBUS_CALL_FLAGS_NO_AUTO_START, milliseconds, sv_session_begin(session), &error);
    return take(reply, "(b)", error, answered);
}

/* logind keeps a hint for each session; /auto is that of the asking process. */
static bool ask_logind(SVNotifySession *session, int milliseconds, bool *answered) {
    GError *error = NULL;
    *answered = false;
    GDBusConnection *connection =
        sv_library.g_bus_get_sync(G_BUS_TYPE_SYSTEM, sv_session_begin(session), &error);
    if (connection == NULL) {
        if (error != NULL) sv_library.g_error_free(error);
        return false;
    }
    sv_library.g_dbus_connection_set_exit_on_close(connection, 0);
    GVariant *arguments =
        sv_library.g_variant_new("(ss)", "org.freedesktop.login1.Session", "LockedHint");
    GVariant *reply = sv_library.g_dbus_connection_call_sync(
        connection, "org.freedesktop.login1", "/org/freedesktop/login1/session/auto",
        "org.freedesktop.DBus.Properties", "Get", arguments, SV_TYPE("(v)"), G_DBUS_CALL_FLAGS_NO_AUTO_START, milliseconds,
        sv_session_begin(session), &error);
    bool value = false;
    if (reply == NULL) {
        value = take(NULL, "", error, answered);
    } else {
        GVariant *inner = NULL;
        sv_library.g_variant_get(reply, "(v)", &inner);
        sv_library.g_variant_unref(reply);
        value = take(inner, "b", NULL, answered);
    }
    sv_library.g_object_unref(connection);
    return value;
}

bool sv_notify_is_locked(SVNotifySession *session, int milliseconds) {
    bool answered = false;
    for (size_t i = 0; i < sizeof savers / sizeof savers[0]; i++) {
        if (ask_saver(session, &savers[i], milliseconds, &answered)) return true;
    }
    return ask_logind(session, milliseconds, &answered);
}
