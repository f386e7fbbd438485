#ifndef CSECRET_H
#define CSECRET_H

/// The result of a lookup in the Secret Service.
enum csecret_result {
    /// The secret was found.
    CSECRET_FOUND = 0,
    /// The service answered that it has no such entry.
    CSECRET_MISSING = 1,
    /// libsecret is not installed, or too old.
    CSECRET_NO_LIBRARY = 2,
    /// No service could be asked, or it refused.
    CSECRET_NO_SERVICE = 3,
};

/// Looks up the entry with the attributes `application` and `name`.
///
/// libsecret is loaded on the first call, so that nothing is linked and a machine without a
/// desktop needs none of it. Blocks while the service asks the person to unlock.
///
/// On CSECRET_FOUND `*text` is the secret, on CSECRET_NO_SERVICE the service's own message if it
/// has one; free it with `csecret_free` in both cases. Otherwise `*text` is NULL.
enum csecret_result csecret_lookup(
    const char *_Nonnull application, const char *_Nonnull name, char *_Nullable *_Nonnull text);

/// Stores a secret under the attributes `application` and `name` in the default collection, in place
/// of a former one; `label` is what the keyring's own programs show.
///
/// CSECRET_FOUND if it was stored. On CSECRET_NO_SERVICE `*message` is the service's own message if
/// it has one; free it with `csecret_free`. Blocks while the service asks the person to unlock.
enum csecret_result csecret_store(
    const char *_Nonnull application, const char *_Nonnull name, const char *_Nonnull label,
    const char *_Nonnull secret, char *_Nullable *_Nonnull message);

/// Removes the entries with the attributes `application` and `name`.
///
/// CSECRET_FOUND if there was one, CSECRET_MISSING if not; `*message` as for `csecret_store`.
enum csecret_result csecret_remove(
    const char *_Nonnull application, const char *_Nonnull name,
    char *_Nullable *_Nonnull message);

/// Asks whether the default collection is locked; never asks the person to unlock it.
///
/// CSECRET_FOUND with `*is_locked` 0 or 1, CSECRET_MISSING if there is no such collection; `*message`
/// as for `csecret_store`.
enum csecret_result csecret_is_locked(
    int *_Nonnull is_locked, char *_Nullable *_Nonnull message);

/// Overwrites and frees what the other functions gave; NULL is allowed.
void csecret_free(char *_Nullable text);

#endif
