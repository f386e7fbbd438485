import Finance
import Foundation

/// The sandbox bank itself: its data, and the course of its days.
///
/// A value without clock and network; the time is passed in.
struct Bank: Sendable {
    /// The most steps of one call.
    static let mostSteps = 10_000

    /// An action of the scenario that was impossible.
    struct Problem: Sendable {
        let step: Int
        let path: String
        let error: SandboxError
    }

    let scenario: SandboxScenario
    let firstDay: CalendarDay
    private(set) var ledger: Ledger
    private(set) var day: CalendarDay
    private(set) var step = 0
    /// The note of the latest step.
    private(set) var note: String?
    /// Actions that were impossible because of earlier manual changes.
    private(set) var problems: [Problem] = []
    var switches = SwitchSet()
    var tokens = TokenIssuer()
    var spareBank1 = SpareBank1Logins()
    var consents = EnableBankingConsents()
    var log: RequestLog
    var counters = BankCounters()

    init(_ scenario: SandboxScenario, now: Date, logLimit: Int) {
        self.scenario = scenario
        firstDay = scenario.start.resolved(on: OsloTime.day(of: now))
        day = firstDay
        ledger = Ledger(accounts: scenario.accounts)
        log = RequestLog(limit: logLimit)
        begin()
    }

    /// Goes back to the first day; tokens and the log stay.
    mutating func reset() {
        day = firstDay
        step = 0
        note = nil
        problems = []
        ledger = Ledger(accounts: scenario.accounts)
        switches = SwitchSet()
        counters = BankCounters()
        begin()
    }

    private mutating func begin() {
        for (name, value) in scenario.switches { attempt("switches", .turn(name, value)) }
        for (index, action) in scenario.history.enumerated() {
            attempt("history[\(index)]", action)
        }
        ledger.startStory()
    }

    /// Takes one step; after the end of the story each step is a quiet day.
    mutating func advance() {
        if step >= scenario.lastStep { moveDay(to: day.adding(days: 1)) }
        step += 1
        note = nil
        if let next = scenario.timeline.firstIndex(where: { $0.at == step }) { take(next) }
    }

    /// Advances to a day and performs all steps up to it.
    mutating func advance(to target: CalendarDay) throws(SandboxError) {
        guard target >= day else { throw .dayInPast(target, today: day) }
        guard target.components.year <= 9_999 else { throw .dayTooFar }
        for (index, next) in scenario.timeline.enumerated() where next.at > step {
            guard firstDay.adding(days: next.day) <= target else { break }
            take(index)
        }
        moveDay(to: target)
    }

    mutating func take(_ index: Int) {
        let next = scenario.timeline[index]
        step = next.at
        moveDay(to: firstDay.adding(days: next.day))
        note = next.note
        for (place, action) in next.actions.enumerated() {
            attempt("timeline[\(index)].do[\(place)]", action)
        }
    }

    mutating func perform(_ action: SandboxAction) throws(SandboxError) {
        guard case .turn(let name, let value) = action else {
            return try ledger.change(
                action,
                at: LedgerMoment(
                    day: day, step: step, reservationDelay: switches.number(.reservationDelay),
                    reservationLinger: switches.number(.reservationLinger),
                    keepsText: switches.word(.bookingText) == "kept"))
        }
        try switches.set(name, value)
        if name == .expireTokens, value == .flag(true) { tokens.expireAll() }
        if name == .revokeSignIn, value == .flag(true) { revokeSignIns() }
    }

    private mutating func attempt(_ path: String, _ action: SandboxAction) {
        do { try perform(action) } catch {
            problems.append(Problem(step: step, path: path, error: error))
        }
    }

    private mutating func moveDay(to target: CalendarDay) {
        guard target > day, target.components.year <= 9_999 else { return }
        day = target
    }
}

/// The counters of intermittent faults.
struct BankCounters: Sendable {
    /// API calls so far.
    var calls = 0
    var answers: [String: Int] = [:]
    var shuffles = 0
    /// The setup tokens of SimpleFIN that were exchanged.
    var usedSetupTokens: Set<String> = []
    var simpleFINReads: [CalendarDay: Int] = [:]
}
