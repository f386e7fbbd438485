public import Finance
public import Foundation
import Rules

/// What a person asked the watcher to do, from a command or with a click.
///
/// It is written down before it is done, and struck out in the commit that does it, so that it is
/// done once whatever happens in between. One that no longer applies does nothing.
public struct UserAction: Sendable, Hashable, Codable, Identifiable {
    /// What is to be done.
    public enum Order: Sendable, Hashable, Codable {
        case addSilence(Silence)
        case endSilence(id: String)
        /// Send no reminders of an alert that fires; its end is still sent.
        case acknowledge(AlertReference)
        /// Be quiet about an alert that fires, and notify again then if it still does.
        case snooze(AlertReference, until: Date)
        /// Try a notification again, one that was given up too.
        case retry(notificationID: String)
    }

    /// Chosen by the command that created it.
    public let id: String
    public let at: Date
    public let order: Order

    public init(id: String, at: Date, order: Order) {
        self.id = id
        self.at = at
        self.order = order
    }
}

/// Names alerts that fire by what a person has seen of them.
public struct AlertReference: Sendable, Hashable, Codable {
    /// The notification that was seen: of the alert itself, a reminder of it, or a digest with it.
    public let notificationID: String?
    public let ruleID: String?
    /// The account, which distinguishes the alerts of one rule.
    public let accountID: String?

    /// Makes a reference; the notification counts first, rule and account where it is unknown.
    public init(notificationID: String? = nil, ruleID: String? = nil, accountID: String? = nil) {
        self.notificationID = notificationID
        self.ruleID = ruleID
        self.accountID = accountID
    }

    /// The alerts that fire and are meant, in a fixed order.
    public func matches(in ledger: AlertLedger) -> [AlertState] {
        let firing = ledger.alerts.values.filter { $0.phase == .firing }.inOrder()
        let seen = firing.filter { alert in
            guard let notificationID else { return false }
            return alert.notification?.id == notificationID
                || alert.orderKey == "digest|\(notificationID)"
        }
        guard seen.isEmpty, let ruleID else { return seen }
        return firing.filter { alert in
            guard alert.ruleID == ruleID else { return false }
            return accountID == nil || alert.notification?.data.account?.id == accountID
        }
    }
}

extension AlertState {
    /// What names the alert in a person's command.
    package var reference: AlertReference {
        AlertReference(
            notificationID: notification?.id, ruleID: ruleID,
            accountID: notification?.data.account?.id)
    }
}

extension AlertReducer {
    /// Does what a person asked for; what no longer applies does nothing.
    mutating func obey(_ instruction: UserAction) {
        switch instruction.order {
        case .addSilence(let silence):
            guard self.silence(silence.id) == nil else { return }
            keep(silence)
        case .endSilence(let id):
            guard let silence = silence(id), silence.endedAt == nil else { return }
            end(silence)
        case .acknowledge(let reference):
            for var alert in reference.matches(in: ledger) {
                alert.updateFiring { $0.tending = .acknowledged(instruction.at) }
                keep(alert)
            }
        case .snooze(let reference, let until):
            for var alert in reference.matches(in: ledger) where until > now {
                alert.updateFiring { $0.tending = .snoozed(until: until) }
                keep(alert)
            }
        case .retry(let notificationID): retried.append(notificationID)
        }
    }
}

extension AlertEngine {
    /// Decides what instructions of a person mean, in the order in which they were given.
    public func obey(
        _ instructions: [UserAction], facts: Facts, ledger: AlertLedger, at now: Date
    ) -> AlertDecision {
        var current = ledger
        var whole = AlertDecision()
        for instruction in instructions {
            var reducer = AlertReducer(engine: self, facts: facts, ledger: current, now: now)
            reducer.obey(instruction)
            reducer.notifyFirstLook()
            current.apply(reducer.decision.change)
            whole.append(reducer.decision)
        }
        return whole
    }

    /// Decides what reports about the program's own state mean.
    public func take(
        _ reports: [SelfAlertReport], facts: Facts, ledger: AlertLedger, at now: Date
    ) -> AlertDecision {
        var reducer = AlertReducer(engine: self, facts: facts, ledger: ledger, now: now)
        for report in reports { reducer.take(report) }
        reducer.notifyFirstLook()
        return reducer.decision
    }
}

extension AlertLedger {
    /// The ledger as it will be when these instructions have been followed, as far as silences and
    /// alerts show it: for commands that read while instructions still wait.
    public func foreseeing(_ instructions: [UserAction]) -> AlertLedger {
        var next = self
        for instruction in instructions { next.foresee(instruction) }
        return next
    }

    private mutating func foresee(_ instruction: UserAction) {
        switch instruction.order {
        case .addSilence(let silence): silences[silence.id] = silences[silence.id] ?? silence
        case .endSilence(let id):
            guard var silence = silences[id], silence.endedAt == nil else { return }
            _ = silence.end(at: instruction.at)
            silences[id] = silence
        case .acknowledge(let reference):
            for var alert in reference.matches(in: self) {
                alert.updateFiring { $0.tending = .acknowledged(instruction.at) }
                alerts[alert.key] = alert
            }
        case .snooze(let reference, let until):
            for var alert in reference.matches(in: self) {
                alert.updateFiring { $0.tending = .snoozed(until: until) }
                alerts[alert.key] = alert
            }
        case .retry: return
        }
    }
}
