import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Store

/// `saldovakt access`: which programs may read which accounts through the library.
struct AccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Decides which programs may read which accounts, and from which day on.",
        discussion: """
            A reader is a program that uses the library or 'saldovakt changes --reader' under a \
            name. Between programs of one user this is a courtesy: each of them could read the \
            state folder itself.
            """,
        subcommands: [
            AccessGrantCommand.self, AccessNarrowCommand.self, AccessListCommand.self,
            AccessRevokeCommand.self,
        ])

    fileprivate static func choice(
        _ names: [String], _ state: StateOptions
    ) async throws -> Set<UUID>? {
        guard !names.isEmpty else { return nil }
        let known = try await state.facts().accounts()
        return Set(try names.map { try AccountChoice.account($0, among: known).id })
    }

    /// The stored decisions.
    ///
    /// - Throws: ``CommandFailure`` for a reader that has none: its name may be mistyped, and the one
    ///   that is meant would keep its access.
    fileprivate static func index(
        with reader: ReaderName, _ state: StateOptions
    ) async throws -> AccessIndex {
        let index = try AccessIndex.open(folder: state.folder)
        let known = try await index.readers().map(\.reader.text)
        guard known.contains(reader.text) else {
            throw CommandFailure(unknown: "reader", reader.text, among: known)
        }
        return index
    }

    fileprivate static func notify(
        _ reader: ReaderName, _ verb: String, _ count: Int, _ days: String = ""
    ) {
        let change = "\(verb) \(Strings.count(count, "account"))\(days)"
        Terminal.write("\(reader): \(count == 0 ? "nothing changed" : change)")
    }
}

/// `saldovakt access grant`: lets a reader see accounts.
struct AccessGrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Lets a reader see accounts from a day on.",
        discussion: "Granting again replaces the day: an earlier one shows more, a later one less.")

    @Argument(help: "The name of the reader.") var reader: ReaderName

    @OptionGroup var state: StateOptions

    @Option(help: "An account: its name, or the end of its number. May be repeated.")
    var account: [String] = []

    @Flag(help: "All accounts that are there now.") var all = false

    @Option(help: .value("day", "The first day it may see; without it, all."))
    var since: CalendarDay?

    func validate() throws {
        guard all != !account.isEmpty else {
            throw ValidationError("give either --account or --all")
        }
    }

    func run() async throws {
        let known = try await state.facts().accounts()
        let chosen = try all ? known : account.map { try AccountChoice.account($0, among: known) }
        let count = try await AccessIndex.open(folder: state.folder).grant(
            reader, chosen.map { AccountAccess(accountID: $0.id, earliest: since) }, at: Date())
        let days = since.map { ", from \($0) on" } ?? ", all days"
        AccessCommand.notify(reader, "may see", count, days)
    }
}

/// `saldovakt access narrow`: hides older days from a reader.
struct AccessNarrowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "narrow", abstract: "Hides from a reader what is older than a day.")

    @Argument(help: "The name of the reader.") var reader: ReaderName

    @OptionGroup var state: StateOptions

    @Option(help: .value("day", "The first day it may see.")) var since: CalendarDay

    @Option(help: "Only this account. May be repeated; without it, all it may see.")
    var account: [String] = []

    func run() async throws {
        let chosen = try await AccessCommand.choice(account, state)
        let count = try await AccessCommand.index(with: reader, state)
            .narrow(reader, to: since, accounts: chosen, at: Date())
        AccessCommand.notify(reader, "may see", count, ", from \(since) on")
    }
}

/// `saldovakt access list`: lists readers and their accounts.
struct AccessListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Shows which readers may see which accounts.")

    @OptionGroup var state: StateOptions

    @Flag(help: "Write one JSON array.") var json = false

    func run() async throws {
        let accounts = try await state.facts().accounts()
        let names = Dictionary(accounts.map { ($0.id, $0.displayName) }) { first, _ in first }
        let readers = try await AccessIndex.open(folder: state.folder).readers()
            .sorted { $0.reader.text < $1.reader.text }.map { access in
                var access = access
                access.accounts.sort {
                    (names[$0.accountID] ?? "") < (names[$1.accountID] ?? "")
                }
                return access
            }
        if json {
            return Terminal.write(JSONOutput.array(readers.map { Self.json($0, names) }).text)
        }
        let texts = Configuration.tables
        Table(
            [
                (texts(.reader), .left), (texts(.state), .dropped(2)), (texts(.account), .cuttable),
                (texts(.since), .dropped(1)),
            ],
            readers.flatMap { access in
                let accounts = access.accounts.map {
                    [names[$0.accountID] ?? "", $0.earliest?.description ?? "all days"]
                }
                return (accounts.isEmpty ? [["", ""]] : accounts).map {
                    [access.reader.text, access.status.rawValue] + $0
                }
            }
        ).write(orSay: texts(.noReader))
    }

    private static func json(_ access: ReaderAccess, _ names: [UUID: String]) -> JSONOutput {
        [
            "reader": .string(access.reader.text), "state": .string(access.status.rawValue),
            "accounts": .array(
                access.accounts.map { account in
                    [
                        "id": .string(account.accountID.uuidString.lowercased()),
                        "name": .text(names[account.accountID]),
                        "since": .text(account.earliest?.description),
                    ]
                }),
        ]
    }
}

/// `saldovakt access revoke`: takes access away, or removes a bank with all of its data.
struct AccessRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Takes access away from a reader, or removes a bank.",
        discussion: """
            With --source the bank's accounts, balances, transactions and alerts are removed from \
            the state folder; stop 'saldovakt watch' first, and take the bank out of the settings.
            """)

    @Argument(help: "The name of the reader.") var reader: ReaderName?

    @OptionGroup var state: StateOptions

    @Option(help: "Only this account. May be repeated; without it, all it may see.")
    var account: [String] = []

    @Option(help: .value("bank", "Remove this bank, by its id in the settings."))
    var source: String?

    func validate() throws {
        guard (reader == nil) != (source == nil) else {
            throw ValidationError("name a reader, or a bank with --source")
        }
    }

    func run() async throws {
        if let source { return try await remove(source) }
        guard let reader else { return }
        let chosen = try await AccessCommand.choice(account, state)
        let count = try await AccessCommand.index(with: reader, state)
            .revoke(reader, accounts: chosen, at: Date())
        AccessCommand.notify(reader, "may no longer see", count)
    }

    private func remove(_ source: String) async throws {
        // The state folder is not created only to remove something from it.
        let known = try await state.facts().currentFacts().sources.keys.sorted()
        if !known.contains(source) {
            let nearest = NearestName.find(source, among: known).map { "use '\($0)'" }
            let fix =
                known.isEmpty
                ? "check --state: no bank is stored there"
                : nearest ?? "use one of \(known.joined(separator: ", "))"
            Terminal.complain(
                "saldovakt: warning: [unknown-bank] no bank '\(SafeText.neutralised(source))' is "
                    + "stored\n  fix: \(SafeText.neutralised(fix))")
        }
        let removed = try await SQLiteAlertStore.open(folder: state.folder).remove(source: source)
        for (noun, count) in [
            ("accounts", removed.accounts), ("balance records", removed.balances),
            ("transactions", removed.transactions), ("scheduled items", removed.scheduledItems),
            ("alerts", removed.alerts), ("notifications", removed.notifications),
        ] { Terminal.write("\(source): removed \(count) \(noun)") }
    }
}
