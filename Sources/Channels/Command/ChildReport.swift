/// How a program ended and what it complained about.
struct ChildReport: Sendable {
    /// The ways a program can end.
    enum Ending: Sendable, Equatable {
        /// By itself, with this code.
        case exited(Int32)
        /// By a signal that was not ours.
        case signalled(Int32)
        /// It took too long and was killed, with everything it had started.
        case timedOut
        /// Nobody waited for it any more; it was killed too.
        case cancelled
        /// It could not be started, for this reason (`errno`).
        case notStarted(Int32)
    }

    /// How it ended.
    let ending: Ending
    /// The beginning of what it wrote to standard error.
    let complaint: String
}
