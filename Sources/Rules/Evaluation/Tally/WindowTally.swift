import Finance
import Foundation

/// Counts how often the sum of each account over the same days went over the limits of some rules.
struct WindowTally: Sendable {
    /// The limits in one currency, and how often each was gone over.
    private struct Ladder {
        let currency: Currency
        let steps: LadderSteps
        var counts: [Int]
    }

    private let window: Window.Kind
    private let isCount: Bool
    private var rules: [(place: Int, comparison: CompiledComparison)] = []
    private var ladders: [Ladder] = []
    private var courses: [WindowCourse?] = []
    private var bounds = WindowBounds.days(0...0)

    /// Starts without rules.
    init(_ accumulator: WindowAccumulator) {
        window = accumulator.window
        isCount = if case .count = accumulator.measure { true } else { false }
    }

    /// Adds a rule by its place in the file.
    mutating func add(_ comparison: CompiledComparison, at place: Int) {
        rules.append((place, comparison))
    }

    /// Lets another day begin.
    mutating func begin(_ today: CalendarDay, at now: Date, in zone: TimeZone) {
        bounds = WindowBounds(window, at: now, today: today, in: zone)
    }

    /// Adds a row; a negative amount is taken off.
    mutating func add(_ amount: Int64, day: Int, account: Int, _ currency: Currency) {
        if let ladder = ladderIfNew(account, currency) {
            courses[account] = WindowCourse(ladder: ladder)
        }
        let entry = WindowEntry(day: day, firstSeen: .distantPast, amount: amount)
        courses[account]?.sum.add(entry, id: Self.anyone)
    }

    /// Looks at the sum of an account and counts the limits that it went over.
    mutating func look(at account: Int, _ currency: Currency, in zone: TimeZone) {
        if let ladder = ladderIfNew(account, currency) {
            courses[account] = WindowCourse(ladder: ladder)
        }
        guard account < courses.count, var course = courses[account] else { return }
        // Taken out while it changes, so that nothing is copied.
        courses[account] = nil
        let total = course.sum.total(bounds, baseline: .distantPast, zone: zone)
        let value = isCount ? Int64(total.count) : total.sum
        let reached = ladders[course.ladder].steps.reached(by: value)
        let known = bounds.isOfPeriod ? course.note(reached, in: bounds) : course.reached
        course.reached = reached
        if known < reached {
            for step in known..<reached { ladders[course.ladder].counts[step] += 1 }
        }
        courses[account] = course
    }

    /// Adds the counts by place.
    func add(to counts: inout [Int]) {
        for ladder in ladders {
            for (step, count) in ladder.counts.enumerated() {
                counts[ladder.steps.rule(at: step)] += count
            }
        }
    }

    private static let anyone = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The ladder of an account that was not met before.
    private mutating func ladderIfNew(_ account: Int, _ currency: Currency) -> Int? {
        if account < courses.count, courses[account] != nil { return nil }
        while courses.count <= account { courses.append(nil) }
        if let known = ladders.firstIndex(where: { $0.currency == currency }) { return known }
        let steps = LadderSteps(
            rules.compactMap { rule in
                let step = isCount ? rule.comparison.countStep : rule.comparison.step(in: currency)
                return step.map { (value: $0, rule: rule.place) }
            })
        ladders.append(
            Ladder(
                currency: currency, steps: steps,
                counts: [Int](repeating: 0, count: steps.count)))
        return ladders.count - 1
    }
}
