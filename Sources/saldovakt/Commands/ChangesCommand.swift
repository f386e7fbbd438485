import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Programs
import Store

/// `saldovakt changes`: lists the changes since a token.
struct ChangesCommand: AsyncParsableCommand {
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
            A token that points into compacted history ends with status 1: forget what you have \
            of that list then, and start over. \
            With --run a command is started when something changed, until a signal comes, with \
            the kinds that did as its arguments. Of the environment it gets HOME, PATH, the language and what --env \
            names, because the rest may hold secrets. The last start is remembered with the command, so that --every holds \
            over a restart, and what changed meanwhile is passed on.
            """)

    @OptionGroup var state: StateOptions

    @Option(help: "Go on from this token.") var since: String?

    @Flag(help: "Go on after the newest change, until a signal.") var follow = false

    @Option(
        help: "The account: its name, the end of its number, or its id.",
        completion: OfferedNames.accounts.completion) var account: String?

    @Option(help: "Follow accounts, balances or transactions.") var of: Stream?

    @Option(help: "Read as this reader; see 'saldovakt access'.") var reader: ReaderName?

    @Option(help: .value("command", "Start this on changes.")) var run: String?

    @Option(help: "How often to start it at most: immediate, hourly, daily or weekly.")
    var every: UpdateFrequency?

    @Option(help: .value("duration", "How long the command may take; five minutes unless said."))
    var limit: IntervalArgument?

    @Option(
        help: .value(
            "name", "Pass this variable of the environment to the command; repeat it for more."))
    var env: [String] = []

    @Flag(help: "Write one JSON object per change set.") var json = false

    func validate() throws {
        if run != nil, follow || of != nil {
            throw ValidationError("--run takes neither --follow nor --of")
        }
        if run?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("--run needs a command")
        }
        if run == nil, every != nil || limit != nil || !env.isEmpty {
            throw ValidationError("--every, --limit and --env belong to --run")
        }
        if stream != .accounts, account == nil, run == nil {
            throw ValidationError("name the account with --account")
        }
    }

    private var stream: Stream { of ?? (account == nil ? .accounts : .transactions) }

    func run() async throws {
        let store =
            if let reader {
                try FinanceStore.open(folder: state.folder, reader: reader)
            } else { try state.facts() }
        let token = since.map(HistoryToken.init(text:))
        guard let run else { return try await show(store, token) }
        let hook = ChangeHook(
            command: run, limit: limit?.duration ?? .seconds(300),
            environment: ProcessSpec.minimalEnvironment(
                of: ProcessInfo.processInfo.environment, and: Set(env)))
        try await hook.run(
            store.backgroundDelivery(
                for: Set(BackgroundDataType.allCases), frequency: every ?? .immediate,
                since: token, registration: hook.registration(of: reader)))
    }

    private func show(_ store: FinanceStore, _ token: HistoryToken?) async throws {
        switch stream {
        case .accounts:
            try await write(
                store.accountHistory(since: token, isMonitoring: follow), line: Self.line(of:))
        case .balances:
            let zone = Configuration.zone
            try await write(
                store.accountBalanceHistory(
                    forAccountID: try await accountID(in: store, token), since: token,
                    isMonitoring: follow)
            ) { Self.line(of: $0, in: zone) }
        case .transactions:
            let id = try await accountID(in: store, token)
            let account = try await store.accounts(query: AccountQuery()).first { $0.id == id }
            try await write(
                store.transactionHistory(
                    forAccountID: id, since: token, isMonitoring: follow)
            ) { Self.line(of: $0, on: account) }
        }
    }

    private func accountID(in store: FinanceStore, _ token: HistoryToken?) async throws -> UUID {
        // A reader without access still has to get the deletes: it may name an account that it saw
        // by id, or by the token of its changes.
        if let account, let id = UUID(uuidString: account) { return id }
        let known = try await store.accounts(query: AccountQuery())
        do { return try AccountChoice.account(account ?? "", among: known).id } catch {
            let isShared = known.count { $0.displayName == account } > 1
            if let followed = token?.accountID, !isShared,
                !known.contains(where: { $0.id == followed })
            {
                return followed
            }
            guard let reader, known.isEmpty else { throw error }
            throw CommandFailure(
                .wrong, code: "unknown-account",
                problem: "the reader '\(reader.text)' may see no account",
                fix: "let it see one: 'saldovakt access grant \(reader.text)'")
        }
    }

    private typealias Line = (text: String, json: JSONOutput)

    /// Writes each change set: one line for each row and one with the token, or one JSON object.
    private func write<Model>(
        _ history: FinanceStore.History<Model>, line: (Model) -> Line
    ) async throws where Model.ID == UUID {
        for try await page in history {
            write(page, line: line)
            // A later token must not stand behind changes that could not be written.
            guard Terminal.writeFailure == nil else { return }
        }
    }

    private func write<Model>(_ page: HistoryChanges<Model>, line: (Model) -> Line)
    where Model.ID == UUID {
        let (inserted, updated) = (page.inserted.map(line), page.updated.map(line))
        let deleted = page.deleted.map {
            ($0.uuidString.lowercased(), page.deletionReasons[$0]?.rawValue)
        }
        if json {
            let set: JSONOutput = [
                "inserted": .array(inserted.map(\.json)), "updated": .array(updated.map(\.json)),
                "deleted": .array(deleted.map { ["id": .string($0.0), "reason": .text($0.1)] }),
                "token": .string(page.newToken.text),
            ]
            return Terminal.write(set.text)
        }
        let lines =
            deleted.map { "- \($0.0)" + ($0.1.map { " (\($0))" } ?? "") }
            + inserted.map { "+ " + $0.text } + updated.map { "~ " + $0.text }
            + ["token \(page.newToken.text)"]
        lines.forEach(Terminal.write)
    }

    private static func line(of account: Account) -> Line {
        let name = SafeText.neutralised(account.displayName)
        let limit = account.liabilityAccount?.creditInformation.creditLimit
        let json = JSONOutput.object(
            account.head + [
                ("currency", .string(account.currencyCode)),
                ("creditLimit", .text(limit?.decimalText)),
            ])
        return ("\(name) \(account.id.uuidString.lowercased())", json)
    }

    private static func line(of balance: AccountBalance, in zone: TimeZone) -> Line {
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

    private static func line(of transaction: Transaction, on account: Account?) -> Line {
        let text = SafeText.neutralised(transaction.transactionDescription)
        return (
            "\(transaction.transactionDate) \(transaction.status.rawValue) "
                + "\(MoneyStyle.norwegian.text(transaction.signedAmount)) \(text)",
            TransactionText.object(transaction, account: account)
        )
    }
}

/// Starts a command for each wake-up, with a time limit.
///
/// `timeout` of coreutils puts the command into a process group of its own and ends the whole group
/// at the limit, even if this program has ended meanwhile.
private struct ChangeHook: Sendable {
    /// The shell command; the changed kinds are its arguments.
    let command: String
    let limit: Duration
    let environment: [String: String]

    /// The name under which the store remembers the command.
    func registration(of reader: ReaderName?) -> String {
        StableHash("hook", command, reader?.text ?? "").hex
    }

    func run(_ wakeUps: FinanceStore.BackgroundDelivery) async throws {
        for try await kinds in wakeUps {
            guard let problem = await start(kinds) else { continue }
            Terminal.complain("saldovakt: warning: [hook] the command \(problem)")
        }
    }

    /// Runs the command once to its end; returns the problem, if there was one.
    private func start(_ kinds: [BackgroundDataType]) async -> String? {
        var spec = ProcessSpec(
            command: [
                // A command that does not end by itself is killed: it would block all later
                // changes.
                "/usr/bin/timeout", "--kill-after=5", "\(limit / .seconds(1))", "/bin/sh", "-c",
                command + " \"$@\"", "saldovakt",
            ] + kinds.map(\.rawValue), environment: environment)
        spec.isAttached = true
        // `timeout` ends it long before; this limit does not count the time of a suspend.
        spec.limit = limit + .seconds(86_400)
        switch await ChildProcess.run(spec).ending {
        case .exited(0): return nil
        // The statuses of timeout(1), and of a shell whose command was killed.
        case .exited(124), .exited(137), .signalled(SIGKILL), .timedOut, .tooLong, .cancelled:
            return "took longer than --limit allows and was ended"
        case .exited(let status): return "ended with \(status)"
        case .signalled(let number): return "ended with \(number + 128)"
        case .notStarted: return "can't be started: install coreutils"
        }
    }
}
