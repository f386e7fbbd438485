/// How many notices a channel is given at the same time.
public struct DeliveryBatch: Sendable, Hashable {
    /// How many are taken out of the outbox in one commit.
    public let taken: Int
    /// How many are under way at most.
    public let inFlight: Int

    /// Makes a batch; both numbers are at least one.
    public init(taken: Int, inFlight: Int) {
        self.taken = max(1, taken)
        self.inFlight = max(1, inFlight)
    }

    /// For channels where people look at one thing after the other: desktop and terminal.
    public static let oneByOne = DeliveryBatch(taken: 1, inFlight: 1)
    /// For receivers that take many connections: the order of each alert is kept, others overtake.
    public static let wide = DeliveryBatch(taken: 500, inFlight: 32)
}
