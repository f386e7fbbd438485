/// What section 4 of the rule language says, sent slowly: one rule, minute by minute.
///
/// Written from the statements; it shares nothing with the program.
struct ReferenceModel {
    /// A message that wants to be notified.
    private struct Message {
        enum Kind { case fire, over, resolve, event, reminder }
        var kind: Kind
        /// The alert: an account, or a day of a sum.
        let subject: Int
        /// How many things it is about.
        var count = 1
        /// Whether the limit keeps it back, and not quiet hours.
        var isLimited = false

        /// Limits count what begins, not what ends.
        var isFirst: Bool { kind != .resolve && kind != .reminder }
    }

    /// What is known of one account, or of one bank.
    private struct Known {
        var value: Int?
        /// When a figure, and when all rows were last read.
        var readAt = Int.min / 2
        var completeAt = Int.min / 2
    }

    /// One alert.
    private struct Alert {
        var isFiring = false
        /// When it was last notified of, while it fires.
        var notifiedAt: Int?
        /// When it was last true, and how long `for` has counted, while it does not fire yet.
        var pending: (readAt: Int, held: Int)?
        /// Whether a sum has fired in its period (D29).
        var isSpent = false
    }

    private let rule: ModelRule
    private var alerts: [Int: Alert] = [:]
    private var held: [Message] = []
    private var sent: (day: Int, count: Int) = (-1, 0)
    private var spent: [Int: Int] = [:]
    private var accounts: [Int: Known] = [:]
    private var failing: Set<Int> = []
    private var now = 0
    /// Everything that was sent: minute, type, how many things, and of one level its figure.
    private(set) var notified: [String] = []

    /// How long a figure counts after it was read (RL-30).
    private static let fresh = 360

    init(_ rule: ModelRule) { self.rule = rule }

    /// Plays the polls; the first of each bank is the baseline.
    mutating func play(_ polls: [ModelPoll]) {
        var seen: Set<Int> = []
        for (index, poll) in polls.enumerated() {
            if index > 0 { fireDue(after: now, before: poll.minute) }
            now = poll.minute
            take(poll)
            let isBaseline = seen.insert(poll.bank).inserted
            let messages = judge(poll.rows, isBaseline: isBaseline)
            settle(
                (messages ?? []) + reminders(isJudged: messages != nil),
                isEvaluated: messages != nil)
        }
    }

    /// What an answer says is known from now on; a throttled one says nothing.
    private mutating func take(_ poll: ModelPoll) {
        switch poll.outcome {
        case .failed: failing.insert(poll.bank)
        case .throttled: break
        case .complete, .partial:
            failing.remove(poll.bank)
            for account in poll.listed {
                var known = accounts[account] ?? Known(readAt: now)
                if let value = poll.balances[account] {
                    known.value = value
                    known.readAt = now
                }
                if poll.outcome == .complete { known.completeAt = now }
                accounts[account] = known
            }
        }
    }

    /// Every minute at which something may fall due: midnights, the beginnings of hours, reminders.
    private mutating func fireDue(after start: Int, before end: Int) {
        var dues = Set(alerts.keys.compactMap(reminderDue))
        for minute in (start + 1)..<max(end, start + 1) {
            let time = minute % 1_440
            let reminds = dues.contains(minute)
            guard time == 0 || time == rule.hours?.from || reminds else { continue }
            now = minute
            settle(reminds ? reminders(isJudged: true) : [], isEvaluated: false)
            dues = Set(alerts.keys.compactMap(reminderDue))
        }
    }

    /// When an alert is reminded of next; never in quiet hours, nor of a day that is over.
    private func reminderDue(_ subject: Int) -> Int? {
        guard let every = rule.remind, let alert = alerts[subject], alert.isFiring,
            let notifiedAt = alert.notifiedAt
        else { return nil }
        let due = rule.opening(from: notifiedAt + every)
        if case .spending = rule.body, due / 1_440 > subject { return nil }
        return due
    }

    /// The reminders that are due and whose figures are known.
    private mutating func reminders(isJudged: Bool) -> [Message] {
        guard isJudged else { return [] }
        return alerts.keys.sorted().compactMap { subject in
            guard let due = reminderDue(subject), due <= now, rule.isOpen(at: now),
                isKnown(subject)
            else { return nil }
            if case .spending = rule.body, now / 1_440 > subject { return nil }
            alerts[subject]?.notifiedAt = now
            return Message(kind: .reminder, subject: subject)
        }
    }

    /// Whether the figures of an alert may be used now.
    private func isKnown(_ subject: Int) -> Bool {
        guard case .spending = rule.body else { return isKnown(account: subject) }
        return accounts.keys.allSatisfy { isRead(account: $0) }
    }

    private func isKnown(account: Int) -> Bool {
        accounts[account]?.value != nil && isRead(account: account)
    }

    private func isRead(account: Int) -> Bool {
        guard let known = accounts[account] else { return false }
        return !failing.contains(account % 2) && now - known.readAt <= Self.fresh
    }

