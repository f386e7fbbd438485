/// How all switches stand.
struct SwitchBoard: Sendable, Equatable {
    private var moved: [SandboxSwitch: SwitchValue] = [:]

    /// Puts a switch somewhere.
    ///
    /// - Throws: ``SandboxError/switchValue(_:_:)`` if it cannot stand there.
    mutating func set(_ name: SandboxSwitch, _ value: SwitchValue) throws(SandboxError) {
        guard name.allows(value) else { throw .switchValue(name, value) }
        moved[name] = value == name.resting ? nil : value
    }

    /// Where a switch stands.
    func value(of name: SandboxSwitch) -> SwitchValue {
        moved[name] ?? name.resting
    }

    /// Whether a flag is on.
    func isOn(_ name: SandboxSwitch) -> Bool {
        value(of: name) == .flag(true)
    }

    /// The word of a choice.
    func word(_ name: SandboxSwitch) -> String {
        if case .choice(let word) = value(of: name) { word } else { "" }
    }

    /// The number of a counting switch; 0 for any other.
    func number(_ name: SandboxSwitch) -> Int {
        if case .number(let number) = value(of: name) { number } else { 0 }
    }

    /// The switches that are not at rest, in the order of the table.
    var inUse: [(SandboxSwitch, SwitchValue)] {
        SandboxSwitch.all.compactMap { name in moved[name].map { (name, $0) } }
    }
}
