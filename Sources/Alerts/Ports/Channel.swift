/// A way to a person: a desktop, a terminal, a webhook.
///
/// A channel sends one notice at a time and reports what became of it; queueing, retrying and
/// ordering are the caller's. It never blocks another channel and never throws.
public protocol Channel: Sendable {
    /// The name that rules use in `notify`.
    var name: String { get }

    /// Tries once to deliver a notice whose content is already cut to the channel's detail.
    ///
    /// May be called again with the same notice after any outcome but `delivered`. Returns within
    /// the channel's own time limit, sooner when the task is cancelled.
    func deliver(_ notice: Notice) async -> DeliveryOutcome
}
