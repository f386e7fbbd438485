public import Alerts

/// Where notifications of a channel end up: a receiver that is down holds up its own lane only.
///
/// Households that share their settings file share its channels.
public struct DeliveryLane: Sendable, Hashable {
    public let settings: DocumentHash
    public let channel: String

    public init(settings: DocumentHash, channel: String) {
        self.settings = settings
        self.channel = channel
    }
}

/// An entry of the outbox that was taken for an attempt.
public struct FleetDelivery: Sendable, Hashable {
    public let household: HouseholdID
    public let reference: String
    public let lane: DeliveryLane
    /// With its attempt counted.
    public let entry: OutboxEntry

    public init(
        household: HouseholdID, reference: String, lane: DeliveryLane, entry: OutboxEntry
    ) {
        self.household = household
        self.reference = reference
        self.lane = lane
        self.entry = entry
    }
}

/// What became of an attempt.
public struct FleetDeliveryResult: Sendable, Hashable {
    public let household: HouseholdID
    /// Which attempt it was, as ``OutboxEntry/attempts`` counted it.
    public let attempt: Int
    public let result: OutboxResult

    public init(household: HouseholdID, attempt: Int, result: OutboxResult) {
        self.household = household
        self.attempt = attempt
        self.result = result
    }
}
