#include "session.h"

#include <stdlib.h>
#include <string.h>

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
