import Finance
import Foundation

extension StoreCheck {
    /// Looks for names that no account has, or several, or one that is called otherwise now.
    mutating func checkNames(in scope: Scope) {
        for name in scope.names {
            let folded = name.folded
            let found = store.accounts.filter { isCalled(folded, $0) }
            let bound = store.bindings[folded].map { ids in
                store.accounts.filter { ids.contains($0.account.id) }
            }
            if let account = bound?.first(where: { !isCalled(folded, $0) }) {
                addRenamed(name, account, isTaken: !found.isEmpty)
            } else if found.count > 1 {
                addAmbiguous(name, found, bound: bound ?? [])
            } else if found.isEmpty, bound?.isEmpty != false {
                addUnknown(name)
            }
        }
    }

    private func isCalled(_ folded: String, _ account: AccountFacts) -> Bool {
        store.names(of: account.account).contains(folded)
    }

    private mutating func addUnknown(_ name: TextLiteral) {
        let known = store.accounts.map(\.account.displayName)
        let all = store.accounts.flatMap { account in
            store.names(of: account.account).filter { $0.contains(where: \.isLetter) }
        }
        let folded = EditDistance.nearest(to: name.text, among: Set(all)).first
        let nearest = folded.map { name in
            known.first { MatchText.fold($0) == name } ?? name
        }
        add(
            "unknown-account", at: name.span, "there is no account called \"\(name.text)\"",
            severity: .error, expected: known,
            replacement: nearest.map { CanonicalWords(isKey: false).quoted($0) })
    }

    /// The rule goes on with the account that it was made for (D20), which people must be told.
    private mutating func addRenamed(
        _ name: TextLiteral, _ account: AccountFacts, isTaken: Bool
    ) {
        let now = account.account.displayName
        let other =
            isTaken ? "; the account that is called \"\(name.text)\" now is another one" : ""
        add(
            "renamed-account", at: name.span,
            "the account that this rule follows is called \"\(now)\" now" + other,
            expected: [now], replacement: CanonicalWords(isKey: false).quoted(now))
    }

    /// Names that were bound while only one account had them keep meaning that one.
    private mutating func addAmbiguous(
        _ name: TextLiteral, _ found: [AccountFacts], bound: [AccountFacts]
    ) {
        let isBound = bound.count == 1
        let follows = isBound ? "; this rule follows \(place(of: bound[0]))" : ""
        add(
            "ambiguous-account", at: name.span,
            "\(found.count) accounts are called \"\(name.text)\"\(follows); give them aliases in "
                + "the settings", severity: isBound ? .warning : .error,
            expected: found.map(place))
    }

    /// What tells an account from another one of its name: its number, else its bank.
    private func place(of account: AccountFacts) -> String {
        let account = account.account
        let bank = account.institutionName
        return account.accountNumber.map { "\($0.masked) at \(bank)" } ?? "the one at \(bank)"
    }
}
