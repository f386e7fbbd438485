import Finance
import Foundation

/// The times of the polls of a step, and whether the program ended before them.
struct CaseStep {
    /// The instant of the first poll; without polls, until when the program runs.
    let first: Date
    let count: Int
    /// Whether the program was restarted before the first poll.
    let isRestart: Bool
    /// When the program had ended, if it was down for a while.
    let stopped: Date?
    /// The balances by account, poll by poll.
    let series: [(String, CaseSeries)]

    /// Reads a step that follows a poll at `clock`.
    init(
        _ step: JSONNode, after clock: Date?, every: Duration, zone: TimeZone
    ) throws(CaseProblem) {
        let down = try Self.span(step["down"], like: "\"3h\"")
        if let node = step["down"], clock == nil {
            throw CaseProblem(
                "the program has not run yet", fix: "begin with a step without \"down\"",
                at: node.range)
        }
        let first = try Self.first(
            of: step, after: clock, pause: down ?? Double(every.components.seconds), zone: zone)
        self.first = first
        stopped = down.map { max(clock ?? .distantPast, first.addingTimeInterval(-$0)) }
        let restart = step["restart"]
        if let restart, restart.boolean == nil {
            throw CaseProblem("found \(restart.kindName)", fix: "write true", at: restart.range)
        }
        isRestart = restart?.boolean ?? false || stopped != nil
        series = try Self.series(of: step)
        count = try Self.count(of: step, series.map(\.1.entries.count).max())
    }

    private static func series(of step: JSONNode) throws(CaseProblem) -> [(String, CaseSeries)] {
        guard let node = step["balance"] else { return [] }
        guard let members = node.members else {
            throw CaseProblem(
                "\"balance\" is no object", fix: "write {\"Bruks\": \"500 95x3\"}", at: node.range)
        }
        var series: [(String, CaseSeries)] = []
        for member in members {
            let text = member.value.string ?? member.value.number ?? ""
            series.append((member.key, try CaseSeries(text, at: member.value.range)))
        }
        return series
    }

    private static func first(
        of step: JSONNode, after clock: Date?, pause: Double, zone: TimeZone
    ) throws(CaseProblem) -> Date {
        let isBack = step["clock"]?.string?.hasPrefix("-") ?? false
        let shift = try span(step["clock"], like: "\"+1h\" or \"-1h\"").map { isBack ? -$0 : $0 }
        guard let node = step["at"] else {
            if let clock { return clock.addingTimeInterval(pause + (shift ?? 0)) }
            throw CaseProblem(
                "the first step has no time", fix: "write \"at\": \"2026-03-06 09:00\"",
                at: step.range)
        }
        let text = node.string ?? ""
        if text.hasPrefix("+"), let clock {
            let span = try span(node, like: "\"+5m\"")
            return clock.addingTimeInterval((span ?? 0) + (shift ?? 0))
        }
        guard let moment = CaseMoment(text) else {
            throw CaseProblem(
                "this is no time: '\(text)'",
                fix: "\(CaseMoment.example), or \"+5m\" after a step", at: node.range)
        }
        let instant = moment.instant(in: zone)
        guard instant > clock ?? .distantPast || shift != nil else {
            throw CaseProblem(
                "this is not after the step before",
                fix: "bring the steps in order, or say by how much \"clock\" was set",
                at: node.range)
        }
        return instant
    }

    private static func count(of step: JSONNode, _ polls: Int?) throws(CaseProblem) -> Int {
        guard let node = step["times"] else { return polls ?? 1 }
        guard let count = node.number.flatMap({ Int($0) }), (0...10_000).contains(count) else {
            throw CaseProblem(
                "\"times\" is no number of polls", fix: "write 0 to 10000", at: node.range)
        }
        return max(count, polls ?? 0)
    }

    /// A length of time in seconds; a sign before it is ignored.
    private static func span(
        _ node: JSONNode?, like example: String
    ) throws(CaseProblem) -> Double? {
        guard let node else { return nil }
        let text = node.string ?? ""
        let bare = text.hasPrefix("+") || text.hasPrefix("-") ? String(text.dropFirst()) : text
        guard let span = DurationText.parse(bare) else {
            throw CaseProblem(
                "this is no length of time: '\(text)'", fix: "write one such as \(example)",
                at: node.range)
        }
        return Double(span.components.seconds)
    }
}

