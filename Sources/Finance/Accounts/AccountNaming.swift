/// Finds accounts by a name, compared as rules compare texts.
///
/// An account has its display name, its number, and the aliases that the settings give to either
/// of them at its bank.
public struct AccountNaming: Sendable, Hashable {
    /// By bank, and by name or number there.
    private let aliases: [String: [FoldedText: [FoldedText]]]

    /// Takes the aliases of accounts by the identifier of their bank, and by their display name or
    /// number there.
    ///
    /// ```swift
    /// AccountNaming(aliases: ["sb1": ["Brukskonto": ["Bruks"], "9999 00 00002": ["Hytta"]]])
    /// ```
    public init(aliases: [String: [String: [String]]] = [:]) {
        self.aliases = aliases.mapValues { accounts in
            Dictionary(
                accounts.map { (FoldedText($0.key), $0.value.map { FoldedText($0) }) },
                uniquingKeysWith: +)
        }
    }

    /// Every folded name of an account: its own, its number plain and in groups, its aliases.
    public func names(of account: Account) -> [FoldedText] {
        let number = account.accountNumber.map { [FoldedText($0.digits), FoldedText($0.grouped)] }
        let own = [FoldedText(account.displayName)] + (number ?? [])
        guard let aliases = aliases[account.institutionName] else { return own }
        return own + own.flatMap { aliases[$0] ?? [] }
    }

    /// The keys under which an account may be found by `name`.
    ///
    /// They are the folded name and, for a number that is written with dots or blanks, its digits.
    public static func keys(of name: String) -> [String] {
        let folded = FoldedText(name)
        guard !folded.isEmpty else { return [] }
        let number = number(folded)
        return [folded.text] + (number == folded.text ? [] : [number].compactMap(\.self))
    }

    /// The accounts with that name, in the order given.
    public func accounts(named name: String, among accounts: [Account]) -> [Account] {
        let folded = FoldedText(name)
        guard !folded.isEmpty else { return [] }
        let number = Self.number(folded)
        return accounts.filter { account in
            names(of: account).contains(folded)
                || number != nil && account.accountNumber?.digits == number
        }
    }

    /// The accounts whose number ends with these digits, at least four.
    public func accounts(endingWith digits: String, among accounts: [Account]) -> [Account] {
        guard digits.count >= 4, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return [] }
        return accounts.filter { $0.accountNumber?.digits.hasSuffix(digits) == true }
    }

    /// The digits of a number that is written with dots or blanks.
    private static func number(_ name: FoldedText) -> String? {
        let digits = name.text.filter { $0 != " " && $0 != "." }
        return digits.count >= 4 && digits.allSatisfy { $0.isASCII && $0.isNumber } ? digits : nil
    }
}
