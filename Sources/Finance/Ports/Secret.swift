/// A value that must never be shown: a client secret, a token, a customer number.
///
/// Every description of it is `‹secret›`; it can't be encoded. Read it with ``reveal()`` at the
/// one place that sends it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let text: String

    /// Wraps the text.
    public init(_ text: String) {
        self.text = text
    }

    /// The text itself.
    public func reveal() -> String { text }

    /// Always `‹secret›`.
    public var description: String { "‹secret›" }

    /// Always `‹secret›`.
    public var debugDescription: String { "‹secret›" }

    /// Shows no children, so that `dump` stays silent too.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
