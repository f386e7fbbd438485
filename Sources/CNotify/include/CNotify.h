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

/* A connection to the session bus, and the thread's own main context. */
typedef struct SVNotifySession SVNotifySession;
/* One notification that can be shown again in its place. */
typedef struct SVNotifyPopup SVNotifyPopup;

/* What became of a call; sv_notify_message has GLib's words for everything but SVNotifyDone. */
typedef enum __attribute__((enum_extensibility(closed))) {
    SVNotifyDone = 0,      /* it worked */
    SVNotifyTimedOut,      /* no answer in time; it may have been done or be done later */
    SVNotifyInterrupted,   /* sv_notify_session_interrupt was called */
    SVNotifyUnreachable,   /* there is no bus at the address */
    SVNotifyDisconnected,  /* the bus went away */
    SVNotifyNoDaemon,      /* nobody owns the notification service, or its owner just left */
    SVNotifyRepeated,      /* refused as a repetition of what is already shown */
    SVNotifyFailed         /* anything else */
} SVNotifyResult;

/* What a session reports while it waits. */
typedef enum __attribute__((enum_extensibility(closed))) {
    SVNotifyActivated = 0, /* a popup was clicked; `action` says on what, the text is an
                              activation token or NULL */
    SVNotifyClosed,        /* a popup is gone */
    SVNotifyDaemonAppeared /* a daemon took over the service; the token is 0 */
} SVNotifyEvent;

/* Receives events on the session's thread, with the context given at creation. */
typedef void (*SVNotifyEventFunction)(void *_Nonnull context, SVNotifyEvent event, uint64_t token,
                                      const char *_Nullable action,
                                      const char *_Nullable text);

/* Why no session could be made. */
typedef enum __attribute__((enum_extensibility(closed))) {
    SVNotifyOpened = 0,  /* it was made */
    SVNotifyNoLibrary,   /* libnotify.so.4 is missing or too old; the text says what */
    SVNotifyBusy,        /* this process has a session already */
    SVNotifyNoMemory     /* the system gave no memory */
} SVNotifyOpening;

/* Makes the process's one session for the calling thread; connects to nothing.
   Writes why it failed into `problem`, which has room for `capacity` bytes. */
SVNotifyOpening sv_notify_session_open(SVNotifyEventFunction _Nonnull function,
                                       void *_Nonnull context, char *_Nonnull problem,
                                       size_t capacity,
                                       SVNotifySession *_Nullable *_Nonnull session);
/* Lets go of the bus and of the thread's context; what is shown stays on the screen. Call it on
   the session's thread, after destroying the popups. The memory is freed by the next function. */
void sv_notify_session_close(SVNotifySession *_Nonnull session);
/* Frees a session that was closed; any thread, when nobody can use it any more. */
void sv_notify_session_free(SVNotifySession *_Nonnull session);

/* Ends a call that waits for the bus; any thread. */
void sv_notify_session_interrupt(SVNotifySession *_Nonnull session);
/* Makes sv_notify_session_wait return; any thread. Is remembered if nobody waits. */
void sv_notify_session_wake(SVNotifySession *_Nonnull session);
/* Sleeps until there are events or a wake-up, and reports the events. */
void sv_notify_session_wait(SVNotifySession *_Nonnull session);

/* GLib's words for the last result that was not SVNotifyDone. */
const char *_Nonnull sv_notify_message(const SVNotifySession *_Nonnull session);

/* Connects to the session bus of the environment, under this application name. */
SVNotifyResult sv_notify_connect(SVNotifySession *_Nonnull session,
                                 const char *_Nonnull application);
/* Drops the connection; popups must have been destroyed before. */
void sv_notify_disconnect(SVNotifySession *_Nonnull session);
/* Whether there is a connection that has not ended. */
bool sv_notify_is_connected(const SVNotifySession *_Nonnull session);

/* Asks the bus who the notification daemon is: its unique name on the bus, which changes with
   every start of a daemon. SVNotifyNoDaemon if none runs. */
SVNotifyResult sv_notify_daemon(SVNotifySession *_Nonnull session, int milliseconds,
                                char *_Nonnull owner, size_t capacity);
/* Asks the bus whether it knows how to start a notification daemon. */
SVNotifyResult sv_notify_can_start_daemon(SVNotifySession *_Nonnull session, int milliseconds,
                                          bool *_Nonnull answer);
/* Has the bus start a notification daemon. */
SVNotifyResult sv_notify_start_daemon(SVNotifySession *_Nonnull session, int milliseconds);
/* Asks a running daemon for name, vendor, version and specification, one a line. */
SVNotifyResult sv_notify_server(SVNotifySession *_Nonnull session, int milliseconds,
                                char *_Nonnull lines, size_t capacity);
/* Asks a running daemon for its capabilities, one a line. */
SVNotifyResult sv_notify_capabilities(SVNotifySession *_Nonnull session, int milliseconds,
                                      char *_Nonnull lines, size_t capacity);

/* Whether the screen is locked, as far as a screen saver or logind tells; false if nobody does. */
bool sv_notify_is_locked(SVNotifySession *_Nonnull session, int milliseconds);

/* Makes a popup that is not shown yet. NULL if there is no memory. */
SVNotifyPopup *_Nullable sv_notify_popup_create(SVNotifySession *_Nonnull session, uint64_t token,
                                                const char *_Nonnull title,
                                                const char *_Nonnull body);
/* Forgets a popup; what is shown stays on the screen. Not from within an event. */
void sv_notify_popup_destroy(SVNotifyPopup *_Nonnull popup);
/* Sets the texts, of which the title must not be empty, the urgency (0 low, 1 normal, 2 critical) and
   the category; takes all buttons away. */
void sv_notify_popup_update(SVNotifyPopup *_Nonnull popup, const char *_Nonnull title,
                            const char *_Nonnull body, uint8_t urgency,
                            const char *_Nonnull category);
/* Adds a button; "default" is the click on the popup itself, whose label is for menus. */
void sv_notify_popup_add_action(SVNotifyPopup *_Nonnull popup, const char *_Nonnull action,
                                const char *_Nonnull label);
/* Sets a hint whose value is text. */
void sv_notify_popup_set_hint(SVNotifyPopup *_Nonnull popup, const char *_Nonnull name,
                              const char *_Nonnull value);
/* Shows the popup, in its place if it is on the screen; waits up to 50 s for a daemon that hangs. */
SVNotifyResult sv_notify_popup_show(SVNotifyPopup *_Nonnull popup);
