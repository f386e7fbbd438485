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
        return banks.map { bank in
            let store = StoredSignIn(bank, stateFolder: stateFolder)
            return diagnosis(bank, store, configuration.settings.timeZone, now)
        }
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