/// A time of a case: wall time, `2026-03-06 09:00`, or an instant, `2026-10-25T01:30:00Z`.
package struct CaseMoment: Sendable {
    private enum Form: Sendable {
        case wall(CalendarDay, minute: Int)
        case instant(Date)
    }

    private let form: Form

    static let example =
        "write \"2026-03-06 09:00\", or an instant such as \"2026-10-25T01:30:00Z\""

    init?(_ text: String) {
        if text.contains("T") {
            guard let instant = try? Date(text, strategy: .iso8601) else { return nil }
            form = .instant(instant)
            return
        }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDay(isoText: parts[0]) else { return nil }
        guard let minute = Self.minutesAfterMidnight(parts[1]) else { return nil }
        form = .wall(day, minute: minute)
    }

    package static func minutesAfterMidnight(_ text: some StringProtocol) -> Int? {
        let clock = text.split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 2, clock.allSatisfy({ $0.count == 2 }), let hour = Int(clock[0]),
            let minute = Int(clock[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }

    /// The instant at which clocks in a zone show it; of two such instants the first.
    func instant(in zone: TimeZone) -> Date {
        switch form {
        case .wall(let day, let minute): day.instant(minutesAfterMidnight: minute, in: zone)
        case .instant(let instant): instant
        }
    }

    /// Whether clocks in a zone show it at `instant`, to the minute.
    func isShown(at instant: Date, in zone: TimeZone) -> Bool {
        switch form {
        case .wall(let day, let minute):
            let local = instant.addingTimeInterval(Double(zone.secondsFromGMT(for: instant)))
            let minutes = Int((local.timeIntervalSince1970 / 60).rounded(.down))
            return minutes == day.dayNumber * 1_440 + minute
        case .instant(let wanted):
            return (wanted.timeIntervalSince1970 / 60).rounded(.down)
                == (instant.timeIntervalSince1970 / 60).rounded(.down)
        }
    }
}

/// The balances of an account from poll to poll in compact notation: `500 95x3 60/40 500-100x4`.
struct CaseSeries: Sendable {
    /// The bank's figures at one poll.
    struct Figures: Sendable, Hashable {
        /// The booked balance, as decimal text; `nil` if the bank does not give it.
        var booked: String?
        /// The available amount, as decimal text; `nil` if the bank does not give it.
        var available: String?
    }

    enum Entry: Sendable, Hashable {
        case figures(Figures)
        /// The account's figures are unchanged (`=`).
        case unchanged
        /// The account is missing in a partial answer (`?`).
        case missing
        /// The poll fails (`!`).
        case failed
        /// There is no poll (`_`).
        case unpolled
    }

    let entries: [Entry]

    private static let marks: [Substring: Entry] = [
        "=": .unchanged, "?": .missing, "!": .failed, "_": .unpolled,
    ]

    /// Reads the notation: entries separated by spaces, each with `x3` after it for three polls.
    init(_ text: String, at range: Range<Int>) throws(CaseProblem) {
        var entries: [Entry] = []
        for word in text.split(separator: " ") {
            guard let found = Self.entries(of: word) else {
                throw CaseProblem(
                    "this is no balance: '\(word)'",
                    fix: "write 95, 95.50x3, 95/80 (booked/available), 500-100x4 or one of = ? ! _",
                    at: range)
            }
            entries += found
        }
        guard !entries.isEmpty, entries.count <= 10_000 else {
            throw CaseProblem(
                "there are no balances here, or too many", fix: "write 1 to 10000", at: range)
        }
        self.entries = entries
    }

    private static func entries(of word: Substring) -> [Entry]? {
        let parts = word.split(separator: "x", omittingEmptySubsequences: false)
        let count = parts.count == 1 ? 1 : Int(parts[1]) ?? 0
        guard parts.count <= 2, (1...10_000).contains(count) else { return nil }
        if let mark = marks[parts[0]] { return Array(repeating: mark, count: count) }
        let (amounts, step) = splitStep(parts[0])
        let texts = amounts.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(texts.count), let first = texts.first, let last = texts.last
        else { return nil }
        var entries: [Entry] = []
        for turn in 0..<count {
            guard isAmount(first, step), isAmount(last, step) else { return nil }
            entries.append(
                .figures(
                    Figures(
                        booked: amount(first, plus: step, turn),
                        available: amount(last, plus: step, turn))))
        }
        return entries
    }

    /// Splits `500-100` into its start and its step; a sign after a digit begins a step.
    private static func splitStep(_ text: Substring) -> (Substring, Substring?) {
        let sign = text.indices.dropFirst().last { index in
            "+-".contains(text[index]) && text[text.index(before: index)].isNumber
        }
        guard let sign else { return (text, nil) }
        return (text[..<sign], text[sign...])
    }

    private static func isAmount(_ text: Substring, _ step: Substring?) -> Bool {
        text == "none" || money(text) != nil && (step == nil || step.flatMap(money) != nil)
    }

    private static func money(_ text: Substring) -> Money? {
        let bare = text.hasPrefix("+") ? text.dropFirst() : text
        return try? Money(parsing: String(bare), currency: .nok)
    }

    /// An amount after some steps; `nil` for `none`.
    private static func amount(_ start: Substring, plus step: Substring?, _ turns: Int) -> String? {
        guard let first = money(start) else { return nil }
        guard let each = step.flatMap(money) else { return String(start) }
        let sum = Int128(first.minorUnits) + Int128(each.minorUnits) * Int128(turns)
        guard let whole = Int64(exactly: sum) else { return nil }
        let text = Money(minorUnits: whole, currency: .nok).decimalText
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }
}
