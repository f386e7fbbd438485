import Finance
import Foundation

/// The sandbox bank itself: what it knows, and how the day goes by.
///
/// A value without clock and network; whoever holds it says what time it is.
struct Bank: Sendable {
    /// Most steps that one call may take.
    static let mostSteps = 10_000

    /// Where the story comes from.
    let scenario: SandboxScenario
    let firstDay: CalendarDay
    /// The books.
    private(set) var ledger: Ledger
    private(set) var day: CalendarDay
    /// How many steps were taken.
    private(set) var step = 0
    /// What the latest step says about itself.
    private(set) var note: String?
    /// Actions of the story that could not be done, because of what was done by hand before.
    private(set) var problems: [String] = []
    /// How the switches stand.
    var switches = SwitchSet()
    /// Who is signed in.
    var tokens = TokenIssuer()
    /// What was asked.
    var log: RequestLog
    /// Counters behind faults that come and go.
    var counters = BankCounters()

    /// Opens the bank on the first day of the scenario.
    init(_ scenario: SandboxScenario, now: Date, logLimit: Int) {
        self.scenario = scenario
        firstDay =
            switch scenario.start {
            case .day(let day): day
            case .today(let days): OsloTime.day(of: now).adding(days: days)
            }
        day = firstDay
        ledger = Ledger(accounts: scenario.accounts)
        log = RequestLog(limit: logLimit)
        begin()
    }

    /// Whether nothing more happens in the story.
    var isFinished: Bool { step >= scenario.lastStep }

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

    /// Takes one step; after the end of the story each step is a quiet day.
    mutating func advance() {
        if step >= scenario.lastStep { moveDay(to: day.adding(days: 1)) }
        step += 1
        note = nil
        if let next = scenario.timeline.first(where: { $0.at == step }) { play(next) }
    }

    /// Goes on to a day and takes all steps up to it.
    mutating func advance(to target: CalendarDay) throws(SandboxError) {
        guard target >= day else { throw .dayInPast(target, today: day) }
        guard target.components.year <= 9_999 else { throw .dayTooFar }
        for next in scenario.timeline where next.at > step {
            guard firstDay.adding(days: next.day) <= target else { break }
            step = next.at
            play(next)
        }
        moveDay(to: target)
    }

    /// Does something at once.
    mutating func perform(_ action: SandboxAction) throws(SandboxError) {
        if case .turn(let name, let value) = action {
            try turn(name, to: value)
        } else {
            try ledger.change(action, at: moment)
        }
    }

    mutating func turn(_ name: SandboxSwitch, to value: SwitchValue) throws(SandboxError) {
        guard name.values == .pulse else { return try switches.set(name, value) }
        guard name.allows(value) else { throw .switchValue(name, value) }
        if name == .expireTokens, value == .flag(true) { tokens.expireAll() }
    }

    private var moment: LedgerMoment {
        LedgerMoment(
            day: day, step: step, reservationDelay: switches.number(.reservationDelay),
            reservationLinger: switches.number(.reservationLinger),
            keepsText: switches.word(.bookingText) == "kept")
    }

    private mutating func begin() {
        for (name, value) in scenario.switches {
            attempt { (bank) throws(SandboxError) in try bank.turn(name, to: value) }
        }
        for action in scenario.history {
            attempt { (bank) throws(SandboxError) in
                try bank.ledger.remember(action, at: bank.moment)
            }
        }
    }

    private mutating func play(_ next: SandboxScenario.Step) {
        moveDay(to: firstDay.adding(days: next.day))
        note = next.note
        for action in next.actions {
            attempt { (bank) throws(SandboxError) in try bank.perform(action) }
        }
    }

    private mutating func moveDay(to target: CalendarDay) {
        guard target > day, target.components.year <= 9_999 else { return }
        day = target
    }

    private mutating func attempt(_ body: (inout Bank) throws(SandboxError) -> Void) {
        do {
            try body(&self)
        } catch {
            problems.append("step \(step): \(error)")
        }
    }
}

/// What the faults that come and go count.
struct BankCounters: Sendable {
    /// API calls so far.
    var calls = 0
    /// Answers with rows so far, by account id.
    var answers: [String: Int] = [:]
    /// Lists shuffled so far.
    var shuffles = 0
}