    /// What evaluation finds; `nil` if it finds nothing that is known.
    private mutating func judge(_ rows: [ModelPoll.Row], isBaseline: Bool) -> [Message]? {
        let today = now / 1_440
        for row in rows { spent[today, default: 0] -= row.kroner }
        switch rule.body {
        case .level(let limit, let until, let hold):
            let known = accounts.keys.sorted().filter { isKnown(account: $0) }
            guard !known.isEmpty else { return nil }
            return known.flatMap { account -> [Message] in
                let value = accounts[account]?.value ?? 0
                return level(
                    account, isTrue: value < limit, isOver: value > until ?? limit - 1,
                    hold: hold ?? 0, readAt: accounts[account]?.readAt ?? now)
            }
        case .spending(let limit):
            // A new day is judged on complete answers of that day only (D78).
            let isJudged = accounts.allSatisfy { account, known in
                isRead(account: account) && now - known.completeAt <= Self.fresh
                    && known.completeAt / 1_440 == today
            }
            guard isJudged else { return nil }
            let sum = spent[today] ?? 0
            return level(
                today, isTrue: sum > limit, isOver: sum <= limit, hold: 0, readAt: now,
                isSum: true)
        case .debit(let limit):
            let count = isBaseline ? 0 : rows.count { -$0.kroner > limit }
            // More than five of one poll are one notification (RL-20).
            if count > 5 { return [Message(kind: .event, subject: 0, count: count)] }
            return (0..<count).map { _ in Message(kind: .event, subject: 0) }
        }
    }

    /// A level, or the sum of a day, on one subject.
    private mutating func level(
        _ subject: Int, isTrue: Bool, isOver: Bool, hold: Int, readAt: Int, isSum: Bool = false
    ) -> [Message] {
        var alert = alerts[subject] ?? Alert()
        defer { alerts[subject] = alert }
        if alert.isFiring {
            guard isOver else { return [] }
            alert.isFiring = false
            return end(subject, isNotified: alert.notifiedAt != nil)
        }
        guard isTrue, !(isSum && alert.isSpent) else {
            alert.pending = nil
            return []
        }
        // A gap between two readings counts up to three poll intervals (D25, D78).
        let pending =
            alert.pending.map { before in
                (
                    readAt: max(readAt, before.readAt),
                    held: before.held + min(max(0, readAt - before.readAt), 15)
                )
            } ?? (readAt: now, held: 0)
        alert.pending = pending
        guard pending.held >= hold else { return [] }
        alert = Alert(isFiring: true, isSpent: true)
        return [Message(kind: .fire, subject: subject)]
    }

    /// What is over: one line if it was never sent (D6), else a message where its end is sent.
    private mutating func end(_ subject: Int, isNotified: Bool) -> [Message] {
        if let index = held.lastIndex(where: { $0.kind == .fire && $0.subject == subject }) {
            held[index].kind = .over
            return []
        }
        return isNotified && rule.resolve ? [Message(kind: .resolve, subject: subject)] : []
    }

    /// How many first messages the limit leaves today.
    private var room: Int {
        guard let limit = rule.limit else { return .max }
        return sent.day == now / 1_440 ? limit - sent.count : limit
    }

    private mutating func spend() {
        let today = now / 1_440
        sent = (today, sent.day == today ? sent.count + 1 : 1)
    }

    /// Quiet hours hold everything; the limit holds what begins; nothing is dropped (RL-33).
    private mutating func settle(_ messages: [Message], isEvaluated: Bool) {
        guard rule.isOpen(at: now) else {
            // The first evaluation of a new day frees what the limit kept back (D8); hours delay it.
            if isEvaluated, room > 0 {
                for index in held.indices where held[index].kind != .over {
                    held[index].isLimited = false
                }
            }
            held += messages
            return
        }
        let hasRoom = room > 0
        let isFree = { [notifiesEvents = rule.notifiesEvents] (message: Message) in
            !message.isLimited || notifiesEvents || isEvaluated
        }
        // What came and went inside a day goes with the next that begins, also one from quiet hours (D71).
        let begins =
            messages.contains(where: \.isFirst)
            || held.contains { $0.isFirst && isFree($0) && !($0.kind == .over && $0.isLimited) }
        let mayGo = held.map { message in
            !message.isFirst
                || hasRoom
                    && (message.kind == .over && message.isLimited ? begins : isFree(message))
        }
        var parts = zip(held, mayGo).filter(\.1).map(\.0)
        held = zip(held, mayGo).filter { !$0.1 }.map { message, _ in limited(message) }
        if parts.isEmpty {
            // Under a limit what begins at once is one message (D72).
            let together = messages.filter(\.isFirst)
            if rule.limit != nil, together.count > 1, hasRoom {
                spend()
                notify(together)
            }
            let isNotified = rule.limit != nil && together.count > 1 && hasRoom
            for message in messages where !(isNotified && message.isFirst) {
                if message.isFirst, room <= 0 {
                    held.append(limited(message))
                } else {
                    if message.isFirst { spend() }
                    notify([message])
                }
            }
            return
        }
        parts += messages.filter { hasRoom || !$0.isFirst }
        if parts.contains(where: \.isFirst) { spend() }
        notify(parts)
        held += messages.filter { !hasRoom && $0.isFirst }.map(limited)
    }

    private func limited(_ message: Message) -> Message {
        var message = message
        message.isLimited = true
        return message
    }

    /// Several at once are a digest, one is itself (D7).
    private mutating func notify(_ parts: [Message]) {
        for part in parts where part.kind == .fire { alerts[part.subject]?.notifiedAt = now }
        let count = parts.map(\.count).reduce(0, +)
        let isDigest = count > 1 || parts.contains { $0.kind == .over }
        let type =
            switch parts[0].kind {
            case _ where isDigest: "alert.digest"
            case .resolve: "alert.resolved"
            case .reminder: "alert.reminder"
            case .fire, .over, .event: "alert.fired"
            }
        notified.append("\(now) \(type) \(count)\(isDigest ? "" : figure(of: parts[0]))")
    }

    /// The newest figure of a level that goes on, which its notification shows (D78).
    private func figure(of message: Message) -> String {
        guard case .level = rule.body, message.kind != .resolve,
            let value = accounts[message.subject]?.value
        else { return "" }
        return " \(value).00"
    }
}
