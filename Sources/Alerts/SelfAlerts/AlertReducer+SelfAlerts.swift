import Finance
import Foundation
import Rules

extension AlertReducer {
    /// Reports a problem that began or ended; one that continues is reported once a day.
    mutating func take(_ report: SelfAlertReport) {
        let key = report.selfAlert.key
        guard var state = selfAlerts[key] else {
            if !report.isOver { begin(report) }
            return
        }
        if report.isOver { return end(state, report) }
        state.selfAlert = report.selfAlert
        keep(state)
        if !report.undelivered.isEmpty { notifyUndelivered(report, state) }
    }

    /// Sends the reminders of self-alerts that have lasted for another day.
    mutating func remindOfSelfAlerts() {
        for var state in selfAlerts.values.sorted(by: { $0.selfAlert.key < $1.selfAlert.key }) {
            guard let due = engine.reminder(state), due <= now else { continue }
            state.times += 1
            state.lastNotified = now
            let notification = engine.notification(
                of: state.selfAlert, .reminder, since: state.since, times: state.times, at: now)
            keep(state)
            notifyOne(Message(notification, state.selfAlert.alertKey), on: channelsNow(of: state))
        }
    }

    /// The channels that a problem was reported on, without those that no longer exist.
    private func channelsNow(of state: SelfAlertState) -> [String] {
        engine.channels(notified: state.notifiedOn, channels(for: state.selfAlert))
    }

    private mutating func begin(_ report: SelfAlertReport) {
        let channels = channels(for: report.selfAlert)
        let notification = engine.notification(
            of: report.selfAlert, .healthFired, since: now, times: 1,
            undelivered: report.undelivered, at: now)
        if !report.selfAlert.topic.isMomentary {
            keep(SelfAlertState(report.selfAlert, since: now, notifiedOn: channels))
        }
        notifyOne(Message(notification, report.selfAlert.alertKey), on: channels)
    }

    private mutating func end(_ state: SelfAlertState, _ report: SelfAlertReport) {
        selfAlerts[state.selfAlert.key] = nil
        let notification = engine.notification(
            of: state.selfAlert, .healthResolved, since: state.since, times: 1,
            isObsolete: report.isObsolete, at: now)
        notifyOne(Message(notification, state.selfAlert.alertKey), on: channelsNow(of: state))
    }

    /// Sends on other channels the further notifications that a failing channel did not take.
    private mutating func notifyUndelivered(_ report: SelfAlertReport, _ old: SelfAlertState) {
        var state = old
        state.selfAlert = report.selfAlert
        state.times += 1
        state.lastNotified = now
        let notification = engine.notification(
            of: report.selfAlert, .healthFired, since: state.since, times: state.times,
            undelivered: report.undelivered, at: now)
        keep(state)
        notifyOne(Message(notification, report.selfAlert.alertKey), on: channelsNow(of: old))
    }

    /// The channels that the rules use, without failing ones; else the last resort of the policy.
    private func channels(for selfAlert: SelfAlert) -> [String] {
        let failing = Set(
            (Array(selfAlerts.values.map(\.selfAlert)) + [selfAlert])
                .filter { $0.topic == .deliveryFailing }.map(\.name))
        let used = Set(engine.rules.rules.flatMap(\.notify)).subtracting(failing).sorted()
        guard used.isEmpty else { return used }
        return engine.policy.lastChannels.filter { !failing.contains($0) }
    }
}

extension AlertEngine {
    /// When a problem that continues is sent again.
    func reminder(_ state: SelfAlertState) -> Date? {
        guard state.selfAlert.topic.repeatsDaily, !state.notifiedOn.isEmpty else { return nil }
        return state.lastNotified.addingTimeInterval(86_400)
    }

    /// The notification of a problem of the program itself.
    ///
    /// - Parameter times: how many times it was sent with this; `nil` where nothing counts.
    func notification(
        of selfAlert: SelfAlert, _ type: AlertNotification.Kind, since: Date, times: Int?,
        undelivered: [AlertNotification] = [], isObsolete: Bool = false, at now: Date
    ) -> AlertNotification {
        let texts = policy.language.texts
        let id = NotificationID.text(
            type.rawValue,
            [selfAlert.key, "\(since.wholeMilliseconds)"] + (times.map { ["\($0)"] } ?? []),
            of: policy.household)
        var data = NotificationData(
            rule: NotificationRule(id: selfAlert.ruleID, sentence: selfAlert.sentence),
            kind: .health, reason: selfAlert.topic.reason,
            title: texts.title(selfAlert, count: undelivered.count),
            body: SafeText.neutralised(selfAlert.problem))
        data.since = since < now ? since : nil
        if type == .reminder {
            data.reason = .reminder
            data.title = texts.title(data.title, in: .lasts)
        } else if type == .healthResolved {
            data.reason = .restored
            data.title = isObsolete ? texts.unused(selfAlert.name) : texts.over(selfAlert)
            data.body = texts.nothingToDo
        } else if !undelivered.isEmpty {
            let digest = DigestComposer(rules: rules, policy: policy)
                .digest(of: undelivered, at: now)
            data.items = digest.data.items
            data.count = digest.data.count
            data.body = SafeText.capped(
                texts.lines([data.body, digest.data.body]), at: SafeText.bodyLimit)
        }
        data.title = SafeText.capped(data.title, at: SafeText.titleLimit)
        return AlertNotification(type: type, id: id, timestamp: now, data: data)
    }
}
