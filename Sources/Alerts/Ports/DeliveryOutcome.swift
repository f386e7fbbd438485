/// What became of one attempt to deliver a notice.
public enum DeliveryOutcome: Sendable, Hashable {
    /// The receiver confirmed it.
    case delivered
    /// It may work later; `after` is the receiver's own wish, if it had one.
    case retry(DeliveryProblem, after: Duration?)
    /// It will never work for this notice: the receiver refused the content.
    case refused(DeliveryProblem)
    /// The receiver is gone for good (410) or the channel is misconfigured: stop using it.
    case channelClosed(DeliveryProblem)
}
