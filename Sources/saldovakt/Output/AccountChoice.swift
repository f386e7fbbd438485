import Alerts
import Finance

/// Finds the account that somebody means by its name, an alias or the end of its number.
enum AccountChoice: Sendable {
    /// The one account that is meant.
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
        throw SilenceText.unknown(
            "account", name, among: accounts.map { SafeText.neutralised($0.displayName) })
    }
}
