import Finance

/// A way in which the sandbox bank can misbehave, or a habit of the real one.
///
/// Help, the control address and the scenario reader know a switch by its row in the table; a new
/// one is a new case, its row there, and the place where it takes effect.
public enum SandboxSwitch: String, Sendable, CaseIterable, CustomStringConvertible {
    case outage, outageEvery, html, isError, throttle, hang, cutConnection, brokenJSON
    case signInOutage, refuseSignIn, freshSecret, invalidScope, missingScope, expireTokens
    case tokenLifetime
    case emptyAccounts, halfPage, shuffle, endDateToday, reservationDelay, archiveDelay
    case bookingText, reservationLinger, reservationText
    case cacheFlap, sourceAsNumber, offsetDates, blankText, threeDecimals
    case revokeSignIn, refreshAnswer, hourlyCalls, hourlyPause, listFailure, confidentialRows
    case ebConsent, ebSession, ebQuota, ebPeriod, ebHistory, ebPages, ebRows, ebTexts
    case ebBalances, ebFault
    case simplefin, simplefinAccounts

    /// The possible values of a switch.
    public enum Values: Sendable, Hashable {
        /// On or off; rests at off.
        case flag
        /// One of these words; rests at the first.
        case choice([String])
        /// A whole number in the range, counted in `unit`; rests at the lower bound.
        case number(ClosedRange<Int>, unit: String)
        /// Setting it to `true` triggers it once; it rests again at once.
        case pulse
    }

    /// The switch of that name, whatever its letter case.
    public static func named(_ name: String) -> SandboxSwitch? {
        allCases.first { $0.rawValue.lowercased() == name.lowercased() }
    }

    public var description: String { rawValue }

    /// The value of a switch that was never set.
    public var resting: SwitchValue {
        switch values {
        case .flag, .pulse: .flag(false)
        case .choice(let words): .choice(words.first ?? "")
        case .number(let range, _): .number(range.lowerBound)
        }
    }

    /// The possible values, in words for help and errors.
    public var valuesText: String {
        switch values {
        case .flag: "true or false"
        case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .number(let range, let unit): "\(range.lowerBound) to \(range.upperBound) \(unit)"
        case .pulse: "true"
        }
    }

    func allows(_ value: SwitchValue) -> Bool {
        switch (values, value) {
        case (.flag, .flag), (.pulse, .flag): true
        case (.choice(let words), .choice(let word)): words.contains(word)
        case (.number(let range, _), .number(let number)): range.contains(number)
        default: false
        }
    }
}

/// What a switch is set to: on or off, one of its words, or a number.
public enum SwitchValue: Sendable, Hashable, CustomStringConvertible, ExpressibleByBooleanLiteral,
    ExpressibleByStringLiteral, ExpressibleByIntegerLiteral
{
    case flag(Bool)
    case choice(String)
    case number(Int)

    public init(booleanLiteral value: Bool) { self = .flag(value) }

    public init(stringLiteral value: String) { self = .choice(value) }

    public init(integerLiteral value: Int) { self = .number(value) }

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

    public var description: String {
        switch self {
        case .flag(let flag): flag ? "true" : "false"
        case .choice(let word): "\"\(word)\""
        case .number(let number): String(number)
        }
    }

    var output: JSONOutput {
        switch self {
        case .flag(let flag): .bool(flag)
        case .choice(let word): .string(word)
        case .number(let number): .whole(number)
        }
    }
}

/// The values of all switches.
struct SwitchSet: Sendable, Equatable {
    /// The switches that differ from their resting values.
    private(set) var moved: [SandboxSwitch: SwitchValue] = [:]

    /// Sets a switch, if it can have that value.
    mutating func set(_ name: SandboxSwitch, _ value: SwitchValue) throws(SandboxError) {
        guard name.allows(value) else { throw .switchValue(name, value) }
        moved[name] = value == name.resting || name.values == .pulse ? nil : value
    }

    func isOn(_ name: SandboxSwitch) -> Bool { moved[name] == .flag(true) }

    func word(_ name: SandboxSwitch) -> String {
        if case .choice(let word) = moved[name] ?? name.resting { word } else { "" }
    }

    /// The number of a counting switch; 0 for any other.
    func number(_ name: SandboxSwitch) -> Int {
        if case .number(let number) = moved[name] { number } else { 0 }
    }
}
