import Alerts
import Glibc

/// The empty file beside the database whose touching tells other processes of a change.
///
/// It is touched after a commit with news, never for a poll without: watching the write-ahead log
/// instead would wake readers for every poll, and before they can see what was committed.
enum ChangeFile {
    /// Touches the file, made with mode 0600 if it is missing.
    ///
    /// What goes wrong is passed over: the commit stands, and the next touch tells of it too.
    static func touch(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        // Closing a file that was open for writing is what watchers are told of.
        if descriptor >= 0 { close(descriptor) }
    }
}
