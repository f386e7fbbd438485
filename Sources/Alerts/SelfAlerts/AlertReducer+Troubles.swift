import Foundation
import Rules

extension AlertReducer {
    /// Notifies of what began or ended; of what goes on only once a day.
    mutating func take(_ report: SelfAlertReport) {
        let key = report.trouble.key
        guard var state = trouble(key) else {
            if !report.isOver { begin(report) }
            return
        }
        if report.isOver { return end(state, report) }
        state.trouble = report.trouble
        keep(state)
        if !report.undelivered.isEmpty { tellUndelivered(report, state) }
    }

    /// Tells again what has lasted for another day.
    mutating func playTroubles() {
        for var state in troubles.values.sorted(by: { $0.trouble.key < $1.trouble.key }) {
            guard let due = engine.reminder(state), due <= now else { continue }
            state.times += 1
            state.lastTold = now
            let notice = engine.notice(
                of: state.trouble, .reminder, since: state.since, times: state.times, at: now)
            keep(state)
            tellOne(Message(notice, state.trouble.alertKey), on: channelsNow(of: state))
        }
    }

    /// The channels that were notified of a problem, as far as they exist.
    private func channelsNow(of state: SelfAlertState) -> [String] {
        engine.channels(told: state.toldOn, channels(for: state.trouble))
    }

    private mutating func begin(_ report: SelfAlertReport) {
        let channels = channels(for: report.trouble)
        let notice = engine.notice(
            of: report.trouble, .healthFired, since: now, times: 1,
            undelivered: report.undelivered, at: now)
        if !report.trouble.topic.isMomentary {
            keep(SelfAlertState(report.trouble, since: now, toldOn: channels))
        }
        tellOne(Message(notice, report.trouble.alertKey), on: channels)
    }

    private mutating func end(_ state: SelfAlertState, _ report: SelfAlertReport) {
        removeTrouble(state.trouble.key)
        let notice = engine.notice(
            of: state.trouble, .healthResolved, since: state.since, times: 1,
            isObsolete: report.isObsolete, at: now)
        tellOne(Message(notice, state.trouble.alertKey), on: channelsNow(of: state))
    }

    /// Tells elsewhere what a channel that is known to fail did not take either.
    private mutating func tellUndelivered(_ report: SelfAlertReport, _ old: SelfAlertState) {
        var state = old
        state.trouble = report.trouble
        state.times += 1
        state.lastTold = now
        let notice = engine.notice(
            of: report.trouble, .healthFired, since: state.since, times: state.times,
            undelivered: report.undelivered, at: now)
        keep(state)
        tellOne(Message(notice, report.trouble.alertKey), on: channelsNow(of: old))
    }

    /// The channels that the rules use, but none that is failing; else the one that always exists.
    private func channels(for trouble: SelfAlert) -> [String] {
        let failing = Set(
            (Array(troubles.values.map(\.trouble)) + [trouble])
                .filter { $0.topic == .deliveryFailing }.map(\.name))
        let used = Set(engine.rules.rules.flatMap(\.notify)).subtracting(failing).sorted()
        guard used.isEmpty else { return used }
        return engine.policy.lastChannels.filter { !failing.contains($0) }
    }
}

extension AlertEngine {
    /// When a problem that lasts is sent again.
    func reminder(_ state: SelfAlertState) -> Date? {
        guard state.trouble.topic.repeatsDaily, !state.toldOn.isEmpty else { return nil }
        return state.lastTold.addingTimeInterval(86_400)
    }

    /// The notification of a problem of the program itself.
    func notice(
        of trouble: SelfAlert, _ type: AlertNotification.Kind, since: Date, times: Int,
        undelivered: [AlertNotification] = [], isObsolete: Bool = false, at now: Date
    ) -> AlertNotification {
        let milliseconds = Int((since.timeIntervalSince1970 * 1_000).rounded())
        let id = NotificationID.text(type.rawValue, [trouble.key, "\(milliseconds)", "\(times)"])
        var data = NotificationData(
            rule: NotificationRule(id: trouble.ruleID, sentence: AlertTexts.sentence(trouble)),
            kind: .health, reason: trouble.topic.reason,
            title: AlertTexts.title(trouble, count: undelivered.count),
            body: SafeText.neutralised(trouble.problem))
        data.since = since < now ? since : nil
        if type == .reminder {
            data.reason = .reminder
            data.title = AlertTexts.still(data.title)
        } else if type == .healthResolved {
            data.reason = .restored
            data.title = isObsolete ? AlertTexts.unused(trouble.name) : AlertTexts.over(trouble)
            data.body = AlertTexts.nothingToDo
        } else if !undelivered.isEmpty {
            let digest = DigestComposer(rules: rules, policy: policy)
                .digest(of: undelivered, at: now)
            data.items = digest.data.items
            data.count = digest.data.count
            data.body = SafeText.capped(
                AlertTexts.lasted(data.body, digest.data.body), at: SafeText.bodyLimit)
        }
        data.title = SafeText.capped(data.title, at: SafeText.titleLimit)
        return AlertNotification(type: type, id: id, timestamp: now, data: data)
    }
}
