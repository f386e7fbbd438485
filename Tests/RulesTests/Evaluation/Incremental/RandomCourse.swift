import Finance
import Foundation
import TestSupport

@testable import Rules

/// What happens to some accounts at random, poll by poll.
struct RandomCourse {
    /// Everything known after the last poll.
    private(set) var facts = Facts()
    /// The rows that are there, by their identifiers.
    private(set) var rows: [UUID: Transaction] = [:]
    /// The time of the last poll.
    private(set) var now = Make.instant("2026-02-20T22:30:00Z")
    private var random: SeededGenerator
    private var count = 0
    private static let banks = ["sbanken", "fjordbank"]

    /// Starts with three accounts of two banks.
    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        for bank in Self.banks { facts.sources[bank] = SourceFacts(id: bank) }
        put(Make.account("a1", name: "Brukskonto"))
        put(Make.account("a2", name: "Sparekonto", source: Self.banks[1]))
        put(Make.card("c1"))
        for id in facts.accounts.keys where random.happens(500) { addRow(to: id, daysAgo: 60) }
    }

    /// Lets time pass and some things happen.
    mutating func advance() -> FactChanges {
        now += Double(pick([60, 300, 300, 3_600, 8 * 3_600, 26 * 3_600, 4 * 86_400]))
        var changes: [TransactionChange] = []
        for id in facts.accounts.keys.sorted(by: { $0.uuidString < $1.uuidString }) {
            guard random.happens(700) else { continue }
            refresh(id)
            for _ in 0..<Int.random(in: 0...2, using: &random) where random.happens(600) {
                changes.append(addRow(to: id, daysAgo: pick([0, 0, 1, 3, 9, 20])))
            }
            if random.happens(200), let change = changeRow(of: id) { changes.append(change) }
        }
        if random.happens(60) { toggleBank() }
        if random.happens(30) { rename() }
        return FactChanges(observedAt: now, transactions: changes)
    }

    private mutating func put(_ observation: AccountObservation) {
        var account = Make.accountFacts(observation)
        account.firstSeen = now - Double(pick([0, 3, 40]) * 86_400)
        account.freshAt = now
        account.completeAt = random.happens(800) ? now : nil
        facts.accounts[account.account.id] = account
    }

    private mutating func refresh(_ id: UUID) {
        guard var account = facts.accounts[id] else { return }
        account.freshAt = now
        if random.happens(800) { account.completeAt = now }
        if random.happens(600) {
            let sign = account.account.liabilityAccount == nil ? 1 : -1
            account.booked = amount(sign)
            account.available = random.happens(100) ? nil : amount(1)
        }
        if random.happens(40) { account.booked = nil }
        if random.happens(40) { account.creditLimit = account.creditLimit == nil ? amount(1) : nil }
        facts.accounts[id] = account
    }

    private mutating func amount(_ sign: Int) -> Money {
        Money(
            minorUnits: Int64(sign * Int.random(in: 0...30, using: &random) * 1_000),
            currency: .nok)
    }

    @discardableResult
    private mutating func addRow(to id: UUID, daysAgo: Int) -> TransactionChange {
        count += 1
        let day = CalendarDay(of: now, in: Make.oslo).adding(days: -daysAgo)
        let isRefund = random.happens(150)
        let type: TransactionType = isRefund ? .refund : pick([.pointOfSale, .fee, .directDeposit])
        let value = amount(isRefund || type == .directDeposit ? 1 : -1)
        let text = pick(["KIWI 22", "REMA 1000"])
        let row = TransactionObservation(
            bankAccountID: "any", amount: value, status: .booked, date: day, posted: day,
            text: text, type: type)
        let transaction = Transaction(
            id: StableHash("course", "\(count)").uuid, accountID: id, observed: row,
            firstSeen: now)
        rows[transaction.id] = transaction
        return TransactionChange(before: nil, after: transaction, cause: .appeared)
    }

    /// Books a row of the last days at another amount, or takes it away.
    private mutating func changeRow(of id: UUID) -> TransactionChange? {
        let own = rows.values.filter { $0.accountID == id }
        // The oldest one stays, because it tells how far back the rows go.
        let oldest = own.map(\.transactionDate).min()
        let others = own.filter { $0.transactionDate != oldest }
            .sorted { $0.id.uuidString < $1.id.uuidString }
        guard let old = others.randomElement(using: &random) else { return nil }
        guard random.happens(500) else {
            rows[old.id] = nil
            return TransactionChange(before: old, after: nil, cause: .removed)
        }
        var new = old
        new.transactionAmount = amount(1)
        rows[old.id] = new
        return TransactionChange(before: old, after: new, cause: .amended)
    }

    private mutating func toggleBank() {
        let bank = pick(Self.banks)
        let isFailing = facts.sources[bank]?.failingSince != nil
        facts.sources[bank]?.failingSince = isFailing ? nil : now
    }

    private mutating func rename() {
        put(Make.account("a3", name: pick(["Buffer", "Ferie"])))
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }
}
