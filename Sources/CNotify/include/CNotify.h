/*
 * Desktop notifications through libnotify, without linking against it.
 *
 * libnotify.so.4 and the GLib libraries it brings are opened at the first session, so that a
 * program that never notifies a desktop needs none of them. GLib's types stay in this folder: the
 * outside sees opaque handles, numbers and texts.
 *
 * A session belongs to one thread. Everything but the two functions marked "any thread" is called
 * on that thread only, because libnotify keeps unguarded globals. Texts go in as UTF-8 up to the
 * first NUL, as Swift's texts are: libnotify ends a program that hands over anything else.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* A connection to the session bus, and the thread's own main context. */
typedef struct SVNotifySession SVNotifySession;
/* One notification that can be shown again in its place. */
typedef struct SVNotifyPopup SVNotifyPopup;

/* The result of a call; sv_notify_message has GLib's text for every result but SVNotifyDone. */
typedef enum __attribute__((enum_extensibility(closed))) {
    SVNotifyDone = 0,
    SVNotifyTimedOut,      /* no answer in time; it may have been done or be done later */
    SVNotifyInterrupted,   /* sv_notify_session_interrupt was called */
    SVNotifyUnreachable,   /* there is no bus at the address */
    SVNotifyDisconnected,  /* the bus went away */
    SVNotifyNoDaemon,      /* nobody owns the service, or its owner just left */
    SVNotifyRepeated,      /* refused as a repetition of what is already shown */
    SVNotifyNoLibrary,     /* libnotify.so.4 is missing or too old */
    SVNotifyBusy,          /* this process has a session already */
    SVNotifyFailed         /* anything else */
} SVNotifyResult;

/* The events that a session reports while it waits. */
typedef enum __attribute__((enum_extensibility(closed))) {
    SVNotifyActivated = 0, /* a popup was clicked; `action` says on what, the text is an
                              activation token or NULL */
    SVNotifyClosed,        /* a popup is gone */
    SVNotifyDaemonAppeared /* a daemon took over the service; the token is 0 */
} SVNotifyEvent;

/* Receives events on the session's thread, with the context given at creation. */
typedef void (*SVNotifyEventFunction)(void *context, SVNotifyEvent event, uint64_t token,
                                      const char *_Nullable action, const char *_Nullable text);

/* Makes the process's one session for the calling thread; connects to nothing. Writes why it could not
   into `problem`, which has room for `capacity` bytes. */
SVNotifyResult sv_notify_session_open(SVNotifyEventFunction function, void *context, char *problem,
                                      size_t capacity, SVNotifySession *_Nullable *_Nonnull session);
/* Lets go of the bus and of the thread's context; what is shown stays on the screen. Call it on
   the session's thread, after destroying the popups. The memory is freed by the next function. */
void sv_notify_session_close(SVNotifySession *session);
/* Frees a session that was closed; any thread, when nobody can use it any more. */
void sv_notify_session_free(SVNotifySession *session);

/* Ends a call that waits for the bus; any thread. */
void sv_notify_session_interrupt(SVNotifySession *session);
/* Makes sv_notify_session_wait return; any thread. Is remembered if nobody waits. */
void sv_notify_session_wake(SVNotifySession *session);
/* Sleeps until there are events or a wake-up, and reports the events. */
void sv_notify_session_wait(SVNotifySession *session);

/* GLib's words for the last result that was not SVNotifyDone. */
const char *sv_notify_message(const SVNotifySession *session);

/* Connects to the session bus of the environment, under this application name. */
SVNotifyResult sv_notify_connect(SVNotifySession *session, const char *application);
/* Drops the connection; popups must have been destroyed before. */
void sv_notify_disconnect(SVNotifySession *session);
/* Whether there is a connection that has not ended. */
bool sv_notify_is_connected(const SVNotifySession *session);

/* Calls a method of a service that runs, on the session's bus or the system's.
   `arguments` is a tuple in GLib's text format, `type` the signature of the reply, whose texts and
   flags are written into `lines`, one a line. */
SVNotifyResult sv_notify_call(SVNotifySession *session, bool is_on_system_bus, const char *name,
                              const char *path, const char *interface, const char *method,
                              const char *_Nullable arguments, const char *type, int milliseconds,
                              char *lines, size_t capacity);

/* Makes a popup that is not shown yet. NULL if there is no memory. */
SVNotifyPopup *_Nullable sv_notify_popup_create(SVNotifySession *session, uint64_t token,
                                                const char *title, const char *body);
/* Forgets a popup; what is shown stays on the screen. Not from within an event. */
void sv_notify_popup_destroy(SVNotifyPopup *popup);
/* Sets the texts, of which the title must not be empty, the icon (a file or a name), the urgency (0 low,
   1 normal, 2 critical, which stays on the screen) and the category; takes all buttons away. */
void sv_notify_popup_update(SVNotifyPopup *popup, const char *title, const char *body,
                            const char *icon, uint8_t urgency, const char *category);
/* Adds a button; "default" is the click on the popup itself, whose label is for menus. */
void sv_notify_popup_add_action(SVNotifyPopup *popup, const char *action, const char *label);
/* Sets a hint whose value is text. */
void sv_notify_popup_set_hint(SVNotifyPopup *popup, const char *name, const char *value);
/* Shows the popup, in its place if it is on the screen; waits up to 50 s for a daemon that hangs. */
SVNotifyResult sv_notify_popup_show(SVNotifyPopup *popup);

#pragma clang assume_nonnull end
