/// The name under which a program is given access, such as `budget-app`.
public struct ReaderName: Sendable, Hashable, CustomStringConvertible {
    /// The name: 1 to 64 letters a–z, digits, `-`, `_` and `.`.
    public let text: String

    /// Takes a name; `nil` if it is empty, too long or has other signs in it.
    public init?(_ text: String) {
        let allowed = text.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || [45, 46, 95].contains($0)
        }
        guard (1...64).contains(text.utf8.count), allowed else { return nil }
        self.text = text
    }

    /// The name.
    public var description: String { text }
}
