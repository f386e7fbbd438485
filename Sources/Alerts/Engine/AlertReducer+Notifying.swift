import Finance
import Foundation
import Rules

extension AlertReducer {
    /// Decides for one rule which messages are sent now and which wait: quiet hours first, then the
    /// limit.
    mutating func settle(_ evaluation: inout RuleEvaluation) {
        guard !evaluation.messages.isEmpty || !evaluation.state.held.isEmpty else { return }
        let hours = engine.hours(of: evaluation.rule)
        guard hours.isOpen(at: now) else {
            leaveToHours(&evaluation, until: hours.nextOpening(from: now))
            hold(evaluation.messages, .quiet, &evaluation)
            evaluation.messages = []
            return
        }
        let released = release(&evaluation)
        if released.isEmpty, !evaluation.notifiesTogether {
            notifyEach(&evaluation)
        } else {
            notifyAtOnce(released, &evaluation)
        }
    }

    /// Lets held alerts wait for the end of quiet hours alone once the limit has room again (D8,
    /// RL-33).
    ///
    /// This applies in quiet hours of a new period, to alerts that are still true.
    private func leaveToHours(_ evaluation: inout RuleEvaluation, until opening: Date) {
        guard engine.limit(of: evaluation.rule).remaining(for: evaluation.state, at: now) > 0 else {
            return
        }
        for (index, held) in evaluation.state.held.enumerated()
        where held.isFirst && held.cause == .limit && !held.isOver && evaluation.hasNews(of: held) {
            evaluation.state.held[index].cause = .quiet
            evaluation.state.held[index].dueAt = opening
        }
    }

    /// Takes the messages that may go out now out of the held ones.
    private func release(_ evaluation: inout RuleEvaluation) -> [Message] {
        // An alert that began and ended inside a period has no notification of its own (D71).
        let hasFirst =
            evaluation.messages.contains(where: \.isFirst)
            || evaluation.state.held.contains { held in
                held.isFirst && !(held.cause == .limit && held.isOver)
                    && (held.cause == .quiet || evaluation.hasNews(of: held))
            }
        var kept: [HeldNotification] = []
        var released: [Message] = []
        for held in evaluation.state.held {
            if held.cause == .snooze && held.dueAt > now {
                kept.append(held)
            } else if mayGoOut(held, withFirst: hasFirst, evaluation) {
                released.append(Message(held, at: now))
            } else {
                kept.append(held.cause == .limit ? held : limited(held, evaluation))
            }
        }
        evaluation.state.held = kept
        return released
    }

    /// Whether the limit lets a held notification go out now.
    ///
    /// - Parameter hasFirst: whether a first message goes out with it.
    private func mayGoOut(
        _ held: HeldNotification, withFirst hasFirst: Bool, _ evaluation: RuleEvaluation
    ) -> Bool {
        // Only first messages count against the limit.
        guard held.isFirst else { return true }
        let limit = engine.limit(of: evaluation.rule)
        guard limit.remaining(for: evaluation.state, at: now) > 0 else { return false }
        return held.cause == .quiet || hasFirst
    }

    /// Returns a first message that quiet hours no longer keep back as one that the limit does.
    private func limited(_ held: HeldNotification, _ evaluation: RuleEvaluation) -> HeldNotification
    {
        var held = held
        held.cause = .limit
        held.dueAt = engine.firstOpening(of: evaluation.rule, evaluation.state, from: now)
        return held
    }

    /// Sends every message by itself until the limit is reached, and holds the rest.
    ///
    /// Under a limit, alerts that begin at the same time are one message (D72).
    private mutating func notifyEach(_ evaluation: inout RuleEvaluation) {
        let limit = engine.limit(of: evaluation.rule)
        let together = evaluation.messages.filter(\.isFirst)
        if evaluation.rule.clauses.limit != nil, together.count > 1,
            !together.allSatisfy(\.isFirstLook),
            limit.remaining(for: evaluation.state, at: now) > 0
        {
            limit.spend(&evaluation.state, at: now)
            notifyTogether(together, isBySize: true)
            evaluation.messages.removeAll(where: \.isFirst)
        }
        for message in evaluation.messages {
            if !message.isFirst {
                notifyOne(message, on: message.channels ?? evaluation.rule.notify)
            } else if message.isFirstLook, firstLook.last?.key.ruleID == evaluation.rule.id {
                // Part of a message that the limit has already counted.
                firstLook.append(message)
            } else if limit.remaining(for: evaluation.state, at: now) > 0 {
                limit.spend(&evaluation.state, at: now)
                notifyFirst(message, evaluation.rule)
            } else {
                hold([message], .limit, &evaluation)
            }
        }
        evaluation.messages = []
    }

