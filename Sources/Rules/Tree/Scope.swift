/// The accounts that a part of a sentence speaks of: `of 'Brukskonto'`, `on each account`.
public struct Scope: Sendable, Hashable {
    /// Which accounts, before exceptions.
    public enum Reach: Sendable, Hashable {
        /// One account by its name.
        case named(TextLiteral)
        /// Each account by itself: `any account`, `each account`.
        case each
        /// All accounts together.
        case all
    }

    /// Which accounts.
    public let reach: Reach
    /// The accounts that are left out.
    public let exceptions: [TextLiteral]
    /// Where it stands in the sentence, without `of` or `on`.
    public let span: Range<Int>

    /// Makes a scope.
    public init(reach: Reach, exceptions: [TextLiteral] = [], span: Range<Int>) {
        self.reach = reach
        self.exceptions = exceptions
        self.span = span
    }

    /// Every account name in it.
    public var names: [TextLiteral] {
        if case .named(let name) = reach { [name] + exceptions } else { exceptions }
    }
}
