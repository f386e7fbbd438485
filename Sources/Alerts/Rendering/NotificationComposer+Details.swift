import Finance
import Foundation
import Rules

extension NotificationComposer {
    /// The body of a notification: what one would ask next, and which rule it is.
    func details(_ verdict: Verdict, at now: Date) -> String {
        SafeText.capped(texts.lines(context(verdict, at: now)), at: SafeText.bodyLimit)
    }

    private func context(_ verdict: Verdict, at now: Date) -> [String] {
        let account = account(of: verdict)?.name
        if let transaction = verdict.evidence.transaction {
            // What it matched is said by nothing else.
            let rhythm = verdict.evidence.subscription.map { texts.every($0.rhythm) }
            return [account, status(of: transaction, at: now), rhythm, sentence].compactMap(\.self)
        }
        if let missing = verdict.evidence.subscription {
            let due = texts.expected(nearDay(missing.next, at: now))
            return [account, due, texts.every(missing.rhythm), sentence].compactMap(\.self)
        }
        if case .absence = rule.body { return [account ?? texts.allAccounts, sentence] }
        return [limit(verdict), ruleName].compactMap(\.self)
    }

    private func limit(_ verdict: Verdict) -> String? {
        let topic = ConditionTopic(rule.body)
        let name = topic.figure.map(texts.figureName)
        let limit =
            verdict.evidence.limit.map(style.text)
            ?? verdict.evidence.countLimit.map(style.number)
        if case .other = topic { return nil }
        return limit.map { texts.limit($0, of: name) } ?? name
    }

    /// The name that the person gave the rule, else its sentence.
    var ruleName: String {
        rule.isNamed ? texts.rule(SafeText.neutralised(rule.id)) : sentence
    }

    private func status(of transaction: Transaction, at now: Date) -> String? {
        let made = transaction.transactionDate
        switch transaction.status {
        case .booked: return texts.booked(nearDay(transaction.postedDate ?? made, at: now))
        case .pending, .authorized: return texts.reserved(nearDay(made, at: now))
        case .memo, .rejected: return nil
        }
    }

    private func nearDay(_ day: CalendarDay, at now: Date) -> String {
        day == readOn ?? CalendarDay(of: now, in: policy.zone)
            ? texts.today : self.day(day, at: now)
    }

    /// A day in the words of the language; the year only if it is not this one.
    func day(_ day: CalendarDay, at now: Date) -> String {
        texts.day(day, in: CalendarDay(of: now, in: policy.zone).components.year)
    }

    /// From when to when it was so, and which rule it is.
    func lasted(from start: Date, to end: Date) -> String {
        let span = span(from: start, to: end, isLow: ConditionTopic(rule.body).isLow)
        return SafeText.capped(texts.lines([span, ruleName]), at: SafeText.bodyLimit)
    }

    /// `From 02:10 to 05:40`, with days when it went over midnight.
    func span(from start: Date, to end: Date, isLow: Bool? = nil) -> String {
        let zone = policy.zone
        let isOneDay = CalendarDay(of: start, in: zone) == CalendarDay(of: end, in: zone)
        return isOneDay
            ? texts.span(
                isLow: isLow, from: style.time(start, in: zone), to: style.time(end, in: zone))
            : texts.span(isLow: isLow, from: moment(start, end), to: moment(end, end))
    }

    func moment(_ instant: Date, _ now: Date) -> String {
        let day = CalendarDay(of: instant, in: policy.zone)
        return "\(self.day(day, at: now)) \(style.time(instant, in: policy.zone))"
    }
}
