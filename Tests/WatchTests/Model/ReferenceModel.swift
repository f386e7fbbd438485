/// What section 4 of the rule language says, told slowly: one rule, minute by minute.
///
/// Written from the statements; it shares nothing with the program.
struct ReferenceModel {
    /// A message that wants to be told.
    private struct Message {
        enum Kind { case fire, over, resolve, event }
        var kind: Kind
        /// The alert: an account, or a day of a sum.
        let subject: Int
        /// How many things it is about.
        var count = 1
        /// Whether the limit keeps it back, and not quiet hours.
        var isLimited = false

        /// Limits count what begins, not what ends.
        var isFirst: Bool { kind != .resolve }
    }

    /// One alert.
    private struct Alert {
        var isFiring = false
        var isTold = false
        /// When it was last true, and how long `for` has counted, while it does not fire yet.
        var pending: (last: Int, held: Int)?
        /// Whether a sum has fired in its period (D29).
        var isSpent = false
    }

    private let rule: ModelRule
    private var alerts: [Int: Alert] = [:]
    private var held: [Message] = []
    private var sent: (day: Int, count: Int) = (-1, 0)
    private var spent: [Int: Int] = [:]
    private var now = 0
    /// Everything that was told: minute, type, how many things.
    private(set) var told: [String] = []

    init(_ rule: ModelRule) { self.rule = rule }

    /// Plays the polls; the first is the baseline.
    mutating func play(_ polls: [ModelPoll]) {
        for (index, poll) in polls.enumerated() {
            if index > 0 { playDue(after: now, before: poll.minute) }
            now = poll.minute
            let messages = poll.balances.map { judge($0, poll.rows, isBaseline: index == 0) }
            settle(messages ?? [], isEvaluated: poll.balances != nil)
        }
    }

    /// Midnights and the beginnings of hours: the only times at which something falls due.
    private mutating func playDue(after start: Int, before end: Int) {
        for minute in (start + 1)..<max(end, start + 1) {
            let time = minute % 1_440
            guard time == 0 || time == rule.hours?.from else { continue }
            now = minute
            settle([], isEvaluated: false)
        }
    }

    private mutating func judge(
        _ balances: [Int], _ rows: [ModelPoll.Row], isBaseline: Bool
    ) -> [Message] {
        let today = now / 1_440
        for row in rows { spent[today, default: 0] -= row.kroner }
        switch rule.body {
        case .level(let limit, let until, let hold):
            return balances.indices.flatMap { account in
                level(
                    account, isTrue: balances[account] < limit,
                    isOver: balances[account] > until ?? limit - 1, hold: hold ?? 0)
            }
        case .spending(let limit):
            let sum = spent[today] ?? 0
            return level(today, isTrue: sum > limit, isOver: sum <= limit, hold: 0, isSum: true)
        case .debit(let limit):
            let count = isBaseline ? 0 : rows.count { -$0.kroner > limit }
            // More than five of one poll are one notice (RL-20).
            if count > 5 { return [Message(kind: .event, subject: 0, count: count)] }
            return (0..<count).map { _ in Message(kind: .event, subject: 0) }
        }
    }

    /// A level, or the sum of a day, on one subject.
    private mutating func level(
        _ subject: Int, isTrue: Bool, isOver: Bool, hold: Int, isSum: Bool = false
    ) -> [Message] {
        var alert = alerts[subject] ?? Alert()
        defer { alerts[subject] = alert }
        if alert.isFiring {
            guard isOver else { return [] }
            alert.isFiring = false
            return end(subject, isTold: alert.isTold)
        }
        guard isTrue, !(isSum && alert.isSpent) else {
            alert.pending = nil
            return []
        }
        // A gap counts up to three poll intervals (D25).
        let before = alert.pending
        let pending = (
            last: now, held: before.map { $0.held + min(now - $0.last, 15) } ?? 0
        )
        alert.pending = pending
        guard pending.held >= hold else { return [] }
        alert = Alert(isFiring: true, isSpent: true)
        return [Message(kind: .fire, subject: subject)]
    }

    /// What is over: one line if it was never told (D6), else a message where its end is told.
    private mutating func end(_ subject: Int, isTold: Bool) -> [Message] {
        if let index = held.lastIndex(where: { $0.kind == .fire && $0.subject == subject }) {
            held[index].kind = .over
            return []
        }
        return isTold && rule.resolve ? [Message(kind: .resolve, subject: subject)] : []
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
        let isFree = { [tellsEvents = rule.tellsEvents] (message: Message) in
            !message.isLimited || tellsEvents || isEvaluated
        }
        // What came and went inside a day goes with the next that begins (D71).
        let begins =
            messages.contains(where: \.isFirst)
            || held.contains { $0.isFirst && isFree($0) && !($0.kind == .over && $0.isLimited) }
        let mayGo = held.map { message in
            !message.isFirst
                || hasRoom && isFree(message)
                    && (begins || !(message.kind == .over && message.isLimited))
        }
        var parts = zip(held, mayGo).filter(\.1).map(\.0)
        held = zip(held, mayGo).filter { !$0.1 }.map { message, _ in limited(message) }
        if parts.isEmpty {
            // Under a limit what begins at once is one message (D72).
            let together = messages.filter(\.isFirst)
            if rule.limit != nil, together.count > 1, hasRoom {
                spend()
                tell(together)
            }
            let isTold = rule.limit != nil && together.count > 1 && hasRoom
            for message in messages where !(isTold && message.isFirst) {
                if message.isFirst, room <= 0 {
                    held.append(limited(message))
                } else {
                    if message.isFirst { spend() }
                    tell([message])
                }
            }
            return
        }
        parts += messages.filter { hasRoom || !$0.isFirst }
        if parts.contains(where: \.isFirst) { spend() }
        tell(parts)
        held += messages.filter { !hasRoom && $0.isFirst }.map(limited)
    }

    private func limited(_ message: Message) -> Message {
        var message = message
        message.isLimited = true
        return message
    }

    /// Several at once are a digest, one is itself (D7).
    private mutating func tell(_ parts: [Message]) {
        for part in parts where part.kind == .fire { alerts[part.subject]?.isTold = true }
        let count = parts.map(\.count).reduce(0, +)
        let isDigest = count > 1 || parts.contains { $0.kind == .over }
        let isEnd = parts.contains { $0.kind == .resolve }
        let type = isDigest ? "alert.digest" : isEnd ? "alert.resolved" : "alert.fired"
        told.append("\(now) \(type) \(count)")
    }
}
