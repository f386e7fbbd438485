/// Finds accounts by a name, compared as rules compare texts.
///
/// An account has its display name, the aliases that the settings give to that name, and its
/// number.
public struct AccountNaming: Sendable, Hashable {
    private let aliases: [FoldedText: [FoldedText]]

    /// Takes the aliases of accounts, by their display name.
    public init(aliases: [String: [String]] = [:]) {
        self.aliases = Dictionary(
            aliases.map { (FoldedText($0.key), $0.value.map { FoldedText($0) }) },
            uniquingKeysWith: +)
    }

    /// Every folded name of an account: its own, its aliases, its number plain and in groups.
    public func names(of account: Account) -> [FoldedText] {
        let name = FoldedText(account.displayName)
        let number = account.accountNumber.map { [FoldedText($0.digits), FoldedText($0.grouped)] }
        return [name] + (aliases[name] ?? []) + (number ?? [])
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
