import Alerts
public import ArgumentParser
import Console
public import Finance
import Foundation
import Rules
public import SandboxBank
import Settings
public import Store

extension ArgumentHelp {
    /// The help of an option, with a name for its value.
    static func value(_ name: String, _ text: String) -> ArgumentHelp {
        ArgumentHelp(text, valueName: name)
    }
}

/// The option that names the settings file.
struct SettingsOptions: ParsableArguments {
    @Option(
        help: .value(
            "file", "The settings file; without it $XDG_CONFIG_HOME/saldovakt/settings.json."),
        completion: .file(extensions: ["json"])) var settings: String?

    var path: String { settings ?? Configuration.usualFile }

    func load() throws -> Configuration { try Configuration(file: settings) }
}

/// The option that names the state folder.
struct StateOptions: ParsableArguments {
    @Option(
        help: .value("dir", "The folder with the state; without it $XDG_STATE_HOME/saldovakt."),
        completion: .directory) var state: String?

    /// Absolute, because started programs work in another folder.
    var folder: String {
        state.map { URL(filePath: $0).absoluteURL.path } ?? Configuration.usualStateFolder
    }

    func validate() throws {
        if state?.isEmpty == true { throw ValidationError("--state needs the name of a folder") }
    }

    /// The facts, to be read beside a running `watch`.
    func facts() throws(FinanceError) -> FinanceStore { try FinanceStore.open(folder: folder) }

    func alerts() throws(StoreError) -> SQLiteAlertStore {
        try SQLiteAlertStore.openReadOnly(folder: folder)
    }

    /// Stores a person's command for the watcher that owns the folder.
    func leave(_ kind: UserCommand.Kind, at now: Date) async throws(StoreError) {
        try await ExternalChangeInbox.leave(UserCommand(at: now, kind: kind), folder: folder)
    }
}

extension UserCommand {
    init(at instant: Date, kind: Kind) {
        self.init(id: UUID().uuidString.lowercased(), at: instant, kind: kind)
    }
}

/// The options for how rows are written.
struct RowOptions: ParsableArguments {
    @Flag(help: "Write one JSON array.") var json = false

    @Flag(help: "Write comma-separated values with a line of names (RFC 4180).") var csv = false

    func validate() throws {
        guard !(json && csv) else { throw ValidationError("choose one of --json and --csv") }
    }

    var form: RowForm { json ? .json : csv ? .csv : .table }
}

/// The rules file of a command that takes other arguments too.
struct RulesOptions: ParsableArguments {
    @Option(
        name: .customLong("rules"),
        help: .value("file", "The rules file; without it $XDG_CONFIG_HOME/saldovakt/rules.json."),
        completion: .file(extensions: ["json"])) var named: String?

    var path: String { named ?? Configuration.usualRulesFile }
}

/// The rules file that a command works on.
struct RulesFileOptions: ParsableArguments {
    @Argument(
        help: "The rules file; without it $XDG_CONFIG_HOME/saldovakt/rules.json.",
        completion: .file(extensions: ["json"])) var file: String?

    @Option(
        help: .value("file", "The rules file, as other commands name it."),
        completion: .file(extensions: ["json"])) var rules: String?

    func validate() throws {
        guard file == nil || rules == nil else { throw ValidationError("name one rules file") }
    }

    var path: String { file ?? rules ?? Configuration.usualRulesFile }
}

/// Finds the account that a person names.
enum AccountChoice: Sendable {
    /// The account with this name, alias, end of its number or `accountId` of the JSON.
    ///
    /// - Parameter naming: that of the usual settings unless given.
    static func account(
        _ wanted: String, among accounts: [Account], naming: AccountNaming? = nil
    ) throws(CommandFailure) -> Account {
        if let id = UUID(uuidString: wanted), let account = accounts.first(where: { $0.id == id }) {
            return account
        }
        let naming = naming ?? (try? Configuration(file: nil))?.naming ?? AccountNaming()
        let named = naming.accounts(named: wanted, among: accounts)
        let found = named.isEmpty ? naming.accounts(endingWith: wanted, among: accounts) : named
        if let account = found.first, found.count == 1 { return account }
        let name = SafeText.neutralised(wanted)
        guard found.isEmpty else {
            throw CommandFailure(
                .wrong, code: "ambiguous-account",
                problem: "\(found.count) accounts have this name: '\(name)'",
                fix: found.allSatisfy { $0.accountNumber != nil }
                    ? "name the account by its number"
                    : "name the account by its id: "
                        + found.map { $0.id.uuidString.lowercased() }.joined(separator: " or "))
        }
        throw CommandFailure(
            unknown: "account", name, among: accounts.map { SafeText.neutralised($0.displayName) })
    }
}

