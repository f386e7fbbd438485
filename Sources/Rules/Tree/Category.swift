public import Finance

/// A merchant category in a sentence: a group such as `groceries`, or a code such as `5411`.
public struct Category: Sendable, Hashable {
    /// Group or code.
    public enum Kind: Sendable, Hashable {
        /// A named group of codes.
        case group(MerchantCategory)
        /// One ISO 18245 code.
        case code(MerchantCategoryCode)
    }

    /// Group or code.
    public let kind: Kind
    /// Where it stands in the sentence.
    public let span: Range<Int>

    /// Makes a category.
    public init(kind: Kind, span: Range<Int>) {
        self.kind = kind
        self.span = span
    }

    /// Whether a merchant with that code belongs to it.
    public func contains(_ code: MerchantCategoryCode) -> Bool {
        switch kind {
        case .group(let group): group.contains(code)
        case .code(let own): own == code
        }
    }
}
