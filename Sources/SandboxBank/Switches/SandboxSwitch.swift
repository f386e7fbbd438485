/// A way in which the sandbox bank can misbehave, or a habit of the real one.
///
/// ``all`` is the one list of them: help, the control address and the scenario reader know a
/// switch by its row there, and a new one is a new row plus the place where it takes effect.
public struct SandboxSwitch: Sendable, Hashable, CustomStringConvertible {
    /// What a switch can be set to.
    public enum Values: Sendable, Hashable {
        /// On or off; rests at off.
        case flag
        /// One of these words; rests at the first.
        case choice([String])
        /// A whole number in the range, counted in `unit`; rests at the lower bound.
        case number(ClosedRange<Int>, unit: String)
        /// Setting it to `true` does it once; it rests again at once.
        case pulse
    }

    /// The name in files and addresses.
    public let name: String
    /// What the bank does when the switch is set.
    public let effect: String
    /// What it can be set to.
    public let values: Values
    /// Whether that was seen at the real bank, and where; or that it is a general fault.
    public let origin: String

    /// The name.
    public var description: String { name }

    /// Where the switch stands when nothing was said.
    public var resting: SwitchValue {
        switch values {
        case .flag, .pulse: .flag(false)
        case .choice(let words): .choice(words.first ?? "")
        case .number(let range, _): .number(range.lowerBound)
        }
    }

    /// What it can be set to, in words for help and errors.
    public var valuesText: String {
        switch values {
        case .flag: "true or false"
        case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .number(let range, let unit): "\(range.lowerBound) to \(range.upperBound) \(unit)"
        case .pulse: "true"
        }
    }

    /// The switch of that name, whatever its letter case.
    public static func named(_ name: String) -> SandboxSwitch? {
        all.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Whether the switch can be set to `value`.
    func allows(_ value: SwitchValue) -> Bool {
        switch (values, value) {
        case (.flag, .flag), (.pulse, .flag): true
        case (.choice(let words), .choice(let word)): words.contains(word)
        case (.number(let range, _), .number(let number)): range.contains(number)
        default: false
        }
    }
}
