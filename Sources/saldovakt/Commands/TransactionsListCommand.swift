import Alerts
import ArgumentParser
import Finance
import Foundation
import Store

/// `saldovakt transactions`: what the store knows about movements.
struct TransactionsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows transactions, newest first.",
        discussion: """
            Reads what was stored; it asks no bank. With --why each booking says how its \
            reservation was recognised, and what was left open is named: decide it with \
            'saldovakt transactions join' or 'split'. --csv gives texts as the bank wrote them: a \
            spreadsheet may take one that begins with = for a formula.
            """)

    @OptionGroup var state: StateOptions

    @Option(name: .long, help: "Only this account: its name, or the end of its number.")
    var account: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Only from this day on, such as 2026-03-01.", valueName: "day"))
    var since: DayArgument?

    @Option(name: .long, help: ArgumentHelp("Only with this text in it.", valueName: "text"))
    var containing: String?

    @OptionGroup var narrowing: TransactionOptions

    @Option(name: .long, help: "At most that many.")
    var limit = 100

    @Flag(name: .long, help: "Say how each booking was recognised.")
    var why = false

    @OptionGroup var rows: RowOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit takes a number above zero") }
    }

    func run() async throws {
        let store = try ReadStore.open(state.state)
        let facts = try await ReadStore.reading { () throws(StoreError) in
            try await store.currentFacts()
        }
        var filter = TransactionFilter(
            account: try selected(from: facts), from: since?.day, text: containing)
        narrowing.narrow(&filter)
        let page = try await ReadStore.reading { [filter] () throws(StoreError) in
            try await store.transactions(matching: filter, limit: limit)
        }
        let questions = why ? try await questions(about: page.transactions, in: store) : [:]
        var lines: [TransactionText.Line] = []
        for transaction in page.transactions {
            let evidence = why ? try await evidence(of: transaction.id, in: store) : nil
            lines.append(
                TransactionText.Line(
                    transaction: transaction,
                    account: facts.accounts[transaction.accountID]?.account, evidence: evidence,
                    questions: questions[transaction.id] ?? []))
        }
        TransactionText.write(lines, form: rows.form, why: why)
    }

    private func evidence(of id: UUID, in store: FinanceStore) async throws -> MatchEvidence? {
        try await ReadStore.reading { () throws(StoreError) in
            try await store.record(of: id)?.evidence
        }
    }

    /// What was left open about each of the transactions.
    private func questions(
        about transactions: [Transaction], in store: FinanceStore
    ) async throws -> [UUID: [OpenQuestion]] {
        var found: [UUID: [OpenQuestion]] = [:]
        for (account, listed) in Dictionary(grouping: transactions, by: \.accountID) {
            guard let first = listed.map(\.transactionDate).min() else { continue }
            let questions = try await ReadStore.reading { () throws(StoreError) in
                try await store.openQuestions(of: account, from: first.adding(days: -10))
            }
            for question in questions {
                found[question.booking, default: []].append(question)
                found[question.reservation, default: []].append(question)
            }
        }
        return found
    }

    private func selected(from facts: Facts) throws -> UUID? {
        try account.map {
            try AccountChoice.account($0, among: facts.accounts.values.map(\.account)).id
        }
    }
}
