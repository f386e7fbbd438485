import Finance

/// Where a switch stands.
public enum SwitchValue: Sendable, Hashable, CustomStringConvertible, ExpressibleByBooleanLiteral,
    ExpressibleByStringLiteral, ExpressibleByIntegerLiteral
{
    /// On or off.
    case flag(Bool)
    /// One of the words of the switch.
    case choice(String)
    /// A whole number.
    case number(Int)

    /// On or off.
    public init(booleanLiteral value: Bool) {
        self = .flag(value)
    }

    /// One of the words of the switch.
    public init(stringLiteral value: String) {
        self = .choice(value)
    }

    /// A whole number.
    public init(integerLiteral value: Int) {
        self = .number(value)
    }

    /// As it is written in JSON: `true`, `"2021"`, `30`.
    public var description: String {
        switch self {
        case .flag(let flag): flag ? "true" : "false"
        case .choice(let word): "\"\(word)\""
        case .number(let number): String(number)
        }
    }

    /// The value to be sent.
    var output: JSONOutput {
        switch self {
        case .flag(let flag): .bool(flag)
        case .choice(let word): .string(word)
        case .number(let number): .whole(number)
        }
    }

    /// Reads `true`, a text or a whole number; anything else gives `nil`.
    init?(_ node: JSONNode) {
        switch node.value {
        case .boolean(let flag): self = .flag(flag)
        case .string(let word): self = .choice(word)
        case .number(let text):
            guard let number = Int(text) else { return nil }
            self = .number(number)
        default: return nil
        }
    }
}
