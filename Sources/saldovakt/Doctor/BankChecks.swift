import Banks
import Console
import Finance
import Foundation
import Settings
import Store
import Watch

/// Checks the entries of banks in the settings, and asks each bank once.
enum BankChecks: Sendable {
    /// Checks what can be seen without asking anyone: folders, addresses and keys.
    static func written(_ configuration: Configuration) -> [Diagnosis] {
        var owners: [String: String] = [:]
        return configuration.settings.banks.flatMap { bank -> [Diagnosis] in
            let subject = "bank \(bank.id)"
            var found = bank.openAddresses.map { key in
                Diagnosis(
                    subject, .wrong,
                    "'\(key)' is http and not on this machine: others could read it",
                    fix: "use an address with https, or one of 127.0.0.1 or localhost")
            }
            switch bank.access {
            case .files(let files):
                let path = URL(filePath: configuration.resolver.path(files.folder))
                    .resolvingSymlinksInPath().path
                found += folder(path, subject, owner: owners[path])
                owners[path] = owners[path] ?? bank.id
            case .enableBanking(let settings):
                let access = try? EnableBankingConfiguration(
                    id: bank.id, settings, timeZone: configuration.settings.timeZone,
                    secret: configuration.resolver.secret)
                // A key that can't be read is among the secrets.
                if let problem = access?.keyProblem {
                    found.append(Diagnosis(subject, .wrong, problem.problem, fix: problem.fix))
                }
            case .sbanken, .spareBank1, .simpleFIN, .command: break
            }
            return found
        }
    }

    /// The subject of ``stored(_:stateFolder:)``.
    static let storedSubject = "stored banks"

    /// Names banks whose accounts are stored, though the settings no longer have them: they are still
    /// listed, and count in every total.
    static func stored(_ configuration: Configuration, stateFolder: String) async -> [Diagnosis] {
        // Another check names the problems of the database, and without a bank nothing is watched.
        guard let store = try? SQLiteAlertStore.openReadOnly(folder: stateFolder),
            let facts = try? await store.facts(), !configuration.settings.banks.isEmpty
        else { return [] }
        let banks = Set(facts.accounts.values.map(\.account.institutionName))
            .subtracting(configuration.settings.banks.map(\.id)).sorted()
        guard !banks.isEmpty else { return [] }
        let isUsual = stateFolder == Configuration.usualStateFolder
        let place = isUsual ? "" : Strings.options(("--state", stateFolder))
        let commands = banks.map { "saldovakt access revoke --source \($0)\(place)" }
        return [
            Diagnosis(
                storedSubject, .hint,
                "not in the settings, but their accounts are listed and counted: "
                    + banks.joined(separator: ", "),
                fix:
                    "stop 'saldovakt watch', then \(commands.joined(separator: "; ")); or keep what "
                    + "was imported from files")
        ]
    }

    /// - Parameter owner: another bank that has the same folder.
    private static func folder(_ path: String, _ subject: String, owner: String?) -> [Diagnosis] {
        guard let stamp = FileStamp(path: path) else {
            return [
                Diagnosis(
                    subject, .missing, "the folder of its files does not exist: '\(path)'",
                    fix: "make the folder, or correct \"folder\" in the settings")
            ]
        }
        guard stamp.isFolder else {
            return [
                Diagnosis(
                    subject, .missing, "\"folder\" names a file: '\(path)'",
                    fix: "name the folder of the file in the settings")
            ]
        }
        guard let owner else { return [] }
        return [
            Diagnosis(
                subject, .wrong, "its folder is that of bank \(owner) too: '\(path)'",
                fix: "give each bank a folder of its own, or all transactions count twice")
        ]
    }

    static func diagnoses(
        _ configuration: Configuration, stateFolder: String
    ) async -> [Diagnosis] {
        let factory = SourceFactory(configuration, stateFolder: stateFolder)
        var found: [Diagnosis] = []
        for bank in configuration.settings.banks { found += await diagnoses(of: bank, factory) }
        return found
    }

    /// Asks what the access covers where the bank counts reads and says so; else polls once.
    private static func diagnoses(
        of bank: BankSettings, _ factory: SourceFactory
    ) async -> [Diagnosis] {
        let subject = "bank \(bank.id)"
        do {
            if let covered = try await factory.browserSignIn(at: bank)?.coverage() {
                let end = covered.ends.map { ", until \(InstantText.moment($0, in: factory.zone))" }
                let accounts = Strings.count(covered.accounts, "account")
                return [Diagnosis(subject, .ok, "the consent covers \(accounts)\(end ?? "")")]
            }
            let source = try factory.sources([bank], interval: nil)[0].source
            return diagnoses(of: await source.fetch(FetchRequest()))
        } catch let error as BankError {
            return diagnoses(
                of: Snapshot(
                    source: bank.id, observedAt: factory.clock.now, outcome: error.outcome,
                    accounts: [], transactions: []))
        } catch {
            return [
                Diagnosis(
                    subject, .hint, "it was not asked, a secret can't be read",
                    fix: "see 'secrets' above")
            ]
        }
    }

    private static func diagnoses(of snapshot: Snapshot) -> [Diagnosis] {
        let subject = "bank \(snapshot.source)"
        switch snapshot.outcome {
        case .complete:
            let count = Strings.count(snapshot.accounts.count, "account")
            return [Diagnosis(subject, .ok, "it answered with \(count)")]
                + snapshot.shortfalls.map { Diagnosis(subject, .hint, $0.problem, fix: $0.fix) }
        case .partial:
            return snapshot.shortfalls.map {
                Diagnosis(subject, $0.isRemark ? .hint : .missing, $0.problem, fix: $0.fix)
            }
        case .throttled(let pause):
            let wait = pause.map { ", in \(Strings.length($0 / .seconds(1)))" } ?? ""
            let text = "it answers, and asks to come later" + wait
            return [
                Diagnosis(subject, .hint, text, fix: "wait; use a longer interval if it stays so")
            ]
        case .failed(let failure):
            return [Diagnosis(subject, .missing, failure.problem, fix: failure.fix)]
        }
    }
}
