public import Finance
public import Foundation
import Rules

/// A command to the watcher, from a person's command line or click.
///
/// It is stored before it is applied, and removed in the commit that applies it. It is therefore
/// applied exactly once, whatever happens in between. A command that no longer applies does
/// nothing.
public struct UserCommand: Sendable, Hashable, Codable, Identifiable {
    /// What the watcher is to do, with the necessary values.
    public enum Kind: Sendable, Hashable, Codable {
        case addSilence(Silence)
        case endSilence(id: String)
        /// Send no reminders of a firing alert; its end is still sent.
        case acknowledge(AlertReference)
        /// Send nothing about a firing alert until then, and notify again if it still fires.
        case snooze(AlertReference, until: Date)
        /// Retry a notification, an abandoned one too.
        case retry(notificationID: String)
        /// Ask a bank now, because somebody has signed in there.
        case poll(source: String)
    }

    /// Chosen by the command that created it.
    public let id: String
    public let at: Date
    public let kind: Kind

    private enum CodingKeys: String, CodingKey {
        case id
        case at
        case kind = "order"
    }

    public init(id: String, at: Date, kind: Kind) {
        self.id = id
        self.at = at
        self.kind = kind
    }
}

/// Names firing alerts by what a person has seen of them.
public struct AlertReference: Sendable, Hashable, Codable {
    /// The notification that was seen: of the alert itself, a reminder of it, or a digest with it.
    public let notificationID: String?
    public let ruleID: String?
    /// The account, which distinguishes the alerts of one rule.
    public let accountID: String?

    /// Makes a reference; the notification takes precedence over rule and account.
    public init(notificationID: String? = nil, ruleID: String? = nil, accountID: String? = nil) {
        self.notificationID = notificationID
        self.ruleID = ruleID
        self.accountID = accountID
    }

    /// The firing alerts that are meant, in a fixed order.
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
    /// Applies a person's command; one that no longer applies does nothing.
    mutating func apply(_ command: UserCommand) {
        switch command.kind {
        case .addSilence(let silence):
            guard self.silence(silence.id) == nil else { return }
            keep(silence)
        case .endSilence(let id):
            guard let silence = silence(id), silence.endedAt == nil else { return }
            end(silence)
        case .acknowledge(let reference):
            for var alert in reference.matches(in: changedLedger) {
                alert.updateFiring { $0.tending = .acknowledged(command.at) }
                keep(alert)
            }
        case .snooze(let reference, let until):
            for var alert in reference.matches(in: changedLedger) where until > now {
                alert.updateFiring { $0.tending = .snoozed(until: until) }
                keep(alert)
            }
        case .retry(let notificationID): retried.append(notificationID)
        case .poll: break
        }
    }

    /// The ledger as the commands so far leave it.
    private var changedLedger: AlertLedger {
        var changed = ledger
        changed.apply(decision.change)
        return changed
    }
}

extension AlertEngine {
    /// Applies a person's commands, in the order in which they were given.
    public func apply(
        _ commands: [UserCommand], facts: Facts, ledger: AlertLedger, at now: Date
    ) -> AlertDecision {
        var reducer = AlertReducer(engine: self, facts: facts, ledger: ledger, now: now)
        for command in commands { reducer.apply(command) }
        return reducer.decision
    }

    /// Decides what reports about the program itself change.
    public func take(
        _ reports: [SelfAlertReport], facts: Facts, ledger: AlertLedger, at now: Date
    ) -> AlertDecision {
        var reducer = AlertReducer(engine: self, facts: facts, ledger: ledger, now: now)
        for report in reports { reducer.take(report) }
        return reducer.decision
    }
}

extension AlertLedger {
    /// The ledger as these commands will leave it, as far as silences and alerts show it.
    ///
    /// It is for commands that read the ledger while other commands still wait.
    public func foreseeing(_ commands: [UserCommand]) -> AlertLedger {
        // What would be sent needs rules, but is not part of a ledger.
        let engine = AlertEngine(
            rules: RuleSet(rules: [], fileHash: ""), policy: AlertPolicy(zone: .gmt))
        return commands.reduce(into: self) { ledger, command in
            let decision = engine.apply([command], facts: Facts(), ledger: ledger, at: command.at)
            ledger.apply(decision.change)
        }
    }
}
