import Alerts
import Finance
import Foundation
import Recording
import Settings

/// Turns the steps of a case into what its bank answers, poll by poll.
struct CaseTimeline: Sendable {
    private let json: PositionedJSON
    private let zone: TimeZone
    private let every: Duration
    private var bank = CaseBank()
    private var clock: Date?
    /// The polls so far.
    private(set) var snapshots: [RecordingLine] = []

    /// The name of the bank.
    static let source = "bank"
    private static let stepKeys = ["at", "balance", "rows", "scheduled", "fault", "times"]
    private static let accountKeys = ["kind", "currency", "creditLimit"]
    private static let faults =
        SourceFailure.Kind.allCases.map(\.rawValue) + ["partial"]

    /// Starts before the first step.
    init(json: PositionedJSON, zone: TimeZone, every: Duration) {
        self.json = json
        self.zone = zone
        self.every = every
    }

    /// Sets up the accounts that are more than an asset in kroner.
    mutating func takeAccounts(_ node: JSONNode?) throws(CaseProblem) {
        guard let node else { return }
        guard let members = node.members else {
            throw CaseProblem(
                "\"accounts\" is no object", fix: "write {\"Kort\": {\"kind\": \"liability\"}}",
                at: node.range)
        }
        for member in members {
            try CaseReader.checkKeys(of: member.value, known: Self.accountKeys)
            var account = CaseAccount(name: member.key)
            if let kind = member.value["kind"] {
                guard let word = kind.string, ["asset", "liability"].contains(word) else {
                    throw CaseProblem(
                        "there is no such kind", fix: "use asset or liability", at: kind.range)
                }
                account.isLiability = word == "liability"
            }
            account.currency = member.value["currency"]?.string ?? account.currency
            account.creditLimit = member.value["creditLimit"]?.string ?? account.creditLimit
            bank.add(account)
        }
    }

    /// Plays one step: one poll, or as many as its balances or `times` say.
    mutating func take(_ step: JSONNode) throws(CaseProblem) {
        try CaseReader.checkKeys(of: step, known: Self.stepKeys)
        let first = try instant(of: step)
        let series = try series(of: step)
        let count = try max(times(of: step), series.map(\.1.figures.count).max() ?? 1)
        for poll in 0..<count {
            let now = first.addingTimeInterval(Double(poll) * Double(every.components.seconds))
            for (account, values) in series where poll < values.figures.count {
                bank.set(values.figures[poll], of: account)
            }
            if poll == 0 {
                try takeRows(of: step, at: now)
                try bank.takeScheduled(step["scheduled"], in: json)
            }
            clock = now
            snapshots.append(try line(of: step, at: now))
        }
    }

    private func instant(of step: JSONNode) throws(CaseProblem) -> Date {
        guard let node = step["at"] else {
            if let clock { return clock.addingTimeInterval(Double(every.components.seconds)) }
            throw CaseProblem(
                "the first step has no time", fix: "write \"at\": \"2026-03-06 09:00\"",
                at: step.range)
        }
        let text = node.string ?? ""
        if text.hasPrefix("+"), let span = DurationText.parse(String(text.dropFirst())), let clock {
            return clock.addingTimeInterval(Double(span.components.seconds))
        }
        guard let moment = CaseMoment(text) else {
            throw CaseProblem(
                "this is no time: '\(text)'",
                fix: "write \"2026-03-06 09:00\", or \"+5m\" after a step", at: node.range)
        }
        let instant = moment.instant(in: zone)
        guard instant > clock ?? .distantPast else {
            throw CaseProblem(
                "this is not after the step before", fix: "bring the steps in order", at: node.range
            )
        }
        return instant
    }

    private func series(of step: JSONNode) throws(CaseProblem) -> [(String, CaseSeries)] {
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

    private func times(of step: JSONNode) throws(CaseProblem) -> Int {
        guard let node = step["times"] else { return 1 }
        guard let count = node.number.flatMap({ Int($0) }), (1...10_000).contains(count) else {
            throw CaseProblem(
                "\"times\" is no number of polls", fix: "write 1 to 10000", at: node.range)
        }
        return count
    }

    private mutating func takeRows(of step: JSONNode, at now: Date) throws(CaseProblem) {
        guard let node = step["rows"] else { return }
        guard let rows = node.elements else {
            throw CaseProblem(
                "\"rows\" is no list", fix: "write [{\"amount\": \"-612\", \"text\": \"KIOSK\"}]",
                at: node.range)
        }
        for row in rows {
            try CaseReader.checkKeys(of: row, known: CaseBank.rowKeys)
            try bank.take(row, on: CalendarDay(of: now, in: zone), in: json)
        }
    }

    private func line(of step: JSONNode, at now: Date) throws(CaseProblem) -> RecordingLine {
        var members = [
            ("observedAt", JSONText.string(Words.iso(now))),
            ("source", JSONText.string(Self.source)),
        ]
        let fault = step["fault"]?.string
        if let node = step["fault"], !Self.faults.contains(fault ?? "") {
            let known = Self.faults.joined(separator: ", ")
            throw CaseProblem(
                "there is no such fault", fix: "use one of \(known)", at: node.range)
        }
        if let fault, fault != "partial" {
            members += [
                ("outcome", JSONText.string(fault == "throttled" ? "throttled" : "failed")),
                ("error", JSONText.string(fault)),
            ]
        } else {
            members += [("outcome", JSONText.string(fault ?? "complete"))] + bank.answer
        }
        let text = Array(JSONText.object(members).utf8)
        do throws(RecordingError) {
            return try text.withUnsafeBufferPointer { (bytes) throws(RecordingError) in
                try SnapshotLineReader().line(bytes, number: 1)
            }
        } catch {
            throw CaseProblem(error.fault.problem, fix: error.fault.fix, at: step.range)
        }
    }
}
