import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Store

/// `saldovakt transactions`: lists stored transactions, and joins or splits them.
struct TransactionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "Shows transactions, newest first; joins or splits what was recognised wrongly.",
        discussion: TransactionsListCommand.configuration.discussion,
        subcommands: [
            TransactionsListCommand.self, TransactionsJoinCommand.self,
            TransactionsSplitCommand.self,
        ])

    @OptionGroup var list: TransactionsList

    func run() async throws { try await list.run() }
}

/// `saldovakt transactions list`: does the same as `saldovakt transactions`.
struct TransactionsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows transactions, newest first.",
        discussion: """
            Reads what was stored; it asks no bank. With --why each booking says how its \
            reservation was recognised, and what was left open is named: decide it with \
            'saldovakt transactions join' or 'split'. --csv puts an apostrophe before a text that \
            a spreadsheet would take for a formula.
            """)

    @OptionGroup var list: TransactionsList

    func run() async throws { try await list.run() }
}

/// Which transactions are shown, and how.
struct TransactionsList: ParsableArguments {
    @OptionGroup var state: StateOptions

    @Option(
        help: "Only this account: its name, or the end of its number.",
        completion: OfferedNames.accounts.completion) var account: String?

    @Option(help: .value("day", "Only from this day on, such as 2026-03-01."))
    var since: CalendarDay?

    @Option(help: .value("text", "Only with this text in it.")) var containing: String?

    @Option(help: .value("day", "Only up to this day, such as 2026-03-31.")) var until: CalendarDay?

    @Option(help: .value("amount", "Only of more than that, in or out: 500, 99.50, '500 USD'."))
    var over: Money?

    @Option(help: .value("amount", "Only of less than that, in or out.")) var under: Money?

    @Option(help: .value("status", "Only in this state; may be given again."))
    var status: [TransactionStatus] = []

    @Option(help: .value("type", "Only of this kind; may be given again."))
    var type: [TransactionType] = []

    @Option(
        help: .value(
            "category",
            "Only with a merchant of this category, a name or four digits; may be given again."))
    var category: [CategoryArgument] = []

    @Option(
        help: .value(
            "number", "At most that many; without it 100 in a table, all with --json and --csv."))
    var limit: Int?

    @Flag(help: "Say how each booking was recognised.") var why = false

    @OptionGroup var rows: RowOptions

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--limit takes a number above zero")
        }
    }

    func run() async throws {
        let store = try state.facts()
        let facts = try await store.currentFacts()
        let accounts = facts.accounts.values.map(\.account)
        let filter = TransactionFilter(
            account: try account.map { try AccountChoice.account($0, among: accounts).id },
            from: since, to: until, text: containing, statuses: Set(status), over: over,
            under: under, types: Set(type), merchantCodes: category.flatMap(\.codes))
        let most = limit ?? (rows.form == .table ? 100 : .max)
        let page = try await store.transactions(matching: filter, limit: most)
        let questions = why ? try await questions(about: page.transactions, in: store) : [:]
        var lines: [TransactionText.Line] = []
        for transaction in page.transactions {
            lines.append(
                TransactionText.Line(
                    transaction, account: facts.accounts[transaction.accountID]?.account,
                    evidence: why ? try await store.record(of: transaction.id)?.evidence : nil,
                    questions: questions[transaction.id] ?? []))
        }
        TransactionText.write(lines, form: rows.form, why: why, Configuration.tables)
        if limit == nil, let next = page.next,
            try await !store.transactions(matching: filter, after: next, limit: 1).transactions
                .isEmpty
        {
            Terminal.complain("only the newest \(most) are shown; --limit shows more")
        }
    }

    private func questions(
        about transactions: [Transaction], in store: FinanceStore
    ) async throws -> [UUID: [OpenQuestion]] {
        var found: [UUID: [OpenQuestion]] = [:]
        for (account, listed) in Dictionary(grouping: transactions, by: \.accountID) {
            guard let first = listed.map(\.transactionDate).min() else { continue }
            for question in try await store.openQuestions(
                of: account, from: first.adding(days: -10))
            {
                found[question.booking, default: []].append(question)
                found[question.reservation, default: []].append(question)
            }
        }
        return found
    }
}

