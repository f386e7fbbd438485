/// Why something is not there any more for a reader.
public enum DeletionReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// A reservation went away without a booking.
    case dropped
    /// The bank no longer lists a booked row.
    case removed
    /// It turned out to be the same as another one.
    case superseded
    /// The reader's access begins later now, or the row's day moved before its beginning.
    case accessNarrowed
    /// The reader's access to the account was taken away.
    case accessRevoked
    /// The owner removed the bank and all that came from it.
    case sourceRemoved
}
