import Finance
import Foundation

/// A compiled age of reservations.
struct CompiledReservationAge: Sendable {
    /// On which accounts.
    let selector: AccountSelector
    /// Older than this many days, weeks, months or years.
    let span: CalendarSpan

    /// Compiles an age.
    init(_ age: ReservationAge) {
        selector = AccountSelector(age.scope)
        span = age.age.value
    }

    /// The first day on which a reservation is older.
    ///
    /// The bank gives a day and no time, so whole days are counted (RL-15).
    func firstDay(of reservation: Transaction) -> CalendarDay {
        reservation.transactionDate.adding(span).adding(days: 1)
    }
}

/// The reservations that are neither booked nor gone: a small set beside the whole history.
struct OpenReservations: Sendable {
    /// The reservations by identifier.
    private(set) var all: [UUID: Transaction] = [:]

    /// The ages that rules ask for.
    private let ages: [CalendarSpan]

    /// Starts empty; without a rule that asks for ages it stays so.
    init(_ rules: [Rule]) {
        ages = rules.flatMap(\.reservationAges)
    }

    /// The first day of stored history that is needed to know how old open reservations are.
    func historyNeeded(at now: Date, zone: TimeZone) -> CalendarDay? {
        let today = CalendarDay(of: now, in: zone)
        return ages.map { span in
            today.adding(CalendarSpan(count: -span.count, unit: span.unit))
                .adding(days: -ReservationRule.newsDays)
        }.min()
    }

    /// Takes a stored transaction.
    mutating func add(_ transaction: Transaction) {
        if !ages.isEmpty, transaction.status.isReservation { all[transaction.id] = transaction }
    }

    /// Follows one change.
    mutating func apply(_ change: TransactionChange) {
        guard !ages.isEmpty else { return }
        if let before = change.before { all[before.id] = nil }
        if let after = change.after { add(after) }
    }

    /// Whether an account has one that is older on a day.
    func isOlder(
        _ age: CompiledReservationAge, on account: UUID, today: CalendarDay
    ) -> Bool {
        all.values.contains { $0.accountID == account && age.firstDay(of: $0) <= today }
    }
}

extension EvaluationState {
    /// Whether an account has a reservation that is older, as one part of a condition.
    mutating func find(_ age: CompiledReservationAge, _ context: ReadingContext) -> Answer {
        guard age.selector.isVariable else {
            let accounts = accounts(of: age.selector)
            return accounts.isEmpty ? Answer(.notApplicable) : .any(accounts.map { find(age, $0) })
        }
        guard let own = account(context.account?.account.id, of: age.selector) else {
            return Answer(.notApplicable)
        }
        return find(age, own)
    }

    private func find(_ age: CompiledReservationAge, _ account: AccountFacts) -> Answer {
        if let reason = moment.freshness.windowReason(
            against: account, in: moment.facts, at: moment.now)
        {
            return Answer(.unknown(reason))
        }
        let today = CalendarDay(of: moment.now, in: moment.zone)
        let isOlder = reservations.isOlder(age, on: account.account.id, today: today)
        return Answer(isOlder ? .isSo : .isNot)
    }
}

extension Rule {
    /// The ages of reservations that it asks for.
    fileprivate var reservationAges: [CalendarSpan] {
        (body.condition?.leaves ?? []).compactMap { leaf in
            if case .reservationAge(let age) = leaf { age.age.value } else { nil }
        }
    }
}
