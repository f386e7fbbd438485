import Alerts
import ArgumentParser
import BankFiles
import Banks
import Console
import Finance
import Foundation
import Settings
import Store

/// `saldovakt import`: imports files of a bank into the store.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Adds the transactions in files of a bank to what is stored.",
        discussion: """
            Reads what banks let you download: CSV, CAMT.053 and .052, OFX and QFX, recognised by their \
            content. Importing a file again, or one that overlaps with others, adds nothing twice. \
            Nothing is notified: to be notified of what files say, put them into the folder of a \
            bank of type "files" and run 'saldovakt watch'.
            """)

    @Argument(help: .value("file", "The files, in any order."), completion: .file())
    var files: [String]

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Option(
        help: .value(
            "id",
            "The bank they belong to; without it the only one of type \"files\" in the settings."),
        completion: OfferedNames.banks.completion) var bank: BankArgument?

    @Option(help: .value("number", "The account, for files that do not name it."))
    var account: String?

    @Flag(help: "Show what would be added, and change nothing.") var dryRun = false

    @Flag(help: "Write one JSON array.") var json = false

    func run() async throws {
        let configuration = try settings.load()
        let (id, bank) = try source(configuration.settings)
        let stored = await storedAccounts(of: id)
        let owner = try owner(of: bank, stored)
        let zone = configuration.settings.timeZone
        let files = try read(
            profile: bank?.profile, account: owner,
            MixedLists(
                known: stored.mapValues { $0.account.liabilityAccount != nil },
                currencies: stored.mapValues(\.account.currency)))
        let merge = StatementMerge(
            files, source: id, account: owner, zone: zone,
            currencies: stored.mapValues(\.account.currency))
        try refuseIncomplete(merge)
        let now = SystemClock().now
        let (accounts, rows) = merge.observed(at: now)
        let snapshot = Snapshot(
            source: id, observedAt: now, accounts: accounts, transactions: rows,
            tolerances: .files(merge)
        ).keepable()
        if case .failed(let failure) = snapshot.outcome {
            throw CommandFailure(.wrong, code: "import", problem: failure.problem, fix: failure.fix)
        }
        if let failure = snapshot.shortfalls.first {
            throw CommandFailure(
                .wrong, code: "day", problem: failure.problem + "; nothing was added",
                fix: "correct the day in the file, or how the settings say that days are written")
        }
        let result = try await reconcile(snapshot, zone)
        write(snapshot, result)
        noteUnusedAccount(snapshot.accounts, owner)
        let starts = stored.filter { $0.value.completeAt != nil }.mapValues { $0.history(in: zone) }
        for (account, missing) in merge.missingStatements(known: starts) {
            Terminal.complain(
                "account …\(account.suffix(4)): warning: [gap] \(missing)\n"
                    + "  fix: import it too: rules that add up those days wait for it")
        }
        try complain(of: snapshot.accounts.filter { result.doubted.contains($0.details.id) })
    }

    /// The account of files that name none.
    private func owner(
        of bank: FilesSettings?, _ stored: [String: AccountFacts]
    ) throws(CommandFailure) -> StatementAccount {
        let usual = bank?.account ?? StatementAccount()
        guard let account else { return usual }
        if let (problem, fix) = StatementAccount.problem(withNumber: account) {
            throw CommandFailure(
                .usage, where: "--account", code: "account", problem: problem, fix: fix)
        }
        var owner = StatementAccount(number: account, name: usual.name, currency: usual.currency)
        // The name in the settings is that of their account; another keeps its stored one.
        if let number = usual.number, number != owner.number {
            owner.name = owner.number.flatMap { stored[$0]?.account.displayName }
        }
        return owner
    }

    /// Says that the files name other accounts than `--account` does.
    private func noteUnusedAccount(_ found: [AccountObservation], _ wanted: StatementAccount) {
        let numbers = found.compactMap(\.details.accountNumber)
        guard account != nil, let number = wanted.number, !numbers.isEmpty,
            !numbers.contains(where: { $0.digits.hasSuffix(number) })
        else { return }
        let named = numbers.map(\.grouped).joined(separator: ", ")
        Terminal.complain(
            "--account: warning: [account] the files name their account themselves: \(named); the"
                + " number given was not used\n  fix: leave --account away, or choose the files of"
                + " that account")
    }

    /// Refuses statements without all their pages and, because of each day the newest file counts,
    /// filtered lists, of which one would be lost.
    private func refuseIncomplete(_ merge: StatementMerge) throws(CommandFailure) {
        if let (account, problem) = merge.incomplete.first {
            throw CommandFailure(
                .wrong, code: "pages",
                problem: "a statement of account …\(account.suffix(4)) is not whole: \(problem);"
                    + " nothing was added",
                fix: "import all pages of the statement together; if they are all there, download"
                    + " them again")
        }
        guard let (account, day) = merge.contradictions.first else { return }
        throw CommandFailure(
            .wrong, code: "filtered",
            problem: "two of the files have different transactions of account "
                + "…\(account.suffix(4)) on the same days up to \(day); nothing was added",
            fix: "download those days again without a filter, such as only what came in, and "
                + "import that file alone")
    }

    /// Reports the accounts of which no row was stored (D70).
    private func complain(of doubted: [AccountObservation]) throws {
        guard !doubted.isEmpty else { return }
        for account in doubted {
            let name = SafeText.neutralised(account.details.displayName)
            Terminal.complain(
                "\(name): error: [doubtful] the files lack most of the transactions that are stored "
                    + "of their days; nothing was added\n"
                    + "  fix: check that they are whole; if they are, import them again after a day"
            )
        }
        throw ExitStatus.wrong
    }

    /// The bank's identifier and its settings.
    private func source(
        _ settings: SaldovaktSettings
    ) throws(CommandFailure) -> (String, FilesSettings?) {
        let known = settings.banks.compactMap { bank -> (String, FilesSettings)? in
            if case .files(let files) = bank.access { (bank.id, files) } else { nil }
        }
        if let wanted = bank?.id {
            let found = known.first { $0.0 == wanted }
            // Without a bank for files in the settings, the files form one of their own.
            guard found == nil,
                !known.isEmpty || settings.banks.contains(where: { $0.id == wanted })
            else { return (wanted, found?.1) }
            throw CommandFailure(
                .usage, where: "--bank", code: "bank",
                problem: "the settings have no bank \(wanted) of type \"files\"",
                fix: known.isEmpty
                    ? "choose an id that no other bank has"
                    : "name one that they have: \(known.map(\.0).joined(separator: ", "))")
        }
        guard known.count < 2 else {
            throw CommandFailure(
                .usage, where: "--bank", code: "bank",
                problem: "the settings have several banks of type \"files\"",
                fix: "name one: --bank " + known.map(\.0).joined(separator: " or --bank "))
        }
        return known.first.map { ($0.0, $0.1) } ?? ("files", nil)
    }

    /// The stored accounts of the bank, by their numbers.
    private func storedAccounts(of bank: String) async -> [String: AccountFacts] {
        guard let facts = try? await state.alerts().facts() else { return [:] }
        let own = facts.accounts.values.filter { $0.account.institutionName == bank }
        return Dictionary(own.map { ($0.account.bankAccountID, $0) }) { $1 }
    }

    /// Reads all files, or reports every file that can't be read.
    private func read(
        profile: CSVProfile?, account: StatementAccount, _ lists: MixedLists
    ) throws(CommandFailure) -> [StatementMerge.File] {
        var read: [StatementMerge.File] = []
        var lists = lists
        var problems: [String] = []
        var status = ExitStatus.environment
        for path in files {
            let name = SafeText.neutralised(path)
            do {
                let bytes = try LocalFiles().read(path: path, limit: StatementReader.longestFile)
                    .bytes
                let attributes = try? FileManager.default.attributesOfItem(atPath: path)
                let modified = attributes?[.modificationDate] as? Date ?? .distantPast
                let content = try StatementReader.read(bytes, profile: profile, account: account)
                try lists.check(content, name: path)
                read.append(StatementMerge.File(content, modified: modified))
            } catch let problem as FileProblem {
                problems.append("\(name): error: [file] \(problem)\n  fix: \(problem.fix)")
            } catch let error as StatementFileError {
                status = .wrong
                problems.append(
                    "\(error.place(in: name)): error: [statement] \(error.problem)\n  fix: \(error.fix)"
                )
            } catch {
                problems.append("\(name): error: [file] it can't be read\n  fix: check the path")
            }
        }
        guard problems.isEmpty else {
            throw CommandFailure(status, text: problems.joined(separator: "\n"))
        }
        return read
    }

    /// Reconciles with the stored rows, and stores the result unless it is a dry run.
    private func reconcile(_ snapshot: Snapshot, _ zone: TimeZone) async throws -> Reconciliation {
        if dryRun { return try await reconciliation(snapshot, in: try? state.alerts(), zone) }
        let store: SQLiteAlertStore
        do { store = try SQLiteAlertStore.open(folder: state.folder) } catch {
            guard case .locked(let path, .some) = error else { throw error }
            throw CommandFailure(
                .environment, where: path, code: "store-locked",
                problem: "a running saldovakt uses this state folder",
                fix: "put the files into the folder of a bank of type \"files\", which the watcher"
                    + " reads, or stop it for the import")
        }
        let result = try await reconciliation(snapshot, in: store, zone)
        try await store.commit(
            CycleCommit(reconciliation: result, alerts: AlertLedgerChange(), outbox: []))
        return result
    }

    private func reconciliation(
        _ snapshot: Snapshot, in store: SQLiteAlertStore?, _ zone: TimeZone
    ) async throws -> Reconciliation {
        let facts = try await store?.facts() ?? Facts()
        let input = try await store?.reconciliationInput(for: snapshot) ?? ReconciliationInput()
        let source = facts.sources[snapshot.source] ?? SourceFacts(id: snapshot.source)
        return Reconciler.reconcile(snapshot, source: source, with: input, zone: zone)
    }

    // MARK: Output

    private func write(_ snapshot: Snapshot, _ result: Reconciliation) {
        let counts = Dictionary(grouping: result.changes.transactions) { change in
            (change.after ?? change.before)?.accountID
        }
        let rows = snapshot.accounts.map { account in
            var taken = account
            // Of a doubtful file not even the balance is taken in.
            if result.doubted.contains(account.details.id) { taken.booked = nil }
            return ImportedAccount(taken, counts[account.details.id] ?? [])
        }
        if json { return Terminal.write(JSONOutput.array(rows.map(\.json)).text) }
        guard !rows.isEmpty else {
            return Terminal.complain("the files have no transactions; nothing was added")
        }
        Table(
            [
                ("Account", .cuttable), ("Number", .left), ("From", .left), ("Through", .left),
                (dryRun ? "Would add" : "Added", .right), ("Changed", .right), ("Balance", .right),
            ], rows.map(\.cells)
        ).write(orSay: "")
    }
}

/// What an import adds to one account.
private struct ImportedAccount {
    private let account: AccountObservation
    private let added: Int
    private let changed: Int

    init(_ account: AccountObservation, _ changes: [TransactionChange]) {
        self.account = account
        added = changes.count { $0.cause == .appeared }
        changed = changes.count - added
    }

    var cells: [String] {
        [
            account.details.displayName, account.details.accountNumber?.grouped ?? "",
            account.coveredFrom?.description ?? "", account.coveredThrough?.description ?? "",
            String(added), String(changed), MoneyStyle.norwegian.optional(account.booked),
        ]
    }

    var json: JSONOutput {
        .object(
            account.account.head + [
                ("from", .text(account.coveredFrom?.description)),
                ("through", .text(account.coveredThrough?.description)), ("added", .whole(added)),
                ("changed", .whole(changed)), ("booked", .text(account.booked?.decimalText)),
            ])
    }
}
