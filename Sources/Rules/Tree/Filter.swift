public import Finance

/// One restriction on transactions: `at 'REMA*'`, `over 500 NOK`, `except own transfers`.
public struct Filter: Sendable, Hashable {
    public indirect enum Kind: Sendable, Hashable {
        case at([TextLiteral])
        /// `at a new merchant`: the merchant has no earlier transaction.
        case atNewMerchant
        case from([TextLiteral])
        case to([TextLiteral])
        /// `containing 'husleie'`: one of the texts occurs in a text of the transaction.
        case containing([TextLiteral])
        case on(Scope)
        case inForeignCurrency
        case inCurrency(Currency)
        case inCategory([Category])
        case ofType(TransactionType)
        /// `over 500 NOK`: compares the amount without its sign.
        case amount(Relation, Amount)
        case percentAbovePrevious(Percent)
        case amountAbovePrevious(Amount)
        /// Excludes both sides of a movement between own accounts.
        case exceptOwnTransfers
        /// Excludes everything that the other filter matches: `except at 'REMA*' or 'KIWI*'`.
        case except(Kind)
    }

    public let kind: Kind
    public let span: Range<Int>

    public var scope: Scope? {
        if case .on(let scope) = kind { scope } else { nil }
    }

    /// The accounts that the filter excludes.
    var excluded: Scope? {
        if case .except(.on(let scope)) = kind { scope } else { nil }
    }
}

extension Filter.Kind {
    /// The names after `from` and `to`, also inside `except`.
    var sides: [TextLiteral] {
        switch self {
        case .from(let texts), .to(let texts): texts
        case .except(let kind): kind.sides
        default: []
        }
    }

    /// The names after `at`, but not those inside `except`.
    var shops: [TextLiteral] {
        if case .at(let names) = self { names } else { [] }
    }

    /// The names after `from`, but not those inside `except`.
    var senders: [TextLiteral] {
        if case .from(let names) = self { names } else { [] }
    }

    /// The names after `to`, but not those inside `except`.
    var receivers: [TextLiteral] {
        if case .to(let names) = self { names } else { [] }
    }

    /// The categories of `in category`; a transaction matches if it is in one of them.
    var categories: [Category] {
        if case .inCategory(let list) = self { list } else { [] }
    }

    /// The texts that the filter searches for, also inside `except`.
    var texts: [TextLiteral] {
        switch self {
        case .at(let texts), .containing(let texts): texts
        case .except(let kind): kind.texts
        default: sides
        }
    }
}

extension Sequence where Element == Filter {
    /// The accounts of the first `on` filter.
    public var scope: Scope? { lazy.compactMap(\.scope).first }

    /// The filters that do not name accounts.
    var besidesAccounts: [Filter] { filter { $0.scope == nil && $0.excluded == nil } }

    /// The filters in canonical words, with a space before each: ` at 'REMA*' over 500 NOK`.
    public var canonicalWords: String { CanonicalText(isKey: false).filters(Array(self)) }
}

/// The accounts that a part of a sentence refers to: `of 'Brukskonto'`, `on each account`.
public struct Scope: Sendable, Hashable {
    /// Which accounts the scope refers to, before exceptions.
    public enum Reach: Sendable, Hashable {
        case named(TextLiteral)
        /// Each account separately: `any account`, `each of 'A' and 'B'`.
        case each
        /// All together: `all accounts`, `'A' and 'B'`.
        case all
        /// Each account separately; in an absence, all of them together: `'A' or 'B'`.
        case either
    }

    public var reach: Reach
    /// The accounts and groups of a list in the sentence; empty if there is no list.
    public var members: [TextLiteral] = []
    /// The group or bank after `all accounts of`.
    public var owner: TextLiteral?
    public var exceptions: [TextLiteral] = []
    /// The range of the scope in the sentence, without `of` or `on`.
    public let span: Range<Int>

    /// Whether the scope names accounts, groups or a bank.
    var isNamed: Bool { !terms.isEmpty }

    /// Whether the scope refers to each account separately.
    var isEach: Bool { reach == .each || reach == .either }

    /// The names in the sentence that are not those of groups or banks.
    var written: [TextLiteral] { (listed + exceptions).filter { $0.members.isEmpty } }

    /// The names of all accounts in the scope and its exceptions, including the members of groups.
    public var names: [TextLiteral] {
        let group = owner.map { $0.members.isEmpty ? [] : $0.meant } ?? []
        return (listed + exceptions).flatMap(\.meant) + group
    }

    /// The accounts and banks that the scope refers to, before exceptions; empty means all
    /// accounts.
    var terms: [AccountTerm] {
        let owned = owner.map { owner in
            owner.members.isEmpty
                ? [AccountTerm.bank(owner.folded)] : owner.meant.map { .name($0.folded) }
        }
        return listed.flatMap(\.meant).map { .name($0.folded) } + (owned ?? [])
    }

    /// The names in the scope that are names of groups.
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
    /// The range of the text in the sentence, including its quotation marks.
    public let span: Range<Int>
    /// The members of the group that the text names in the rules file; empty if it names no group.
    public var members: [String] = []

    /// The texts that the literal represents: the members of its group, or the text itself.
    var meant: [TextLiteral] {
        members.isEmpty ? [self] : members.map { TextLiteral(text: $0, span: span) }
    }
}

extension TextLiteral {
    /// The text in the form in which names are compared (RL-6).
    var folded: String { MatchText.fold(text) }
}
