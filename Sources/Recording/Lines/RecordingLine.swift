public import Finance

/// One line of a recording.
public enum RecordingLine: Sendable, Hashable {
    /// What a bank answered to a poll.
    case snapshot(Snapshot)
    /// One new transaction without any balance.
    case transaction(BareTransactionLine)
}
