import Finance

/// The words of `outcome`.
enum OutcomeWord: String, CaseIterable {
    case complete, partial, throttled, failed

    /// The outcome that the word and the line's `error` mean.
    func outcome(failure: SourceFailure.Kind?, retryAfter: Duration?) -> SnapshotOutcome {
        switch self {
        case .complete: .complete
        case .partial: .partial
        case .throttled: .throttled(retryAfter: retryAfter)
        case .failed: .failed(SourceFailure(recorded: failure ?? .server))
        }
    }
}

extension SourceFailure {
    /// A failure as a recording tells it: the kind alone, with words for it.
    init(recorded kind: Kind) {
        let problem =
            switch kind {
            case .unreachable: "the bank could not be reached"
            case .refused: "the bank refused the credentials"
            case .throttled: "the bank asked to come later"
            case .malformed: "the bank's answer could not be read"
            case .timedOut: "the bank did not answer in time"
            case .server: "the bank reported trouble of its own"
            }
        self.init(
            kind: kind, problem: problem + ", says the recording",
            fix: "nothing: it was so when it was recorded")
    }
}
