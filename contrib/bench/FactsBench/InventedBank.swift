import Finance
import Foundation

/// One made-up account with a long history, as stored and as the bank lists it.
struct InventedBank {
    /// The rows, oldest first.
    private var rows: [TransactionObservation] = []
    /// What the store would hold about them.
    private var input = ReconciliationInput()

    private static let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt
    private static let start = Date(timeIntervalSince1970: 1_780_000_000)
    private static let today = CalendarDay(of: start, in: zone)

    /// A history of `count` rows, forty a day; all of it reserved only if `isReserved`.
    init(count: Int, isReserved: Bool = false) {
        rows = (0..<count).map { Self.row($0, isReserved: isReserved) }
        let result = Reconciler.reconcile(
            Self.snapshot(rows, minutes: 0), source: SourceFacts(id: "bench"), with: input,
            zone: Self.zone)
        for account in result.accounts { input.accounts[account.account.id] = account }
        input.records[Self.details.id] = result.records
    }

    /// A poll of the whole history.
    func later(minutes: Int, isShuffled: Bool = false, books: Bool = false) -> InventedPoll {
        var rows = rows
        if books { rows = rows.indices.map { Self.booked(rows[$0]) } }
        if isShuffled { rows = rows.indices.map { rows[$0 &* 7_919 % rows.count] } }
        return InventedPoll(
            snapshot: Self.snapshot(rows, minutes: minutes), input: input, zone: Self.zone)
    }

    private static let details = AccountDetails(
        displayName: "Brukskonto", institutionName: "bench", currency: .nok,
        bankAccountID: "a1")

    private static func snapshot(_ rows: [TransactionObservation], minutes: Int) -> Snapshot {
        let account = AccountObservation(
            details: details, kind: .asset, booked: Money(minorUnits: 1, currency: .nok),
            available: nil, coveredFrom: rows.map(\.listingDay).min())
        return Snapshot(
            source: "bench", observedAt: start.addingTimeInterval(Double(minutes) * 60),
            outcome: .complete, accounts: [account], transactions: rows)
    }

    /// The row `number` places before the newest one.
    private static func row(_ number: Int, isReserved: Bool) -> TransactionObservation {
        let day = today.adding(days: -(number / (isReserved ? 20_000 : 40)))
        var row = TransactionObservation(
            bankAccountID: "a1",
            amount: Money(minorUnits: -Int64(number * 7_919 % 99_991 + 100), currency: .nok),
            status: isReserved ? .pending : .booked, date: day)
        row.posted = isReserved ? nil : day.adding(days: number % 3)
        row.text = "BUTIKK \(number % 500) FJ"
        row.type = .pointOfSale
        return row
    }

    private static func booked(_ row: TransactionObservation) -> TransactionObservation {
        var booked = row
        booked.status = .booked
        booked.posted = row.date.adding(days: 2)
        booked.text = "*0000 \(row.date) NOK 1.00 \(row.text ?? "") Kurs: 1.0000"
        booked.merchantName = "\(row.text ?? "")ORDBY"
        return booked
    }
}

/// A poll beside what is stored.
struct InventedPoll {
    let snapshot: Snapshot
    let input: ReconciliationInput
    let zone: TimeZone

    /// Reconciles and gives the number of changes.
    func reconciled() -> Int {
        Reconciler.reconcile(
            snapshot, source: SourceFacts(id: "bench"), with: input, zone: zone
        ).changes.transactions.count
    }
}

extension TransactionObservation {
    /// The day by which the bank lists the row.
    fileprivate var listingDay: CalendarDay { posted ?? date }
}
