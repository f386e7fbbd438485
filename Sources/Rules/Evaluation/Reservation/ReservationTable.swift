import Finance
import Foundation

/// All rules of a rule set on the age of reservations.
struct ReservationTable: RuleTable {
    private var rules: [ReservationRule]

    /// Compiles the rules on the age of reservations alone.
    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        self.rules = rules.compactMap { ReservationRule($0) }
    }

    /// Whether there is nothing to look at.
    var isEmpty: Bool { rules.isEmpty }

    /// The verdicts of all rules now.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        var verdicts: [Verdict] = []
        for place in rules.indices { verdicts += rules[place].verdicts(&state) }
        return verdicts
    }
}

/// A rule on the age of reservations, compiled: an event for each reservation, when its day comes.
struct ReservationRule: Sendable {
    private let id: String
    private let age: CompiledReservationAge
    private var told: Set<UUID> = []
    private var isBegun = false

    /// What became so longer ago is no news, even if nobody remembers that it was told.
    static let newsDays = 90

    /// Compiles a rule; `nil` if it is not on the age of reservations alone.
    init?(_ rule: Rule) {
        guard case .condition(.reservationAge(let age)) = rule.body else { return nil }
        id = rule.id
        self.age = CompiledReservationAge(age)
    }

    /// The verdicts on reservations that have become older, each given once.
    ///
    /// A reservation whose account can't be read waits. The first time there is a verdict on the
    /// rule as a whole besides: it marks the instant from which what becomes so is news.
    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        let (open, moment) = (state.reservations, state.moment)
        told.formIntersection(open.all.keys)
        let today = moment.today
        let readable = state.accounts(of: age.selector).filter {
            moment.freshness.windowReason(against: $0, in: moment.facts, at: moment.now) == nil
        }
        let accounts = Dictionary(
            readable.map { ($0.account.id, $0) }, uniquingKeysWith: { first, _ in first })
        defer { isBegun = true }
        let begin = Verdict(
            ruleID: id, subject: .rule, finding: .clear(isRecovered: true),
            evidence: Verdict.Evidence())
        let ripe = open.all.values.filter { reservation in
            age.firstDay(of: reservation) <= today && !told.contains(reservation.id)
        }
        return (isBegun ? [] : [begin])
            + ripe.sorted(by: Self.precedes).compactMap { reservation in
                guard let account = accounts[reservation.accountID] else { return nil }
                // It may have been booked by then: only a complete answer of the day tells (D78).
                let ripened = age.firstDay(of: reservation).instant(in: moment.zone)
                guard account.completeAt.map({ $0 >= ripened }) ?? false else { return nil }
                told.insert(reservation.id)
                return verdict(reservation, account, today, moment.zone)
            }
    }

    private func verdict(
        _ reservation: Transaction, _ account: AccountFacts, _ today: CalendarDay, _ zone: TimeZone
    ) -> Verdict? {
        let first = age.firstDay(of: reservation)
        guard first.adding(days: Self.newsDays) >= today else { return nil }
        let ripened = first.instant(in: zone)
        // What the first reading of an account brings is its silent baseline, ripe or not later.
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
