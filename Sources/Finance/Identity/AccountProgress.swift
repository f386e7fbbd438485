import Foundation

/// The figures of one account in one answer beside what was known of them.
struct AccountProgress {
    /// The account's facts after the answer.
    let facts: AccountFacts
    /// The balance to append to the series, if it has news or the day is new.
    let balance: AccountBalance?
    /// Whether the answer gave a figure.
    let isRefreshed: Bool

    /// Reads the figures of `observation` after `known`.
    init(
        _ observation: AccountObservation, after known: AccountFacts?, at instant: Date,
        zone: TimeZone
    ) {
        let isRefreshed = observation.booked != nil || observation.available != nil
        self.isRefreshed = isRefreshed
        facts = Self.facts(observation, after: known, at: instant, isRefreshed: isRefreshed)
        guard isRefreshed, Self.isWorthKeeping(facts, after: known, zone: zone) else {
            balance = nil
            return
        }
        let previousRead = known.flatMap { $0.hasFigures ? $0.freshAt : nil }
        balance = Self.figures(observation, at: instant).map {
            AccountBalance(
                accountID: observation.details.id, currentBalance: $0,
                day: CalendarDay(of: instant, in: zone), previousRead: previousRead)
        }
    }

    private static func facts(
        _ observation: AccountObservation, after known: AccountFacts?, at instant: Date,
        isRefreshed: Bool
    ) -> AccountFacts {
        var next =
            known
            ?? AccountFacts(
                account: observation.account, booked: nil, available: nil, creditLimit: nil,
                freshAt: instant, completeAt: nil, firstSeen: instant)
        next.account = observation.account
        if isRefreshed {
            // Both together: an old figure must never stand beside a new moment.
            next.booked = observation.booked
            next.available = observation.available
            next.creditLimit = observation.creditLimit
            next.freshAt = instant
        }
        if observation.isTransactionListComplete { next.completeAt = instant }
        return next
    }

    /// Whether a figure changed, or this is the first answer of a new local day.
    private static func isWorthKeeping(
        _ facts: AccountFacts, after known: AccountFacts?, zone: TimeZone
    ) -> Bool {
        guard let known, known.hasFigures else { return true }
        return known.booked != facts.booked || known.available != facts.available
            || CalendarDay(of: known.freshAt, in: zone) != CalendarDay(of: facts.freshAt, in: zone)
    }

    private static func figures(
        _ observation: AccountObservation, at instant: Date
    ) -> CurrentBalance? {
        let available = observation.available.flatMap { try? Balance(signed: $0, asOf: instant) }
        let booked = observation.booked.flatMap { try? Balance(signed: $0, asOf: instant) }
        return switch (available, booked) {
        case (let available?, let booked?):
            .availableAndBooked(available: available, booked: booked)
        case (let available?, nil): .available(available)
        case (nil, let booked?): .booked(booked)
        case (nil, nil): nil
        }
    }
}

extension AccountFacts {
    /// Whether a figure has ever been read.
    fileprivate var hasFigures: Bool { booked != nil || available != nil }
}
