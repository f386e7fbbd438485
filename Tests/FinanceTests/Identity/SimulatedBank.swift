import Finance
import Foundation
import TestSupport

/// Shows a history through answers that are shuffled, late, partial, failed or out of a cache.
struct SimulatedBank {
    /// What the answers told about one movement.
    struct Sight {
        var isReservationSeen = false
        var isBookingSeen = false
        var isInBaseline = false
    }

    let history: SimulatedHistory
    private(set) var sights: [Int: Sight] = [:]
    private var random: SeededGenerator
    private var hasBaseline = false

    /// Opens the bank.
    init(_ history: SimulatedHistory, seed: UInt64) {
        self.history = history
        random = SeededGenerator(seed: seed)
    }

    /// The answer at `instant`.
    mutating func answer(at instant: Date) -> Snapshot {
        if hasBaseline, random.happens(50) { return failure(at: instant) }
        let isPartial = hasBaseline && random.happens(100)
        let isCached = hasBaseline && !isPartial && random.happens(10)
        let from = CalendarDay(of: instant, in: Make.oslo).adding(days: -20)
        let told = isCached ? instant.addingTimeInterval(-6 * 3_600) : instant
        var rows: [TransactionObservation] = []
        for purchase in history.purchases {
            guard purchase.isListed(at: told, from: from), let row = purchase.row(at: told)
            else { continue }
            if isPartial, random.happens(400) { continue }
            if !isPartial { note(purchase, row) }
            rows.append(withFlappingID(row))
        }
        hasBaseline = true
        rows.shuffle(using: &random)
        return Snapshot(
            source: Make.source, observedAt: instant, outcome: isPartial ? .partial : .complete,
            accounts: [Make.account(from: from.description, isListComplete: !isPartial)],
            transactions: rows)
    }

    private mutating func note(_ purchase: SimulatedPurchase, _ row: TransactionObservation) {
        var sight = sights[purchase.number] ?? Sight(isInBaseline: !hasBaseline)
        if row.status.isReservation {
            sight.isReservationSeen = true
        } else {
            sight.isBookingSeen = true
        }
        sights[purchase.number] = sight
    }

    private mutating func withFlappingID(_ row: TransactionObservation) -> TransactionObservation {
        var row = row
        switch Int.random(in: 0..<4, using: &random) {
        case 0: row.bankTransactionID = "0"
        case 1: row.bankTransactionID = String(Int.random(in: 1...40, using: &random))
        default: break
        }
        if random.happens(100) { row.type = .unknown }
        return row
    }

    private func failure(at instant: Date) -> Snapshot {
        Snapshot(
            source: Make.source, observedAt: instant,
            failure: SourceFailure(kind: .timedOut, problem: "no answer", fix: "wait"))
    }
}
