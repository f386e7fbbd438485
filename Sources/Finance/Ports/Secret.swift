import Foundation

/// A value that must never be shown: a client secret, a token, a customer number.
///
/// Every description of it is `‹secret›`; it can't be encoded. Call ``reveal()`` only where it is
/// sent.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let text: String

    public init(_ text: String) { self.text = text }

    public func reveal() -> String { text }

    public var description: String { "‹secret›" }

    public var debugDescription: String { "‹secret›" }

    /// Shows no children, so that `dump` stays silent too.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret {
    /// The key for signatures that the text holds: `whsec_` and the base64 of 24 to 64 bytes, as in
    /// Standard Webhooks 1.0.0; `nil` for any other text.
    public var signingKey: [UInt8]? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix("whsec_") else { return nil }
        let key = Data(base64Encoded: String(text.dropFirst("whsec_".count)))
        return key.flatMap { (24...64).contains($0.count) ? Array($0) : nil }
    }
}