extension CalendarDay: ExpressibleByArgument {
    /// Reads `2026-03-01`, `1.3.2026` as charts and texts write it, `today`, `yesterday` or `7d`.
    public init?(argument: String) {
        self.init(
            written: argument, today: CalendarDay(of: SystemClock().now, in: Configuration.zone))
    }
}

extension Money: ExpressibleByArgument {
    /// Reads `500`, `1 000,50 kr` or `500 USD`.
    public init?(argument: String) { self.init(written: argument) }
}

extension TransactionStatus: ExpressibleByArgument {
    /// Reads FinanceKit's word, or `reserved` as rules have it.
    public init?(argument: String) {
        self.init(rawValue: argument == "reserved" ? "pending" : argument)
    }
}

/// A kind of transaction, as FinanceKit names it; case does not matter.
extension TransactionType: ExpressibleByArgument {
    public init?(argument: String) {
        let wanted = argument.lowercased()
        guard let type = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted })
        else { return nil }
        self = type
    }
}

extension UpdateFrequency: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}

extension ReaderName: ExpressibleByArgument {
    public init?(argument: String) {
        guard let name = try? ReaderName(argument) else { return nil }
        self = name
    }
}

extension SandboxDialect: ExpressibleByArgument {}

extension SandboxInterface: ExpressibleByArgument {}

/// A merchant category, as rules write it: `groceries` or `5411`.
struct CategoryArgument: ExpressibleByArgument, Sendable {
    let codes: [ClosedRange<Int16>]

    init?(argument: String) {
        guard let codes = MerchantCategory.codes(argument) else { return nil }
        self.codes = codes
    }

    static var allValueStrings: [String] { MerchantCategory.firstWords }
}

/// The identifier of a bank: 1 to 64 letters, digits and `-_.`, as settings allow.
struct BankArgument: ExpressibleByArgument, Sendable {
    let id: String

    init?(argument: String) {
        let fits = argument.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        guard (1...64).contains(argument.count), fits else { return nil }
        id = argument
    }
}

/// A length of time as settings write it: `5m`, `2h`, `1d`, `300 seconds`; also `200ms`, for trials.
struct IntervalArgument: ExpressibleByArgument, Sendable {
    let duration: Duration

    init?(argument: String) {
        if argument.hasSuffix("ms"), let count = Int64(argument.dropLast(2)), count > 0 {
            duration = .milliseconds(min(count, 86_400_000))
        } else if let found = DurationText.parse(argument) {
            duration = found
        } else {
            return nil
        }
    }
}

/// A port of this machine, 1 to 65535.
struct PortArgument: ExpressibleByArgument, Sendable {
    let number: Int

    init?(argument: String) {
        guard let number = Int(argument), (1...65_535).contains(number) else { return nil }
        self.number = number
    }
}

/// The names that shell completion offers: those of the settings and the store.
enum OfferedNames: Sendable {
    case accounts, rules, channels, banks, alerts, silences

    var completion: CompletionKind {
        .custom { @Sendable (arguments, _, _) async in
            // If nothing can be read, nothing is offered.
            (try? await names(for: arguments)) ?? []
        }
    }

    private func names(for arguments: [String]) async throws -> [String] {
        func value(of option: String) -> String? {
            arguments.firstIndex(of: option).flatMap { place in
                arguments.indices.contains(place + 1) ? arguments[place + 1] : nil
            }
        }
        let folder = value(of: "--state") ?? Configuration.usualStateFolder
        let configuration = try? Configuration(file: value(of: "--settings"))
        switch self {
        case .channels: return configuration?.channelNames.sorted() ?? []
        case .banks: return configuration?.settings.banks.map(\.id) ?? []
        case .accounts:
            let facts = try await FinanceStore.open(folder: folder).currentFacts()
            return facts.listedAccounts.map { SafeText.neutralised($0.account.displayName) }
        case .rules:
            // Those of the file, and those of other rules with stored states.
            let path = value(of: "--rules") ?? Configuration.usualRulesFile
            let stored = (try? await ledger(folder))?.ruleIDs ?? []
            return Set(stored + RulesText.ids(in: path)).sorted()
        case .alerts:
            let firing = try await ledger(folder).firing
            return Set(firing.map(\.ruleID)).sorted()
                + firing.compactMap { $0.notification?.id }.sorted()
        case .silences: return try await ledger(folder).silences.keys.sorted()
        }
    }

    private func ledger(_ folder: String) async throws -> AlertLedger {
        try await SQLiteAlertStore.openReadOnly(folder: folder).alertLedger()
    }
}