/// `saldovakt transactions join`: makes two stored transactions one movement.
struct TransactionsJoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Says that two transactions are one.",
        discussion: """
            For a reservation and a booking that were not recognised as one movement. The older \
            one stays; no notification is sent about it. Identifiers are those of 'transactions --why' \
            or --json; their beginning is enough. It takes effect with the next answer of the \
            bank and is respected by every later one.
            """)

    @OptionGroup var state: StateOptions

    @Argument(help: "One of the two.") var first: String

    @Argument(help: "The other one.") var second: String

    func run() async throws {
        let store = try state.facts()
        let one = try await store.record(meantBy: first)
        let other = try await store.record(meantBy: second)
        let problem: String? =
            switch IdentityDecision.objection(to: one, other) {
            case .sameTransaction: "both are the same transaction"
            case .otherAccount: "they are on different accounts"
            case .otherDirection: "one is money in and the other money out, or currencies differ"
            case .bothBooked: "the bank lists both as booked, so money moved twice"
            case nil: nil
            }
        if let problem {
            throw CommandFailure(
                .wrong, code: "not-joinable", problem: problem,
                fix: "name a reservation and the booking that it became")
        }
        guard
            try await IdentityDecisions.note(.join, one, other, at: Date(), folder: state.folder)
        else {
            throw CommandFailure(
                .wrong, code: "not-joinable", problem: "they are one already",
                fix: "nothing has to be done; 'saldovakt transactions split' takes the join back")
        }
        Terminal.write("noted: they become one with the bank's next answer")
    }
}

/// `saldovakt transactions split`: separates a booking from its reservation.
struct TransactionsSplitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split", abstract: "Says that a booking is not its reservation's.",
        discussion: """
            The reservation keeps its identity, the booking becomes a transaction of its own, \
            and no notification is sent about either. A join is taken back the same way. It takes effect \
            with the next answer of the bank and is respected by every later one.
            """)

    @OptionGroup var state: StateOptions

    @Argument(help: "The transaction; the beginning of its identifier is enough.")
    var transaction: String

    func run() async throws {
        let record = try await state.facts().record(meantBy: transaction)
        guard record.evidence != nil else {
            throw CommandFailure(
                .wrong, code: "nothing-to-split", problem: "no reservation was taken for its own",
                fix: "see 'saldovakt transactions --why' for those that have one")
        }
        try await IdentityDecisions.note(.split, record, at: Date(), folder: state.folder)
        Terminal.write("noted: they become two with the bank's next answer")
    }
}

extension FinanceStore {
    /// The transaction that a person names by at least four characters of its identifier; fewer
    /// would be a guess.
    fileprivate func record(meantBy prefix: String) async throws -> TransactionRecord {
        let found = prefix.count < 4 ? [] : try await records(withPrefix: prefix)
        guard let record = found.first, found.count == 1 else {
            throw CommandFailure(
                .wrong, code: found.isEmpty ? "unknown-transaction" : "ambiguous-transaction",
                problem: "\(found.isEmpty ? "no" : "more than one") transaction: '\(prefix)'",
                fix: "take at least four characters of an identifier that "
                    + "'transactions --why' shows")
        }
        return record
    }
}

/// `saldovakt pick`: lets a person choose transactions and prints them.
struct PickCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Lets you choose transactions and prints them.",
        discussion: """
            Type to search; account:, over:, under:, since:, until:, status:, type: and category: \
            narrow the list, Tab completes them. Arrow keys move, Space chooses, Enter prints what \
            was chosen to standard output. Escape and Ctrl-C leave with status 130 and print \
            nothing. Nothing is stored. The list is drawn on the terminal itself, so that the \
            output can go into a pipe:

              saldovakt pick --csv | column -t -s,
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup var rows: RowOptions

    func run() async throws {
        let store = try state.facts()
        let facts = try await store.currentFacts()
        let page = try await store.transactions(limit: 20_000)
        let lines = page.transactions.map {
            TransactionText.Line($0, account: facts.accounts[$0.accountID]?.account)
        }
        var session = try await PickSession(
            lines, accounts: facts.accounts.values.map(\.account), isCut: page.next != nil,
            today: CalendarDay(of: SystemClock().now, in: Configuration.zone))
        let places = try await session.run()
        TransactionText.write(
            places.map { lines[$0] }, form: rows.form, why: false, Configuration.tables)
    }
}
