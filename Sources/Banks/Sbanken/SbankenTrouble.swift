import Finance

/// Why a question to the bank brought no answer that can be used.
enum SbankenTrouble: Error, Sendable, Hashable {
    /// The bank asked to come later.
    case throttled(retryAfter: Duration?)
    /// The credentials or the token are not accepted, so that no other question will do better.
    case signInRefused(SourceFailure)
    /// The thing asked for does not exist.
    case notFound
    /// The task was cancelled.
    case cancelled
    /// Anything else.
    case failed(SourceFailure)

    /// Whether asking the bank anything else now is pointless.
    var endsPoll: Bool {
        switch self {
        case .throttled, .signInRefused, .cancelled: true
        case .notFound, .failed: false
        }
    }

    /// Whether the bank cannot be talked to at the moment, so that more questions only cost time.
    var isOutage: Bool {
        guard case .failed(let failure) = self else { return false }
        return failure.kind == .unreachable || failure.kind == .timedOut
    }

    /// What a snapshot says of it when nothing usable came.
    var outcome: SnapshotOutcome {
        switch self {
        case .throttled(let retryAfter): .throttled(retryAfter: retryAfter)
        case .signInRefused(let failure), .failed(let failure): .failed(failure)
        case .notFound: .failed(SbankenProblems.notFound)
        case .cancelled: .failed(SbankenProblems.cancelled)
        }
    }
}
