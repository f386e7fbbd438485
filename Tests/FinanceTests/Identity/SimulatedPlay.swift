import Finance
import Foundation
import TestSupport

/// Polls a simulated bank every four to nine hours and keeps the score.
struct SimulatedPlay {
    /// What one answer brought.
    struct Step {
        let instant: Date
        let appeared: Int
        let movements: Int
    }

    /// How well bookings were recognised; rates are in thousandths, rounded down.
    struct Score: CustomStringConvertible {
        var movements = 0
        var appeared = 0
        var links = 0
        var rightLinks = 0
        var possibleLinks = 0
        /// New events beyond one for each movement.
        var doubled = 0
        /// Movements without a new event.
        var missed = 0

        var precision: Int { rightLinks * 1_000 / max(1, links) }
        var recall: Int { rightLinks * 1_000 / max(1, possibleLinks) }

        var description: String {
            "precision \(rightLinks)/\(links), recall \(rightLinks)/\(possibleLinks), "
                + "appeared \(appeared) of \(movements), doubled \(doubled), missed \(missed)"
        }

        func adding(_ other: Score) -> Score {
            Score(
                movements: movements + other.movements, appeared: appeared + other.appeared,
                links: links + other.links, rightLinks: rightLinks + other.rightLinks,
                possibleLinks: possibleLinks + other.possibleLinks,
                doubled: doubled + other.doubled, missed: missed + other.missed)
        }
    }

    private(set) var bank: SimulatedBank
    private(set) var ledger = Ledger()
    private var random: SeededGenerator
    private var instant = SimulatedHistory.start.adding(days: 10).instant(in: Make.oslo)
    private let end: Date

    /// Starts ten days into the history and ends when everything is long booked or released.
    init(_ history: SimulatedHistory, seed: UInt64) {
        bank = SimulatedBank(history, seed: seed &+ 1_000)
        random = SeededGenerator(seed: seed &+ 2_000)
        end = SimulatedHistory.start.adding(days: history.purchases.count / history.perDay + 25)
            .instant(in: Make.oslo)
    }

    /// One more answer; `nil` at the end.
    mutating func next() -> Step? {
        guard instant < end else { return nil }
        let known = newsCount
        let changes = ledger.take(bank.answer(at: instant)).changes.transactions
        let appeared = changes.filter { $0.cause == .appeared && !$0.isBaseline }.count
        let step = Step(instant: instant, appeared: appeared, movements: newsCount - known)
        instant += Double(Int.random(in: 4 * 3_600..<9 * 3_600, using: &random))
        return step
    }

    private var newsCount: Int { bank.sights.values.filter { !$0.isInBaseline }.count }

    /// The score so far.
    var score: Score {
        var score = Score(movements: newsCount)
        score.possibleLinks =
            bank.sights.values.filter {
                $0.isReservationSeen && $0.isBookingSeen
            }.count
        let purchases = bank.history.purchases
        let pairs = Set(
            purchases.map { [Self.key($0.reservation), Self.key($0.booking)] }
                + purchases.map { [Self.key($0.changed), Self.key($0.booking)] })
        let alike = SimulatedLookalikes(purchases)
        var events: [String: Int] = [:]
        for change in ledger.history {
            if change.cause == .appeared, !change.isBaseline, let after = change.after {
                score.appeared += 1
                events[alike.name(of: Self.datedKey(after)), default: 0] += 1
            }
            guard change.cause == .booked, let before = change.before, let after = change.after
            else { continue }
            score.links += 1
            if pairs.contains([Self.key(before), Self.key(after)]) { score.rightLinks += 1 }
        }
        for sight in bank.sights.values where !sight.isInBaseline {
            events[alike.name(of: sight.first), default: 0] -= 1
        }
        score.doubled = events.values.reduce(0) { $0 + max(0, $1) }
        score.missed = -events.values.reduce(0) { $0 + min(0, $1) }
        return score
    }

    /// The booked movements that the bank showed, in no order.
    var trueBookings: [String: Int] {
        var found: [String: Int] = [:]
        for (number, sight) in bank.sights where sight.isBookingSeen {
            found[Self.key(bank.history.purchases[number].booking), default: 0] += 1
        }
        return found
    }

    /// What is stored, reservations marked.
    var stored: [String: Int] {
        var found: [String: Int] = [:]
        for transaction in ledger.transactions() {
            let mark = transaction.status.isReservation ? "reserved " : ""
            found[mark + Self.key(transaction), default: 0] += 1
        }
        return found
    }

    /// What a row is told apart by; empty without one.
    static func key(_ row: TransactionObservation?) -> String {
        row.map { key("\($0.amount)", $0.text ?? "") } ?? ""
    }

    private static func key(_ amount: String, _ text: String) -> String {
        let plain = text.hasSuffix(" NO") ? String(text.dropLast(3)) : text
        return "\(amount) \(plain.replacing(SimulatedDialect.enrichment, with: ""))"
    }

    /// What a row is told apart by, its day included.
    static func datedKey(_ row: TransactionObservation) -> String { "\(row.date) \(key(row))" }

    private static func datedKey(_ transaction: Transaction) -> String {
        "\(transaction.transactionDate) \(key(transaction))"
    }

    private static func key(_ transaction: Transaction) -> String {
        key("\(transaction.signedAmount)", transaction.originalTransactionDescription)
    }
}
