import Finance
import Foundation

/// All rules of a rule set on the age of reservations.
struct ReservationTable: RuleTable {
    private var rules: [ReservationRule]

    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        self.rules = rules.compactMap { ReservationRule($0) }
    }

    var isEmpty: Bool { rules.isEmpty }

    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        rules.indices.flatMap { rules[$0].verdicts(&state) }
    }
}

/// A compiled rule on the age of reservations, with an event for each that reaches the age.
struct ReservationRule: Sendable {
    private let id: String
    private let age: CompiledReservationAge
    private var notified: Set<UUID> = []
    private var isBegun = false

    /// The number of days after which a reservation that reached the age is no longer reported.
    static let newsDays = 90

    /// Compiles a rule; `nil` if it is not on the age of reservations alone.
    init?(_ rule: Rule) {
        guard case .condition(.reservationAge(let age)) = rule.body else { return nil }
        id = rule.id
        self.age = CompiledReservationAge(age)
    }

    /// The verdicts on reservations that have reached the age; each is given once, and once more
    /// when it is booked or goes.
    ///
    /// A reservation waits while its account can't be read. The first call also gives a verdict on
    /// the rule as a whole, which marks the time from which such reservations are reported.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        let (open, moment) = (state.reservations, state.moment)
        notified.formIntersection(open.all.keys)
        let today = moment.today
        let readable = state.accounts(of: age.selector).filter {
            moment.reason(againstRowsOf: $0) == nil
        }
        let accounts = Dictionary(
            readable.map { ($0.account.id, $0) }, uniquingKeysWith: { first, _ in first })
        defer { isBegun = true }
        let ripe = open.all.values.filter { reservation in
            age.firstDay(of: reservation) <= today && !notified.contains(reservation.id)
        }
        return (isBegun ? [] : [.begin(id)]) + ended(&state)
            + ripe.sorted(by: Self.precedes).compactMap { reservation in
                guard let account = accounts[reservation.accountID] else { return nil }
                // It may have been booked since, so only a complete answer from that day on decides
                // (D78).
                let ripened = age.firstDay(of: reservation).instant(in: moment.zone)
                guard account.completeAt.map({ $0 >= ripened }) ?? false else { return nil }
                notified.insert(reservation.id)
                return verdict(reservation, account, today, moment.zone)
            }
    }

    /// The verdicts on reservations of that age that were booked or have gone in this poll.
    private func ended(_ state: inout EvaluationState) -> [Verdict] {
        let moment = state.moment
        return moment.transactions.compactMap { change in
            guard let before = change.before, before.status.isReservation,
                change.after?.status.isReservation != true,
                age.firstDay(of: before) <= moment.today,
                state.account(before.accountID, of: age.selector) != nil
            else { return nil }
            let last = change.after ?? before
            var evidence = Verdict.Evidence(
                accountID: last.accountID, value: last.signedAmount, transaction: last)
            evidence.previous = before.signedAmount
            return Verdict(
                ruleID: id, subject: .transaction(before.id), finding: .clear(isRecovered: true),
                evidence: evidence)
        }
    }

    private func verdict(
        _ reservation: Transaction, _ account: AccountFacts, _ today: CalendarDay, _ zone: TimeZone
    ) -> Verdict? {
        let first = age.firstDay(of: reservation)
        guard first.adding(days: Self.newsDays) >= today else { return nil }
        let ripened = first.instant(in: zone)
        // The reservations of the first poll of an account are its silent baseline.
        let isBaseline = reservation.firstSeen <= account.firstSeen
        guard !isBaseline || ripened > reservation.firstSeen else { return nil }
        return Verdict(
            ruleID: id, subject: .transaction(reservation.id), finding: .occurred,
            evidence: Verdict.Evidence(
                accountID: reservation.accountID, value: reservation.signedAmount,
                transaction: reservation, since: max(ripened, reservation.firstSeen)))
    }

    private static func precedes(_ left: Transaction, _ right: Transaction) -> Bool {
        (left.transactionDate, left.id.uuidString) < (right.transactionDate, right.id.uuidString)
    }
}

/// `a reservation is older than …` with its accounts resolved.
struct CompiledReservationAge: Sendable {
    let selector: AccountSelector
    /// The age in days, weeks, months or years that a reservation must exceed.
    let span: CalendarSpan

    init(_ age: ReservationAge) {
        selector = AccountSelector(age.scope)
        span = age.age.value
    }

    /// The first day on which a reservation is older than the age.
    ///
    /// The bank gives a day without a time, so whole days are counted (RL-15).
    func firstDay(of reservation: Transaction) -> CalendarDay {
        reservation.transactionDate.adding(span).adding(days: 1)
    }
}

/// The reservations that are neither booked nor gone, which are few among all transactions.
struct OpenReservations: Sendable {
    private(set) var all: [UUID: Transaction] = [:]

    /// The ages that rules compare with.
    private let ages: [CalendarSpan]

    /// Makes an empty table, which stays empty if no rule compares ages.
    init(_ rules: [Rule]) { ages = rules.flatMap(\.reservationAges) }

    /// The first day of stored history that is needed to find open reservations that reach an age.
    func historyNeeded(at now: Date, zone: TimeZone) -> CalendarDay? {
        let today = CalendarDay(of: now, in: zone)
        return ages.map { today.adding($0.back).adding(days: -ReservationRule.newsDays) }.min()
    }

    mutating func add(_ transaction: Transaction) {
        if !ages.isEmpty, transaction.status.isReservation { all[transaction.id] = transaction }
    }

    mutating func apply(_ change: TransactionChange) {
        guard !ages.isEmpty else { return }
        if let before = change.before { all[before.id] = nil }
        if let after = change.after { add(after) }
    }

    func isOlder(_ age: CompiledReservationAge, on account: UUID, today: CalendarDay) -> Bool {
        all.values.contains { $0.accountID == account && age.firstDay(of: $0) <= today }
    }
}

extension EvaluationState {
    /// Whether an account has a reservation older than an age, as one part of a condition.
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
        if let reason = moment.reason(againstRowsOf: account) { return Answer(.unknown(reason)) }
        let isOlder = reservations.isOlder(age, on: account.account.id, today: moment.today)
        return Answer(isOlder ? .isSo : .isNot)
    }
}

extension Verdict {
    /// Marks the time from which a rule reports its events.
    static func begin(_ ruleID: String) -> Verdict {
        Verdict(
            ruleID: ruleID, subject: .rule, finding: .clear(isRecovered: true),
            evidence: Evidence())
    }
}

extension Rule {
    /// The ages of reservations that the rule compares with.
    fileprivate var reservationAges: [CalendarSpan] {
        body.leaves.compactMap { leaf in
            if case .reservationAge(let age) = leaf { age.age.value } else { nil }
        }
    }
}
