public import Finance

/// One restriction on transactions: `at 'REMA*'`, `over 500 NOK`, `except own transfers`.
public struct Filter: Sendable, Hashable {
    public indirect enum Kind: Sendable, Hashable {
        case at([TextLiteral])
        /// There is no earlier transaction at the merchant.
        case atNewMerchant
        case from([TextLiteral])
        case to([TextLiteral])
        /// One of the texts occurs in a text of the transaction.
        case containing([TextLiteral])
        case on(Scope)
        case inForeignCurrency
        case inCurrency(Currency)
        case inCategory([Category])
        case ofType(TransactionType)
        /// The amount without its sign.
        case amount(Relation, Amount)
        case percentAbovePrevious(Percent)
        case amountAbovePrevious(Amount)
        /// Neither side of a movement between own accounts.
        case exceptOwnTransfers
        /// None that the other filter finds: `except at 'REMA*' or 'KIWI*'`.
        case except(Kind)
    }

    public let kind: Kind
    public let span: Range<Int>

    public var scope: Scope? {
        if case .on(let scope) = kind { scope } else { nil }
    }

    /// The accounts that it leaves out.
    var excluded: Scope? {
        if case .except(.on(let scope)) = kind { scope } else { nil }
    }
}

extension Filter.Kind {
    /// The names behind `from` and `to`.
    var sides: [TextLiteral] {
        switch self {
        case .from(let texts), .to(let texts): texts
        case .except(let kind): kind.sides
        default: []
        }
    }

    /// The categories one of which it asks for.
    var categories: [Category] {
        if case .inCategory(let list) = self { list } else { [] }
    }

    /// The texts that it looks for.
    var texts: [TextLiteral] {
        switch self {
        case .at(let texts), .containing(let texts): texts
        case .except(let kind): kind.texts
        default: sides
        }
    }
}

extension Sequence where Element == Filter {
    /// The accounts that the first `on` filter restricts to.
    public var scope: Scope? { lazy.compactMap(\.scope).first }

    /// The filters that do not name accounts.
    var besidesAccounts: [Filter] { filter { $0.scope == nil && $0.excluded == nil } }

    /// The filters in canonical words, a space in front of each: ` at 'REMA*' over 500 NOK`.
    public var canonicalWords: String { CanonicalText(isKey: false).filters(Array(self)) }
}

/// The accounts that a part of a sentence refers to: `of 'Brukskonto'`, `on each account`.
public struct Scope: Sendable, Hashable {
    /// Which accounts, before exceptions.
    public enum Reach: Sendable, Hashable {
        case named(TextLiteral)
        /// Each account separately: `any account`, `each of 'A' and 'B'`.
        case each
        /// All together: `all accounts`, `'A' and 'B'`.
        case all
        /// Each account separately; in an absence, none of them: `'A' or 'B'`.
        case either
    }

    public var reach: Reach
    /// Of which accounts and groups it is; empty for all there are.
    public var members: [TextLiteral] = []
    /// The group or bank behind `all accounts of`.
    public var owner: TextLiteral?
    public var exceptions: [TextLiteral] = []
    /// Its range in the sentence, without `of` or `on`.
    public let span: Range<Int>

    /// Whether it names accounts, groups or a bank.
    var isNamed: Bool { !terms.isEmpty }

    /// Whether it refers to each account separately.
    var isEach: Bool { reach == .each || reach == .either }

    /// The names in the sentence that are not those of groups or banks.
    var written: [TextLiteral] { (listed + exceptions).filter { $0.members.isEmpty } }

    /// The names of accounts, those in groups included.
    public var names: [TextLiteral] {
        let group = owner.map { $0.members.isEmpty ? [] : $0.meant } ?? []
        return (listed + exceptions).flatMap(\.meant) + group
    }

    /// Whom it is of, before exceptions; empty for all accounts.
    var terms: [AccountTerm] {
        let owned = owner.map { owner in
            owner.members.isEmpty
                ? [AccountTerm.bank(owner.folded)] : owner.meant.map { .name($0.folded) }
        }
        return listed.flatMap(\.meant).map { .name($0.folded) } + (owned ?? [])
    }

    /// The names in it that are groups.
    var groups: [TextLiteral] {
        (listed + exceptions + [owner].compactMap(\.self)).filter { !$0.members.isEmpty }
    }

    var listed: [TextLiteral] {
        if case .named(let name) = reach { [name] } else { members }
    }
}

/// A text that the person wrote, in quotes or as one capitalised word.
public struct TextLiteral: Sendable, Hashable {
    public let text: String
    /// Its range in the sentence, with its quotes.
    public let span: Range<Int>
    /// The members that the rules file gives the name; empty for a text that is no group.
    public var members: [String] = []

    /// The texts that it represents: its group's, or itself.
    var meant: [TextLiteral] {
        members.isEmpty ? [self] : members.map { TextLiteral(text: $0, span: span) }
    }
}

extension TextLiteral {
    /// The text as names are compared (RL-6).
    var folded: String { MatchText.fold(text) }
}
