#include "notify.h"

#include <stdlib.h>

// The desktop entry that the package installs.
static const char application[] = "saldovakt";

struct SVNotifyPopup {
    SVNotifySession *session;
    uint64_t token;
    NotifyNotification *notification;
};

static void activated(NotifyNotification *notification, char *action, void *context) {
    SVNotifyPopup *popup = context;
    SVNotifySession *session = popup->session;
    const char *token = NULL;
    if (sv_library.notify_notification_get_activation_token != NULL) {
        token = sv_library.notify_notification_get_activation_token(notification);
    }
    session->function(session->function_context, SVNotifyActivated, popup->token, action, token);
}

static void closed(NotifyNotification *notification, void *context) {
    (void)notification;
    SVNotifyPopup *popup = context;
    SVNotifySession *session = popup->session;
    session->function(session->function_context, SVNotifyClosed, popup->token, NULL, NULL);
}

void sv_notify_popup_add_action(SVNotifyPopup *popup, const char *action, const char *label) {
    sv_library.notify_notification_add_action(popup->notification, action, label, activated, popup,
                                              NULL);
}

SVNotifyPopup *sv_notify_popup_create(SVNotifySession *session, uint64_t token, const char *title,
                                      const char *body) {
    SVNotifyPopup *popup = calloc(1, sizeof *popup);
    if (popup == NULL) return NULL;
    popup->session = session;
    popup->token = token;
    popup->notification = sv_library.notify_notification_new(title, body, NULL);
    sv_notify_popup_set_hint(popup, "desktop-entry", application);
    sv_library.g_signal_connect_data(popup->notification, "closed", G_CALLBACK(closed), popup,
                                     NULL, 0);
    return popup;
}

void sv_notify_popup_destroy(SVNotifyPopup *popup) {
    sv_library.g_object_unref(popup->notification);
    free(popup);
}

void sv_notify_popup_update(SVNotifyPopup *popup, const char *title, const char *body,
                            const char *icon, uint8_t urgency, const char *category) {
    sv_library.notify_notification_update(popup->notification, title, body, icon);
    sv_library.notify_notification_set_urgency(popup->notification, (NotifyUrgency)urgency);
    // Not every daemon leaves what is critical on the screen by itself (MATE).
    sv_library.notify_notification_set_timeout(
        popup->notification,
        urgency == NOTIFY_URGENCY_CRITICAL ? NOTIFY_EXPIRES_NEVER : NOTIFY_EXPIRES_DEFAULT);
    sv_library.notify_notification_set_category(popup->notification, category);
    sv_library.notify_notification_clear_actions(popup->notification);
}

void sv_notify_popup_set_hint(SVNotifyPopup *popup, const char *name, const char *value) {
    sv_library.notify_notification_set_hint(popup->notification, name,
                                            sv_library.g_variant_new_string(value));
}

SVNotifyResult sv_notify_popup_show(SVNotifyPopup *popup) {
    GError *error = NULL;
    if (!sv_library.notify_notification_show(popup->notification, &error)) {
        return sv_session_fail(popup->session, error);
    }
    return SVNotifyDone;
}
