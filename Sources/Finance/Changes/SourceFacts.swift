public import Foundation

/// What is known about one bank connection now.
public struct SourceFacts: Sendable, Hashable, Codable {
    /// The source's identifier in the settings.
    public let id: String
    /// The last poll that brought facts, complete or partial; `nil` if none ever did.
    public var lastSuccess: Date?
    /// The last complete poll; `nil` if none ever was.
    public var lastComplete: Date?
    /// The last poll of any outcome.
    public var lastAttempt: Date?
    /// Since when every poll has failed; `nil` while the bank answers.
    public var failingSince: Date?
    /// The newest failure while the bank fails.
    public var failure: SourceFailure?
    /// Why the last answer was not complete, the first of the reasons; `nil` if it was, or none is known.
    public var shortfall: SourceFailure?
    /// What is scheduled, as it was last read; `nil` if the bank was never asked.
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
    /// - Parameter isDoubted: whether rows of the answer are not believed yet, which makes a complete
    ///   one partial (D70).
    public func after(_ snapshot: Snapshot, isDoubted: Bool = false) -> SourceFacts {
        var next = self
        next.lastAttempt = snapshot.observedAt
        next.signInExpires = snapshot.signInExpires ?? signInExpires
        if let items = snapshot.wholeSchedule {
            next.scheduled = ScheduledItems(items: items, readAt: snapshot.observedAt)
        }
        switch snapshot.outcome {
        case .complete, .partial:
            let isComplete = snapshot.outcome == .complete && !isDoubted
            next.lastSuccess = snapshot.observedAt
            if isComplete { next.lastComplete = snapshot.observedAt }
            next.shortfall = isComplete ? nil : snapshot.shortfalls.first
            next.failingSince = nil
            next.failure = nil
        case .throttled:
            // A bank that throttles is alive: no failure starts, none ends.
            break
        case .failed(let failure):
            next.failingSince = failingSince ?? snapshot.observedAt
            next.failure = failure
        }
        return next
    }
}

/// The scheduled items of one bank connection as they were last read.
///
/// An empty list says that nothing is scheduled; where a bank was never asked there is no list.
public struct ScheduledItems: Sendable, Hashable, Codable {
    /// The items in the bank's order.
    public var items: [ScheduledItem]
    public var readAt: Date

    public init(items: [ScheduledItem], readAt: Date) {
        self.items = items
        self.readAt = readAt
    }

    /// The items of one account, each thing that is to be paid once (D32).
    ///
    /// A bank that lists the next turn of a standing order among the payments too gives the same
    /// account, amount, day and receiver twice; pairs of like payments stay pairs.
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

    /// What makes two items of one account the same thing to pay.
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
