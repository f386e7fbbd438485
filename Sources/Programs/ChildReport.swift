import Glibc

/// How a program ended and what it said.
public struct ChildReport: Sendable {
    /// The ways a program can end.
    public enum ExitReason: Sendable, Equatable {
        /// By itself, with this code.
        case exited(Int32)
        /// By a signal that was not ours.
        case signalled(Int32)
        /// It took too long and was killed, with everything it had started.
        case timedOut
        /// It wrote more than was asked for and was killed, with everything it had started.
        case tooLong
        /// Nobody waited for it any more; it was killed too.
        case cancelled
        /// It could not be started, for this reason (`errno`).
        case notStarted(Int32)
    }

    public let ending: ExitReason
    /// What it wrote to standard output; empty if nobody wanted it.
    public var output: [UInt8] = []
    /// The first line that it wrote to standard error, as it came.
    public var complaint: String = ""

    /// Why a program could not be started, in words: `there is no such file`.
    ///
    /// - Parameter number: the system's error number.
    public static func words(_ number: Int32) -> String {
        switch number {
        case ENOENT: "there is no such file"
        case EACCES: "it must not be executed"
        case ENOEXEC: "it is no program; a script needs #! in its first line"
        case EMFILE, ENFILE: "too many files are open"
        default: "system error \(number)"
        }
    }
}
