import Finance
import Foundation
import Rules

extension AlertReducer {
    /// Decides for one rule what is sent now and what waits: quiet hours first, then the limit.
    mutating func settle(_ turn: inout RuleEvaluation) {
        guard !turn.messages.isEmpty || !turn.state.held.isEmpty else { return }
        let hours = engine.hours(of: turn.rule)
        let isOpen = engine.passesQuietHours(turn.rule) || hours.isOpen(at: now)
        guard isOpen else {
            leaveToHours(&turn, until: hours.nextOpening(from: now))
            hold(turn.messages, .quiet, &turn)
            turn.messages = []
            return
        }
        let released = release(&turn)
        if released.isEmpty, !turn.notifiesTogether {
            notifyEach(&turn)
        } else {
            notifyAtOnce(released, &turn)
        }
    }

    /// In quiet hours of a new period the limit has room: what it kept back and is still so waits
    /// for the end of the hours alone (D8, RL-33).
    private func leaveToHours(_ turn: inout RuleEvaluation, until opening: Date) {
        guard engine.limit(of: turn.rule).remaining(for: turn.state, at: now) > 0 else { return }
        turn.state.held = turn.state.held.map { held in
            guard held.isFirst, held.cause == .limit, !held.isOver, turn.hasNews(of: held) else {
                return held
            }
            return HeldNotification(
                notification: held.notification, alertKey: held.alertKey, cause: .quiet,
                dueAt: opening, channels: held.channels)
        }
    }

    /// Takes out of the held notifications what may go out now.
    private func release(_ turn: inout RuleEvaluation) -> [Message] {
        let hasRoom = engine.limit(of: turn.rule).remaining(for: turn.state, at: now) > 0
        // What came and went inside a unit has no notification of its own (D71).
        let hasFirst =
            turn.messages.contains(where: \.isFirst)
            || turn.state.held.contains { held in
                held.isFirst && !(held.cause == .limit && held.isOver)
                    && (held.cause == .quiet || turn.hasNews(of: held))
            }
        var kept: [HeldNotification] = []
        var released: [Message] = []
        for held in turn.state.held {
            if held.cause == .snooze && held.dueAt > now {
                kept.append(held)
            } else if !held.isFirst
                || (hasRoom
                    && (held.cause == .quiet || (held.isOver ? hasFirst : turn.hasNews(of: held))))
            {
                released.append(Message(held, at: now))
            } else {
                kept.append(held.cause == .limit ? held : limited(held, turn))
            }
        }
        turn.state.held = kept
        return released
    }

    /// A first message that quiet hours no longer keep back, but the limit does.
    private func limited(_ held: HeldNotification, _ turn: RuleEvaluation) -> HeldNotification {
        HeldNotification(
            notification: held.notification, alertKey: held.alertKey, cause: .limit,
            dueAt: engine.firstOpening(of: turn.rule, turn.state, from: now),
            channels: held.channels)
    }

    /// Sends every message by itself as far as the limit goes, and holds the rest.
    ///
    /// Under a limit what begins at once is one message (D72).
    private mutating func notifyEach(_ turn: inout RuleEvaluation) {
        let limit = engine.limit(of: turn.rule)
        let together = turn.messages.filter { $0.isFirst && !$0.isFirstLook }
        if turn.rule.clauses.limit != nil, together.count > 1,
            limit.remaining(for: turn.state, at: now) > 0
        {
            limit.spend(&turn.state, at: now)
            notifyTogether(together, isBySize: true)
            turn.messages.removeAll { $0.isFirst && !$0.isFirstLook }
        }
        for message in turn.messages {
            if !message.isFirst {
                notifyOne(message, on: message.channels ?? turn.rule.notify)
            } else if message.isFirstLook, firstLook.last?.key.ruleID == turn.rule.id {
                // Part of a message that the limit has already counted.
                firstLook.append(message)
            } else if limit.remaining(for: turn.state, at: now) > 0 {
                limit.spend(&turn.state, at: now)
                notifyFirst(message, turn.rule)
            } else {
                hold([message], .limit, &turn)
            }
        }
        turn.messages = []
    }

    /// Sends held and new messages as one (RL-34, D7, D9).
    private mutating func notifyAtOnce(_ released: [Message], _ turn: inout RuleEvaluation) {
        let limit = engine.limit(of: turn.rule)
        let hasRoom = limit.remaining(for: turn.state, at: now) > 0
        let joining = turn.messages.filter { hasRoom || !$0.isFirst }
        let waiting = turn.messages.filter { !hasRoom && $0.isFirst }
        let all = released + joining
        if all.contains(where: \.isFirst) { limit.spend(&turn.state, at: now) }
        if all.count == 1 {
            notifyFirst(all[0], turn.rule)
        } else {
            notifyTogether(all, isBySize: turn.rule.clauses.limit != nil)
        }
        hold(waiting, .limit, &turn)
        turn.messages = []
    }

