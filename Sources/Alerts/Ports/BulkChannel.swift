/// A channel that takes many notices at once: a program at the other end, not a person.
public protocol BulkChannel: Channel {
    /// Tries once to deliver each of these, in any order and many at the same time.
    ///
    /// Ends early when the channel closes for good or the task is cancelled.
    ///
    /// - Returns: an outcome for each, in the same order; `nil` for one that was not begun.
    func deliver(_ parcels: [Parcel]) async -> [DeliveryOutcome?]
}