    /// Sends held and new messages as one (RL-34, D7, D9).
    private mutating func notifyAtOnce(_ released: [Message], _ evaluation: inout RuleEvaluation) {
        let limit = engine.limit(of: evaluation.rule)
        let hasRoom = limit.remaining(for: evaluation.state, at: now) > 0
        let joining = evaluation.messages.filter { hasRoom || !$0.isFirst }
        let waiting = evaluation.messages.filter { !hasRoom && $0.isFirst }
        let all = released + joining
        if all.contains(where: \.isFirst) { limit.spend(&evaluation.state, at: now) }
        if all.count == 1 {
            notifyFirst(all[0], evaluation.rule)
        } else {
            notifyTogether(all, isBySize: evaluation.rule.clauses.limit != nil)
        }
        hold(waiting, .limit, &evaluation)
        evaluation.messages = []
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
        _ messages: [Message], _ cause: HeldNotification.Cause, _ evaluation: inout RuleEvaluation
    ) {
        let opening = engine.hours(of: evaluation.rule).nextOpening(from: now)
        let first = engine.firstOpening(of: evaluation.rule, evaluation.state, from: now)
        evaluation.state.held += messages.map { message in
            let due = message.isFirst ? first : opening
            return HeldNotification(
                notification: notification(of: message, readAt: due, evaluation),
                alertKey: message.key,
                cause: cause, dueAt: due, channels: message.channels)
        }
        evaluation.state.held = HeldNotifications(digests: digests).compacted(evaluation.state.held)
    }
}

extension AlertReducer {
    /// The notification of a waiting message, worded for the day on which a person reads it.
    ///
    /// `today` is another day then.
    private func notification(
        of message: Message, readAt due: Date, _ evaluation: RuleEvaluation
    ) -> AlertNotification {
        let composer = composer(of: evaluation.rule, readAt: due)
        let isOtherDay = composer.readOn != CalendarDay(of: now, in: engine.policy.zone)
        guard isOtherDay, message.notification.type == .fired,
            let verdict = evaluation.verdicts[message.key]
        else { return message.notification }
        return composer.composed(verdict, like: message.notification)
    }

    /// Sends several messages as one, on each channel only those meant for it.
    ///
    /// Channels with the same messages share one notification; a single message stays unchanged.
    /// Corrections are apart, because a digest counts and sums what is new (RL-14).
    mutating func notifyTogether(_ messages: [Message], isBySize: Bool = false) {
        let corrections = messages.filter { $0.notification.type == .corrected }
        if !corrections.isEmpty, corrections.count < messages.count {
            let others = messages.filter { $0.notification.type != .corrected }
            notifyTogether(others, isBySize: isBySize)
            return notifyTogether(corrections, isBySize: isBySize)
        }
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

    /// Adds a notification to the decision and the outbox, and records in the alerts that it was
    /// sent.
    mutating func notify(
        _ notification: AlertNotification, _ parts: [Message], on channels: [String]
    ) {
        notifications.append(notification)
        let order = orderKey(of: notification, parts)
        let cut = NotificationCut(rules: engine.rules, policy: engine.policy)
        for channel in channels.union([]) {
            let content = cut.cut(
                notification, to: engine.policy.detail(of: channel),
                merging: parts.map(\.notification))
            outbox.append(
                OutboxEntry(
                    channel: channel, notification: content, alertKey: order, createdAt: now))
        }
        for part in parts { noteNotified(part, on: channels, order: order) }
    }

    /// The key by which the outbox keeps order: the alert's own, or that of the digest that
    /// reported it.
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
