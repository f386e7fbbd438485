public import Foundation

/// The present facts of one bank connection.
public struct SourceFacts: Sendable, Hashable, Codable {
    /// The source's identifier in the settings.
    public let id: String
    /// The last poll that brought facts, complete or partial; `nil` if there was none.
    public var lastSuccess: Date?
    /// The last complete poll; `nil` if there was none.
    public var lastComplete: Date?
    /// The last poll of any outcome.
    public var lastAttempt: Date?
    /// Since when every poll has failed; `nil` while the bank answers.
    public var failingSince: Date?
    /// The newest failure while the bank fails.
    public var failure: SourceFailure?
    /// The first reason why the last answer was not complete; `nil` if it was complete.
    public var shortfall: SourceFailure?
    /// The other reasons, of which the last one may stand for many; `nil` if there are none.
    public var furtherShortfalls: [SourceFailure]?
    /// Since when every answer has lacked something; `nil` if the last one was complete.
    public var incompleteSince: Date?
    /// The scheduled items as last read; `nil` if the bank was never asked.
    public var scheduled: ScheduledItems?
    /// When the access ends, so that the person must sign in again; `nil` if unknown.
    public var signInExpires: Date?

    public init(
        id: String, lastSuccess: Date? = nil, lastComplete: Date? = nil, lastAttempt: Date? = nil,
        failingSince: Date? = nil, failure: SourceFailure? = nil,
        scheduled: ScheduledItems? = nil, signInExpires: Date? = nil
    ) {
        self.id = id
        self.lastSuccess = lastSuccess
        self.lastComplete = lastComplete
        self.lastAttempt = lastAttempt
        self.failingSince = failingSince
        self.failure = failure
        self.scheduled = scheduled
        self.signInExpires = signInExpires
    }

    /// The facts after one more poll.
    ///
    /// - Parameter isDoubted: whether rows of the answer need confirmation, which makes a complete
    ///   answer partial (D70).
    public func after(
        _ snapshot: Snapshot, isDoubted: Bool = false, zone: TimeZone = .gmt
    ) -> SourceFacts {
        var next = self
        next.lastAttempt = snapshot.observedAt
        next.signInExpires = snapshot.signInExpires ?? signInExpires
        if let items = snapshot.wholeSchedule {
            next.scheduled = ScheduledItems(
                items: items + itemsKept(beside: items, of: snapshot, zone),
                readAt: snapshot.observedAt)
        }
        switch snapshot.outcome {
        case .complete, .partial:
            let isComplete = snapshot.outcome == .complete && !isDoubted
            let reasons = snapshot.shortfalls.map(\.asReason)
            next.lastSuccess = snapshot.observedAt
            if isComplete { next.lastComplete = snapshot.observedAt }
            next.shortfall = isComplete ? nil : reasons.first
            next.furtherShortfalls = isComplete ? nil : Self.bounded(reasons.dropFirst())
            next.incompleteSince = isComplete ? nil : incompleteSince ?? snapshot.observedAt
            next.failingSince = nil
            next.failure = nil
        case .throttled(let pause):
            // A bank that throttles is alive: a failure neither starts nor ends.
            guard shortfall == nil || shortfall?.kind == .throttled else { break }
            next.furtherShortfalls = nil
            next.shortfall = Self.request(toWait: pause, in: snapshot, zone)
        case .failed(let failure):
            next.failingSince = failingSince ?? snapshot.observedAt
            next.failure = failure
            if shortfall?.kind == .throttled {
                (next.shortfall, next.furtherShortfalls) = (nil, nil)
            }
        }
        return next
    }

    /// The request of a bank to come later: until when, else in its own words.
    private static func request(
        toWait pause: Duration?, in snapshot: Snapshot, _ zone: TimeZone
    ) -> SourceFailure {
        let end = pause.map { snapshot.observedAt.addingTimeInterval($0 / .seconds(1)) }
        if end == nil, let said = snapshot.shortfalls.first { return said }
        return SourceFailure(
            kind: .throttled,
            problem: end.map { "it wants no question before \(InstantText.minute($0, in: zone))" }
                ?? "it asks to come later", fix: "nothing; it is asked again then")
    }

    /// Why the last answer is missing or not complete.
    public var problems: [SourceFailure] {
        // A bank that asked to come later has done so after the failure.
        if let failure, shortfall?.kind != .throttled { return [failure] }
        return [shortfall].compactMap(\.self) + (furtherShortfalls ?? [])
    }

    /// How many reasons are stored one by one beside the first.
    private static let mostShortfalls = 9

    private static func bounded(_ failures: ArraySlice<SourceFailure>) -> [SourceFailure]? {
        guard let last = failures.last else { return nil }
        let rest = failures.count - mostShortfalls
        guard rest > 0 else { return Array(failures) }
        return failures.prefix(mostShortfalls) + [
            SourceFailure(kind: last.kind, problem: "and \(rest) more", fix: last.fix)
        ]
    }

    /// Whether answers have lacked something for a day, and the bank still answers.
    public func isLongIncomplete(at now: Date) -> Bool {
        guard let incompleteSince, failingSince == nil else { return false }
        return now.timeIntervalSince(incompleteSince) >= Self.longIncomplete
    }

    /// A day, after which an answer that was doubted is believed as well (D70).
    private static let longIncomplete: TimeInterval = 86_400

    /// The items of accounts that a complete answer lacks, which it says nothing about (RL-30).
    ///
    /// Each is kept until its day, because such an account may never be listed again.
    private func itemsKept(
        beside items: [ScheduledItem], of snapshot: Snapshot, _ zone: TimeZone
    ) -> [ScheduledItem] {
        guard let known = scheduled?.items, !known.isEmpty else { return [] }
        let listed = Set(
            snapshot.accounts.map(\.details.bankAccountID) + items.map(\.bankAccountID))
        let today = CalendarDay(of: snapshot.observedAt, in: zone)
        return known.filter { !listed.contains($0.bankAccountID) && $0.due >= today }
    }
}

/// The scheduled items of one bank connection as they were last read.
///
/// An empty list means that nothing is scheduled; for a bank that was never asked there is no list.
public struct ScheduledItems: Sendable, Hashable, Codable {
    /// The items in the bank's order.
    public var items: [ScheduledItem]
    public var readAt: Date

    public init(items: [ScheduledItem], readAt: Date) {
        self.items = items
        self.readAt = readAt
    }

    /// The items of one account, without duplicates of the same payment (D32).
    ///
    /// Some banks list the next payment of a standing order also among the payments, with the same
    /// account, amount, day and receiver. Pairs of equal payments in one list stay pairs.
    public func items(ofAccount bankAccountID: String) -> [ScheduledItem] {
        let own = items.filter { $0.bankAccountID == bankAccountID }
        var payments: [Occasion: Int] = [:]
        for item in own where item.kind == .payment { payments[Occasion(item), default: 0] += 1 }
        return own.filter { item in
            guard item.kind == .standingOrder, let count = payments[Occasion(item)], count > 0
            else { return true }
            payments[Occasion(item)] = count - 1
            return false
        }
    }

    /// The properties that make two items of one account the same payment.
    private struct Occasion: Hashable {
        let amount: Money
        let due: CalendarDay
        let receiver: FoldedText

        init(_ item: ScheduledItem) {
            amount = item.amount
            due = item.due
            receiver = FoldedText(item.text)
        }
    }
}
