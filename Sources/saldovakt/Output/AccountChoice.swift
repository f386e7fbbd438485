import Finance

/// Finds the account that somebody means by its name or the end of its number.
enum AccountChoice: Sendable {
    /// The one account that is meant.
    ///
    /// - Throws: ``CommandFailure`` if there is none, or more than one.
    static func account(_ wanted: String, among accounts: [Account]) throws -> Account {
        let folded = wanted.lowercased()
        let found = accounts.filter {
            $0.displayName.lowercased() == folded
                || (folded.count >= 4 && $0.accountNumber?.digits.hasSuffix(folded) == true)
        }
        guard let first = found.first, found.count == 1 else {
            let names = accounts.map(\.displayName).sorted()
            throw CommandFailure(
                .wrong, code: found.isEmpty ? "unknown-account" : "ambiguous-account",
                problem: "\(found.isEmpty ? "no" : "more than one") account: '\(wanted)'",
                fix: "accounts are: \(names.joined(separator: ", "))")
        }
        return first
    }
}
