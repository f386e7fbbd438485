package import Alerts
package import Finance
package import Foundation
package import Rules
import Watch

/// Replays the stored history through the real evaluation and alert lifecycle, in memory.
///
/// Nothing is sent or stored. Gaps in the stored history are reported, not guessed.
package struct PastReplay: Sendable {
    private let history: StoredHistory
    private let zone: TimeZone
    private let holidays: HolidayCalendar
    /// The answer for each rule, by its id.
    package private(set) var answers: [String: PastAnswer] = [:]
    /// All notifications in order; at the end those that would still be held.
    package private(set) var notifications: [AlertNotification] = []

    /// The stored history up to `now`, replayed with these rules.
    package static func played(
        _ rules: [Rule], in state: StoredState, zone: TimeZone, pollInterval: Duration,
        naming: AccountNaming = AccountNaming(), holidays: HolidayCalendar = .norway, at now: Date
    ) -> PastReplay {
        var replay = PastReplay(
            history: StoredHistory(state, zone: zone, now: now), zone: zone, holidays: holidays)
        let played = rules.filter { replay.begin($0) }
        // The store contains facts, not each of the polls in between; so figures count as fresh,
        // and `for` continues, until the next poll.
        var policy = AlertPolicy(zone: zone, pollIntervals: PollIntervals(.seconds(86_400)))
        policy.naming = naming
        policy.holidays = holidays
        let builder = PipelineBuilder(policy: policy)
        let replayer = Replayer(
            rules: RuleSet(rules: played, fileHash: ""), builder: builder, bindings: state.bindings)
        replay.play(played, replayer, pollInterval, until: now)
        return replay
    }

    private mutating func play(
        _ rules: [Rule], _ replayer: Replayer, _ pollInterval: Duration, until now: Date
    ) {
        guard !rules.isEmpty else { return }
        var replayer = replayer
        let delays = rules.compactMap { $0.clauses.hold?.fixedSeconds.map(Double.init) }
        let movesMatter = rules.contains { $0.kind == .change }
        var notified: [AlertNotification] = []
        history.forEachPoll(
            delays: Set(delays), lead: movesMatter ? Double(pollInterval.components.seconds) : 0,
            instants: rules.flatMap { deadlines(of: $0, until: now) }
        ) { changes, facts in notified += replayer.play(changes, facts: facts) }
        notifications = notified + replayer.finish()
        for notification in notifications {
            for (rule, count) in notification.alertsBegun {
                answers[rule]?.count.add(count, of: notification)
            }
        }
    }

    /// The instants from which past deadlines are judged.
    private func deadlines(of rule: Rule, until now: Date) -> [Date] {
        guard rule.kind == .absence, let first = history.firstRow else { return [] }
        var instant = first.instant(in: zone)
        var instants: [Date] = []
        while let next = rule.upcomingInstants(
            after: instant, in: zone, holidays: holidays, count: 1
        ).first, next.instant <= now, next.instant > instant {
            instants.append(next.instant.addingTimeInterval(1))
            instant = next.instant
        }
        return instants
    }
}

extension PastReplay {
    /// Prepares the answer for a rule.
    ///
    /// - Returns: whether it can be replayed.
    private mutating func begin(_ rule: Rule) -> Bool {
        let needs = rule.storedNeeds
        var answer = PastAnswer()
        answer.obstacle = Self.obstacles.first { needs.contains($0.need) }?.text
        let starts = [
            needs.contains(.rows) ? history.firstRow : nil,
            needs.contains(.figures) ? history.firstFigure : nil,
        ]
        let known = starts.compactMap { $0 }
        // A rule on both can only have fired when both were known; a summary leaves out what is not.
        answer.since = rule.kind == .summary ? known.min() : known.max()
        answer.notes = Self.notes.filter { needs.contains($0.need) }.map(\.text)
        answers[rule.id] = answer
        return answer.obstacle == nil
    }

    private static let obstacles: [(need: StoredNeed, text: String)] = [
        (.health, "how polls and deliveries went is not stored"),
        (.planned, "planned payments of the past are not stored"),
        (.dropped, "when reservations went away is not looked up"),
    ]

    private static let notes: [(need: StoredNeed, text: String)] = [
        (.rows, "rows from before the first poll are taken to have come at noon of their day"),
        (.figures, "figures are known only as they were read; what moved between two polls is not"),
        (.creditLimits, "with the credit limits of today"),
    ]
}

/// How often a rule would have notified on stored history.
package struct PastAnswer: Sendable {
    /// From which day there is data that it could have fired on; `nil` if there is none.
    package var since: CalendarDay?
    var count = RuleCount()
    /// The gaps and assumptions of the answer.
    var notes: [String] = []
    /// Why there is no answer; `nil` if there is one.
    package var obstacle: String?

    /// The answer for people, the figure first.
    func lines(in zone: TimeZone) -> [String] {
        if let obstacle { return [obstacle] }
        guard let since else { return ["nothing is stored that it could have fired on"] }
        return [count.words(since: since, lastIn: zone)] + notes
    }

    var json: JSONOutput {
        let isKnown = obstacle == nil
        return [
            "since": .text(since?.description),
            "wouldHaveTold": isKnown ? .whole(count.notified) : .null,
            "wouldStillHold": isKnown ? .whole(count.held) : .null, "last": .instant(count.last),
            "notes": .texts([obstacle].compactMap(\.self) + notes),
        ]
    }
}
