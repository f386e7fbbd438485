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
        case balances
        case transactions
    }

    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Shows what changed since a token, and the token to go on from.",
        discussion: """
            Without --since it begins with everything there is. Save the last token after you \
            have worked on the changes: a crash in between repeats some, and never skips one. \
            A token that points into compacted history ends with status 1; start over then. \
            With --run a command is started when something changed, with the kinds that did as \
            its arguments. Of the environment it gets HOME, PATH, the language and what --env \
            names, because the rest may hold secrets. The last start is remembered with the command, so that --every holds \
            over a restart, and what changed meanwhile is passed on.
            """)

    @OptionGroup var state: StateOptions

    @Option(help: "Go on from this token.")
    var since: String?

    @Flag(help: "Go on after the newest change, until a signal.")
    var follow = false

    @Option(help: "The account: its name, or the end of its number.")
    var account: String?

    @Option(help: "What to follow: accounts, balances or transactions.")
    var of: Stream?

    @Option(help: "Read as this reader; see 'saldovakt access'.")
    var reader: ReaderName?

    @Option(help: ArgumentHelp("Start this on changes.", valueName: "command"))
    var run: String?

    @Option(help: "How often to start it at most: immediate, hourly, daily or weekly.")
    var every = UpdateFrequency.immediate

    @Option(
        help: ArgumentHelp(
            "How long the command may take; five minutes unless said.", valueName: "duration"))
    var limit: IntervalArgument?

    @Option(
        help: ArgumentHelp(
            "Pass this variable of the environment to the command; repeat it for more.",
            valueName: "name"))
    var env: [String] = []

    @Flag(help: "Write one JSON object per change set.")
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
                Terminal.write(text.json.text)
            } else {
                for line in text.lines { Terminal.write(line) }
            }
        }
    }
}

/// A change set as lines and as JSON.
private struct ChangeText: Sendable {
    /// A thing that came or changed, for people and for programs.
    typealias Line = (text: String, json: JSONOutput)

    /// One line for each thing, and one with the token.
    let lines: [String]
    let json: JSONOutput

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
        json = [
            "inserted": .array(inserted.map(\.json)), "updated": .array(updated.map(\.json)),
            "deleted": .array(deleted.map { ["id": .string($0.0), "reason": .text($0.1)] }),
            "token": .string(page.newToken.text),
        ]
    }

    static func line(_ account: Account) -> Line {
        let name = SafeText.neutralised(account.displayName)
        let limit = account.liabilityAccount?.creditInformation.creditLimit
        let json = JSONOutput.object(
            account.head + [
                ("currency", .string(account.currencyCode)),
                ("creditLimit", .text(limit?.decimalText)),
            ])
        return ("\(name) \(account.id.uuidString.lowercased())", json)
    }

    static func line(_ balance: AccountBalance, in zone: TimeZone) -> Line {
        let (available, booked) = (balance.available?.signedAmount, balance.booked?.signedAmount)
        let text =
            "\(InstantText.moment(balance.asOfDate, in: zone)) "
            + MoneyStyle.norwegian.optional(available ?? booked)
        let json: JSONOutput = [
            "id": .string(balance.id.uuidString.lowercased()),
            "available": .text(available?.decimalText), "booked": .text(booked?.decimalText),
            "currency": .string(balance.currencyCode), "asOf": .instant(balance.asOfDate),
        ]
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
