public import Finance

extension SandboxServer {
    /// How the bank stands.
    public var state: SandboxState { core.look(SandboxState.init) }

    /// The state after every change from now on; ends when the server stops.
    public func states() -> AsyncStream<SandboxState> { core.states.stream() }

    /// The latest requests, oldest first.
    public var requests: [SandboxRequest] { core.look { $0.log.latest } }

    /// Every request from now on; ends when the server stops.
    ///
    /// A request that hangs comes twice with the same number: without a status when it begins
    /// to hang, and with one when it is answered.
    public func requestStream() -> AsyncStream<SandboxRequest> { core.requests.stream() }

    /// How many requests hang because of switch `hang`.
    public var heldRequests: Int { core.heldCount }

    /// Takes the next step of the story; after its end, a quiet day.
    @discardableResult
    public func advance() -> SandboxState {
        _ = core.tick()
        return state
    }

    /// Goes on to a bank day and takes all steps up to it.
    ///
    /// - Throws: ``SandboxError/dayInPast(_:today:)`` or ``SandboxError/dayTooFar``.
    @discardableResult
    public func advance(to day: CalendarDay) throws(SandboxError) -> SandboxState {
        try core.change { (bank) throws(SandboxError) in try bank.advance(to: day) }
        return state
    }

    /// Goes back to the first day, with all switches as the scenario has them.
    public func reset() {
        // Going back cannot fail.
        try? core.change { $0.reset() }
    }

    /// Does something at once, beside the story.
    ///
    /// - Throws: a ``SandboxError``; then nothing has changed.
    public func perform(_ action: SandboxAction) throws(SandboxError) {
        try core.change { (bank) throws(SandboxError) in try bank.perform(action) }
    }

    /// Turns a switch: `try server.set(.outage, true)`.
    ///
    /// - Throws: ``SandboxError/switchValue(_:_:)`` if it cannot stand there.
    public func set(_ name: SandboxSwitch, _ value: SwitchValue) throws(SandboxError) {
        try perform(.turn(name, value))
    }
}
