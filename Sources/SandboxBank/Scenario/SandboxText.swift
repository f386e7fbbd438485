/// The text of a row: what the bank usually writes, or exactly this.
public enum SandboxText: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The pattern of the bank for that kind of row.
    case usual
    /// This text; `nil` sends `null`.
    case exactly(String?)

    /// A text of its own.
    public init(stringLiteral value: String) {
        self = .exactly(value)
    }
}

extension SandboxText {
    /// The text, or `usual` if the scenario leaves it to the bank.
    func resolved(usual: String) -> String? {
        switch self {
        case .usual: usual
        case .exactly(let text): text
        }
    }
}
