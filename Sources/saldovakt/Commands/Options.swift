import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Store

/// Where banks and channels are set up.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The settings file; without it $XDG_CONFIG_HOME/saldovakt/settings.json.",
            valueName: "file"))
    var settings: String?

    func load() throws -> Configuration { try Configuration(file: settings) }
}

/// Where the program keeps what it knows.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder with the state; without it $XDG_STATE_HOME/saldovakt.",
            valueName: "dir"))
    var state: String?

    /// The folder: the one that was named, or the usual one.
    var folder: String { Configuration.stateFolder(state) }

    /// The facts, to be read beside a running `watch`.
    func facts() throws(StoreError) -> FinanceStore { try FinanceStore.open(folder: folder) }

    /// The alert states and the outbox, to be read beside a running `watch`.
    func alerts() throws(StoreError) -> SQLiteAlertStore {
        try SQLiteAlertStore.openReadOnly(folder: folder)
    }

    /// Leaves an instruction that a person gives now for the watcher that owns the folder.
    func leave(_ order: UserAction.Order, at now: Date) async throws(StoreError) {
        try await ExternalChangeInbox.leave(UserAction(at: now, order: order), folder: folder)
    }
}

extension UserAction {
    /// An instruction that a person gives now.
    init(at instant: Date, order: Order) {
        self.init(id: UUID().uuidString.lowercased(), at: instant, order: order)
    }
}

/// How rows are written.
struct RowOptions: ParsableArguments {
    @Flag(help: "Write one JSON array.")
    var json = false

    @Flag(help: "Write comma-separated values with a line of names (RFC 4180).")
    var csv = false

    func validate() throws {
        guard !(json && csv) else { throw ValidationError("choose one of --json and --csv") }
    }

    var form: RowForm { json ? .json : csv ? .csv : .table }
}

/// Which rules file a command about rules works on.
struct RulesFileOptions: ParsableArguments {
    @Argument(help: "The rules file.")
    var file: String?

    @Option(help: ArgumentHelp("The rules file, as other commands name it.", valueName: "file"))
    var rules: String?

    /// The file.
    ///
    /// - Throws: a mistake in the arguments if it is named twice or not at all.
    var path: String {
        get throws {
            guard let path = file ?? rules, file == nil || rules == nil else {
                throw ValidationError("name one rules file")
            }
            return path
        }
    }
}

/// The accounts that a person means.
enum AccountChoice: Sendable {
    /// The one account that is meant by its name, an alias or the end of its number.
    ///
    /// - Parameter aliases: other names of accounts; those of the usual settings unless given.
    /// - Throws: ``CommandFailure`` if there is none, or more than one.
    static func account(
        _ wanted: String, among accounts: [Account], aliases: [String: [String]]? = nil
    ) throws(CommandFailure) -> Account {
        let aliases = aliases ?? (try? Configuration(file: nil))?.aliases ?? [:]
        let naming = AccountNaming(aliases: aliases)
        let named = naming.accounts(named: wanted, among: accounts)
        let found = named.isEmpty ? naming.accounts(endingWith: wanted, among: accounts) : named
        if let account = found.first, found.count == 1 { return account }
        let name = SafeText.neutralised(wanted)
        guard found.isEmpty else {
            throw CommandFailure(
                .wrong, code: "ambiguous-account",
                problem: "\(found.count) accounts have this name: '\(name)'",
                fix: "name the account by its number")
        }
        throw CommandFailure(
            unknown: "account", name, among: accounts.map { SafeText.neutralised($0.displayName) })
    }

    /// All accounts in the order in which they are listed.
    static func sorted(_ facts: Facts) -> [AccountFacts] {
        facts.accounts.values.sorted {
            ($0.account.institutionName, $0.account.displayName, $0.account.bankAccountID)
                < ($1.account.institutionName, $1.account.displayName, $1.account.bankAccountID)
        }
    }
}