    /// Sends one message, or gathers it with others that were true at the first look.
    private mutating func notifyFirst(_ message: Message, _ rule: Rule) {
        if message.isFirstLook {
            firstLook.append(message)
        } else {
            notifyOne(message, on: message.channels ?? rule.notify)
        }
    }

    private func hold(
        _ messages: [Message], _ cause: HeldNotification.Cause, _ turn: inout RuleEvaluation
    ) {
        let opening = engine.hours(of: turn.rule).nextOpening(from: now)
        let first = engine.firstOpening(of: turn.rule, turn.state, from: now)
        turn.state.held += messages.map { message in
            let due = message.isFirst ? first : opening
            return HeldNotification(
                notification: notification(of: message, readAt: due, turn), alertKey: message.key,
                cause: cause, dueAt: due, channels: message.channels)
        }
        turn.state.held = HeldNotifications(digests: digests).compacted(turn.state.held)
    }
}

extension AlertReducer {
    /// The notification of a message that waits, in words that are right when a person reads it:
    /// `today` is another day then.
    private func notification(
        of message: Message, readAt due: Date, _ turn: RuleEvaluation
    ) -> AlertNotification {
        let composer = composer(of: turn.rule, readAt: due)
        let isOtherDay = composer.readOn != CalendarDay(of: now, in: engine.policy.zone)
        guard isOtherDay, message.notification.type == .fired,
            let verdict = turn.verdicts[message.key]
        else { return message.notification }
        return composer.composed(verdict, like: message.notification)
    }

    /// Sends several messages as one, on each channel only what belongs there.
    ///
    /// Channels with the same messages share one notification; a single message stays what it is.
    mutating func notifyTogether(_ messages: [Message], isBySize: Bool = false) {
        var groups: [(members: [Int], channels: [String])] = []
        let wanted = messages.map { message in
            let channels = message.channels ?? engine.rules.rule(message.key.ruleID)?.notify ?? []
            return withheld(message, on: channels)
        }
        for channel in ([] as [String]).union(wanted.flatMap { $0 }) {
            let members = wanted.indices.filter { wanted[$0].contains(channel) }
            if let index = groups.firstIndex(where: { $0.members == members }) {
                groups[index].channels.append(channel)
            } else {
                groups.append((members, [channel]))
            }
        }
        for group in groups {
            let parts = group.members.map { messages[$0] }
            let notification =
                parts.count == 1
                ? parts[0].notification
                : digests.digest(of: parts.map(\.notification), at: now, isBySize: isBySize)
            notify(notification, parts, on: group.channels)
        }
    }

    /// Shows a notification, enqueues it and notes in the alerts that they were sent.
    mutating func notify(
        _ notification: AlertNotification, _ parts: [Message], on channels: [String]
    ) {
        notifications.append(notification)
        let order = orderKey(of: notification, parts)
        let cut = NotificationCut(rules: engine.rules, policy: engine.policy)
        for channel in channels.union([]) {
            let content = cut.cut(notification, to: engine.policy.detail(of: channel))
            outbox.append(
                OutboxEntry(
                    channel: channel, notification: content, alertKey: order, createdAt: now))
        }
        for part in parts { noteNotified(part, on: channels, order: order) }
    }

    /// The key whose order the outbox keeps: the alert's own, or that of the digest it was in.
    private func orderKey(of notification: AlertNotification, _ parts: [Message]) -> String {
        guard parts.count == 1, let key = parts.first?.key else {
            return "digest|\(notification.id)"
        }
        if notification.type.isFirst { return key.text }
        return alert(key)?.orderKey ?? key.text
    }

    private mutating func noteNotified(_ part: Message, on channels: [String], order: String) {
        switch part.notification.type {
        case .fired, .healthFired: noteNotified(part.key, part.notification, on: channels, order)
        case .digest where part.notification.data.isAboutTransactions:
            let keys = part.keys.count > 1 ? part.keys : unnotifiedEvents(of: part.key.ruleID)
            for key in keys { noteNotified(key, nil, on: channels, order) }
        case .digest, .resolved, .healthResolved, .reminder, .corrected, .summary: break
        }
    }

    private mutating func noteNotified(
        _ key: AlertKey, _ notification: AlertNotification?, on channels: [String], _ order: String
    ) {
        guard var state = alert(key) else { return }
        let before = state.life
        state.life.noteNotified(notification, on: channels, at: now)
        guard state.life != before else { return }
        state.orderKey = order == key.text ? nil : order
        keep(state)
    }

    /// The events of a rule that were held as part of a digest.
    private func unnotifiedEvents(of rule: String) -> [AlertKey] {
        alerts(ofRule: rule) { state in
            state.subject.isEvent && !state.isNotified && state.phase != .pending
        }.map(\.key)
    }
}
