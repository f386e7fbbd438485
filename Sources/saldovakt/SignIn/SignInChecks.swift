import Console
import Finance
import Foundation
import HTTP
import Settings

/// Looks whether somebody has signed in at each bank that wants it, and until when that lasts.
enum SignInChecks: Sendable {
    static func diagnoses(
        _ configuration: Configuration, stateFolder: String, at now: Date
    ) -> [Diagnosis] {
        let banks = configuration.settings.banks.filter { SignInEntry.staysSignedIn($0) }
        let found = banks.map { bank in
            let store = StoredSignIn(bank, stateFolder: stateFolder)
            return diagnosis(bank, store, configuration.settings.timeZone, now)
        }
        return found.isEmpty ? [] : found + [Diagnosis("bank guide", .ok, BankGuide.sentence)]
    }

    private static func diagnosis(
        _ bank: BankSettings, _ store: StoredSignIn, _ zone: TimeZone, _ now: Date
    ) -> Diagnosis {
        let subject = "sign-in \(bank.id)"
        let login = "saldovakt login \(bank.id)"
        do throws(SignInStoreError) {
            guard let state = try store.load() else {
                return Diagnosis(
                    subject, .missing, "nobody has signed in at bank \(bank.id)", fix: login)
            }
            guard let end = state.expires else {
                return Diagnosis(subject, .ok, "somebody has signed in")
            }
            let text = InstantText.moment(end, in: zone)
            return end > now
                ? Diagnosis(subject, .ok, "somebody has signed in, until \(text)")
                : Diagnosis(subject, .missing, "the sign-in ended \(text)", fix: login)
        } catch {
            return Diagnosis(subject, .missing, error.problem, fix: error.fix)
        }
    }
}

extension StoredSignIn {
    /// Where the sign-in of a bank is kept.
    init(_ bank: BankSettings, stateFolder: String) {
        self.init(
            source: bank.id, stateFolder: stateFolder,
            place: bank.signInPlace == .keyring ? .keyring(SecretServiceKeyring()) : .file)
    }
}

/// Where a person reads what to click at each bank.
enum BankGuide: Sendable {
    static var sentence: String {
        "what to click at each bank, what it costs and stores and how the access ends: \(path)"
    }

    /// The installed page, else its name in the sources.
    private static var path: String {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let page = program.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "share/doc/saldovakt/docs/banks.md").path
        return FileManager.default.fileExists(atPath: page) ? page : "docs/banks.md"
    }
}
