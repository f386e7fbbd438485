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
        /// What its first row looked like; see ``SimulatedPlay``.
        var first = ""
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
        let hides = history.quirks.hidesReservations && hasBaseline && random.happens(20)
        let from = CalendarDay(of: instant, in: Make.oslo).adding(days: -20)
        let notified = isCached ? instant.addingTimeInterval(-6 * 3_600) : instant
        var rows: [TransactionObservation] = []
        for purchase in history.purchases {
            guard purchase.isListed(at: notified, from: from) else { continue }
            for row in purchase.rows(at: notified) where !hides || !row.status.isReservation {
                if isPartial, random.happens(400) { continue }
                let row = history.dialect.dated(row, of: purchase, at: notified)
                if !isPartial { note(purchase, row) }
                rows.append(shown(row, of: purchase, at: notified))
            }
        }
        hasBaseline = true
        rows.shuffle(using: &random)
        return Snapshot(
            source: Make.source, observedAt: instant, outcome: isPartial ? .partial : .complete,
            accounts: [Make.account(from: from.description, isListComplete: !isPartial)],
            transactions: rows, tolerances: history.dialect.tolerances)
    }

    private mutating func note(_ purchase: SimulatedPurchase, _ row: TransactionObservation) {
        var sight =
            sights[purchase.number]
            ?? Sight(isInBaseline: !hasBaseline, first: SimulatedPlay.datedKey(row))
        if row.status.isReservation {
            if !sight.isBookingSeen { sight.isReservationSeen = true }
        } else {
            sight.isBookingSeen = true
        }
        sights[purchase.number] = sight
    }

    private mutating func shown(
        _ row: TransactionObservation, of purchase: SimulatedPurchase, at instant: Date
    ) -> TransactionObservation {
        var row = row
        switch history.quirks.identifiers {
        case .none: break
        case .flapping:
            let id = Int.random(in: 0...160, using: &random)
            if id <= 80 { row.bankTransactionID = String(max(0, id - 40)) }
        case .archive:
            if !row.status.isReservation, purchase.isArchived(at: instant) {
                row.bankTransactionID = String(990_000 + purchase.number)
            }
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
