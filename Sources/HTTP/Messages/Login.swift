/// A name and a password; never shown.
public struct Login: Sendable, CustomStringConvertible, CustomReflectable {
    /// The name.
    public let user: String
    /// The password.
    public let password: String

    /// Puts both together.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// Always `‹login›`.
    public var description: String { "‹login›" }

    /// Shows no children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
