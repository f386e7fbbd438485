import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Programs
import Store

/// `saldovakt changes`: what changed since a token.
struct ChangesCommand: AsyncParsableCommand {
    /// The streams that can be followed.
    enum Stream: String, ExpressibleByArgument, Sendable {
        case accounts
        /// Balance records of one account.
        case balances
        /// Transactions of one account.
        case transactions
    }

    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Shows what changed since a token, and the token to go on from.",
        discussion: """
            Without --since it begins with everything there is. Save the last token after you \
            have worked on the changes: a crash in between repeats some, and never skips one. \
            A token that points into compacted history ends with status 1; begin anew then. \
            With --run a command is started when something changed, with the kinds that did as \
            its arguments. Of the environment it gets HOME, PATH, the language and what --env \
            names, because the rest may hold secrets. The last start is remembered with the command, so that --every holds \
            over a restart, and what changed meanwhile is told.
            """)

    @OptionGroup var state: StateOptions

    @Option(name: .long, help: "Go on from this token.")
    var since: String?

    @Flag(name: .long, help: "Go on after the newest change, until a signal.")
    var follow = false

    @Option(name: .long, help: "The account: its name, or the end of its number.")
    var account: String?

    @Option(name: .long, help: "What to follow: accounts, balances or transactions.")
    var of: Stream?

    @Option(name: .long, help: "Read as this reader; see 'saldovakt access'.")
    var reader: ReaderName?

    @Option(name: .long, help: ArgumentHelp("Start this on changes.", valueName: "command"))
    var run: String?

    @Option(
        name: .long,
        help: "How often to start it at most: immediate, hourly, daily or weekly.")
    var every = UpdateFrequency.immediate

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long the command may take; five minutes unless said.", valueName: "duration"))
    var limit: IntervalArgument?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Pass this variable of the environment to the command; repeat it for more.",
            valueName: "name"))
    var env: [String] = []

    @Flag(name: .long, help: "Write one JSON object per change set.")
    var json = false

    func validate() throws {
        if run != nil, follow || of != nil {
            throw ValidationError("--run stands for itself: it takes neither --follow nor --of")
        }
        if stream != .accounts, account == nil, run == nil {
            throw ValidationError("name the account with --account")
        }
    }

    private var stream: Stream { of ?? (account == nil ? .accounts : .transactions) }

    func run() async throws {
        let store = try FinanceStore.open(folder: state.folder, reader: reader)
        let token = since.map(HistoryToken.init(text:))
        guard let run else { return try await show(store, token) }
        let hook = ChangeHook(
            command: run, limit: limit?.duration ?? .seconds(300),
            environment: ProcessSpec.minimalEnvironment(
                of: ProcessInfo.processInfo.environment, and: Set(env)))
        try await hook.run(
            store.backgroundDelivery(
                for: Set(BackgroundDataType.allCases), frequency: every, clock: SystemClock(),
                since: token, registration: hook.registration(of: reader)))
    }

    private func show(_ store: FinanceStore, _ token: HistoryToken?) async throws {
        switch stream {
        case .accounts:
            try await write(store.accountHistory(since: token, isMonitoring: follow)) {
                ChangeText.line($0)
            }
        case .balances:
            let id = try await accountID(in: store)
            let zone = Configuration.zone
            try await write(
                store.accountBalanceHistory(
                    forAccountID: id, since: token, isMonitoring: follow)
            ) { ChangeText.line($0, in: zone) }
        case .transactions:
            let id = try await accountID(in: store)
            try await write(
                store.transactionHistory(forAccountID: id, since: token, isMonitoring: follow)
            ) { ChangeText.line($0) }
        }
    }

    private func accountID(in store: FinanceStore) async throws -> UUID {
        // A revoked reader still has to hear of the deletes: it may name what it saw by id.
        if let account, let id = UUID(uuidString: account) { return id }
        let known = try await store.accounts(query: AccountQuery())
        return try AccountChoice.account(account ?? "", among: known).id
    }

    private func write<Model>(
        _ history: FinanceStore.History<Model>, line: (Model) -> ChangeText.Line
    ) async throws where Model.ID == UUID {
        for try await page in history {
            let text = ChangeText(page, line: line)
            if json {
                Terminal.write(text.json)
            } else {
                for line in text.lines { Terminal.write(line) }
            }
        }
    }
}

/// A change set as lines and as JSON.
private struct ChangeText: Sendable {
    /// A thing that came or changed, for people and for programs.
    typealias Line = (text: String, json: String)

    /// One line for each thing, and one with the token.
    let lines: [String]
    /// One object.
    let json: String

    init<Model>(_ page: HistoryChanges<Model>, line: (Model) -> Line)
    where Model.ID == UUID {
        let (inserted, updated) = (page.inserted.map(line), page.updated.map(line))
        let deleted = page.deleted.map {
            ($0.uuidString.lowercased(), page.deletionReasons[$0]?.rawValue)
        }
        lines =
            deleted.map { "- \($0.0)" + ($0.1.map { " (\($0))" } ?? "") }
            + inserted.map { "+ " + $0.text } + updated.map { "~ " + $0.text }
            + ["token \(page.newToken.text)"]
        json = JSONWriter.text { json in
            json.add("inserted", json: JSONText.array(inserted.map(\.json)))
            json.add("updated", json: JSONText.array(updated.map(\.json)))
            json.add("deleted", list: deleted) { json, row in
                json.object { json in
                    json.add("id", row.0)
                    json.add("reason", row.1)
                }
            }
            json.add("token", page.newToken.text)
        }
    }

    static func line(_ account: Account) -> Line {
        let name = SafeText.neutralised(account.displayName)
        let json = JSONWriter.text { json in
            json.addHead(of: account)
            json.add("currency", account.currencyCode)
            json.add("creditLimit", account.liabilityAccount?.creditInformation.creditLimit)
        }
        return ("\(name) \(account.id.uuidString.lowercased())", json)
    }

    static func line(_ balance: AccountBalance, in zone: TimeZone) -> Line {
        let (available, booked) = (balance.available?.signedAmount, balance.booked?.signedAmount)
        let text =
            "\(InstantText.moment(balance.asOfDate, in: zone)) "
            + MoneyStyle.norwegian.optional(available ?? booked)
        let json = JSONWriter.text { json in
            json.add("id", balance.id.uuidString.lowercased())
            json.add("available", available)
            json.add("booked", booked)
            json.add("currency", balance.currencyCode)
            json.add("asOf", InstantText.seconds(balance.asOfDate))
        }
        return (text, json)
    }

    static func line(_ transaction: Transaction) -> Line {
        let text = SafeText.neutralised(transaction.transactionDescription)
        return (
            "\(transaction.transactionDate) \(transaction.status.rawValue) "
                + "\(MoneyStyle.norwegian.text(transaction.signedAmount)) \(text)",
            TransactionText.object(TransactionText.Line(transaction, account: nil))
        )
    }
}
