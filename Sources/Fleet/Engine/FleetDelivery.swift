public import Alerts
public import Foundation

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
    /// The engine's time when it was taken.
    public let at: Date

    public init(
        household: HouseholdID, reference: String, lane: DeliveryLane, entry: OutboxEntry, at: Date
    ) {
        self.at = at
        self.household = household
        self.reference = reference
        self.lane = lane
        self.entry = entry
    }
}

/// What became of an attempt.
public struct FleetDeliveryResult: Sendable, Hashable {
    public let household: HouseholdID
    public let lane: DeliveryLane
    /// Which attempt it was, as ``OutboxEntry/attempts`` counted it.
    public let attempt: Int
    public let result: OutboxResult
    /// The engine's time when the entry was taken.
    public let at: Date

    public init(
        household: HouseholdID, lane: DeliveryLane, attempt: Int, result: OutboxResult, at: Date
    ) {
        self.household = household
        self.lane = lane
        self.attempt = attempt
        self.result = result
        self.at = at
    }
}
