import Foundation
import Rules

extension AlertReducer {
    /// Sends one message on those of its channels that no silence covers.
    mutating func notifyOne(_ message: Message, on channels: [String]) {
        let open = withheld(message, on: channels)
        guard !open.isEmpty || channels.isEmpty else { return }
        notify(message.notification, [message], on: open)
    }

    /// Lets silences hold a message back; returns the channels that may still be notified.
    mutating func withheld(_ message: Message, on channels: [String]) -> [String] {
        var open = channels
        for var silence in silences where silence.isActive(at: now) {
            let covered = silence.covered(message, on: open)
            guard !covered.isEmpty else { continue }
            silence.hold(message, on: covered, HeldNotifications(digests: digests))
            keep(silence)
            open.removeAll { covered.contains($0) }
        }
        return open
    }

    /// Groups messages so that those about different silenced accounts are apart.
    ///
    /// One digest for all would either be sent in spite of a silence, or hold other accounts back.
    func apartBySilence(_ messages: [Message]) -> [[Message]] {
        let silenced: [UUID] = silences.compactMap { silence in
            guard silence.isActive(at: now), case .account(let id, _) = silence.scope else {
                return nil
            }
            return id
        }
        let open = messages.filter { message in !silenced.contains { $0 == message.accountID } }
        let apart = Set(silenced).sorted { $0 < $1 }.map { id in
            messages.filter { $0.accountID == id }
        }
        return ([open] + apart).filter { !$0.isEmpty }
    }

    /// Ends the silences that are over.
    mutating func endDueSilences() {
        for silence in silences where silence.endedAt == nil && silence.until <= now {
            end(silence)
        }
    }

    /// Ends a silence and sends its held notifications as one; quiet hours may hold parts of it
    /// further.
    mutating func end(_ old: Silence) {
        var silence = old
        let released = silence.end(at: now).filter(isCurrent)
        keep(silence)
        let open = released.filter { isOpen($0.alertKey.ruleID) }
        for held in released where !isOpen(held.alertKey.ruleID) { holdQuietly(held) }
        let messages = open.map { Message($0, at: now) }
        if messages.count == 1 {
            notifyOne(messages[0], on: messages[0].channels ?? [])
        } else if !messages.isEmpty {
            notifyTogether(messages)
        }
    }

    /// Whether a rule in force is still the one that a held notification is about.
    private func isCurrent(_ held: HeldNotification) -> Bool {
        guard held.alertKey.body != SelfAlert.body else { return true }
        return engine.rules.rule(held.alertKey.ruleID)?.bodyKey == held.alertKey.body
    }

    private func isOpen(_ ruleID: String) -> Bool {
        guard let rule = engine.rules.rule(ruleID) else { return true }
        return engine.hours(of: rule).isOpen(at: now)
    }

    private mutating func holdQuietly(_ held: HeldNotification) {
        guard let rule = engine.rules.rule(held.alertKey.ruleID), var state = ruleState(rule.id)
        else { return }
        var held = held
        held.cause = .quiet
        held.dueAt = engine.hours(of: rule).nextOpening(from: now)
        state.held.append(held)
        keep(state)
    }

    /// Changes the firing notifications of an alert that silences hold.
    ///
    /// - Returns: whether there was any.
    @discardableResult
    mutating func updateSilenced(
        _ key: AlertKey, andReminders: Bool = false,
        _ change: (HeldNotification) -> AlertNotification
    ) -> Bool {
        var isFound = false
        for var silence in silences {
            let places = silence.held.indices.filter { place in
                let held = silence.held[place]
                return held.isFiring(of: key)
                    || andReminders && held.alertKey == key && held.notification.type == .reminder
            }
            guard !places.isEmpty else { continue }
            for place in places { silence.held[place].notification = change(silence.held[place]) }
            keep(silence)
            isFound = true
        }
        return isFound
    }
}
