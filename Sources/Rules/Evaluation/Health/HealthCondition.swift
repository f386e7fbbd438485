import Finance
import Foundation

/// A compiled state of the program or of a bank connection.
enum CompiledHealth: Sendable {
    /// The bank does not answer.
    case unreachable
    /// The bank was last read longer ago than that.
    case sourceOlder(CalendarSpan)
    /// An account was last read longer ago than that.
    case accountOlder(CalendarSpan, AccountSelector)
    /// The credentials end within that time.
    case signIn(CalendarSpan)
    /// A channel does not take notifications.
    case notifications

    init(_ health: Health) {
        switch health.kind {
        case .bankUnreachable: self = .unreachable
        case .dataOlder(nil, let age): self = .sourceOlder(age.value)
        case .dataOlder(let scope?, let age):
            self = .accountOlder(age.value, AccountSelector(scope))
        case .signInExpires(let length): self = .signIn(length.value)
        case .notificationsFailing: self = .notifications
        }
    }

    /// Whether it means that a bank does not answer or was not read for long.
    var isOfTroubledBank: Bool {
        switch self {
        case .unreachable, .sourceOlder, .accountOlder: true
        case .signIn, .notifications: false
        }
    }
}

extension EvaluationState {
    /// Evaluates a health condition as one part of a condition.
    ///
    /// A rule on accounts evaluates the bank of each; one without accounts evaluates whether any
    /// bank is in that state. Channels belong to no account.
    mutating func find(_ health: CompiledHealth, _ context: ReadingContext) -> Answer {
        let reader = HealthReader(moment: moment)
        switch health {
        case .unreachable, .sourceOlder, .signIn:
            let own = context.source ?? context.account?.account.institutionName
            let sources = own.map { [$0] } ?? reader.sources(for: health)
            return .any(sources.map { reader.read(health, of: $0) })
        case .accountOlder(let age, let selector):
            guard selector.isVariable else {
                return accounts(of: selector).first.map { reader.read(age, of: $0) }
                    ?? Answer(.notApplicable)
            }
            let own = account(context.account?.account.id, of: selector)
            return own.map { reader.read(age, of: $0) } ?? Answer(.notApplicable)
        case .notifications:
            let answers = reader.channels.map { reader.read(channel: $0) }
            return answers.isEmpty ? Answer(.isNot) : .any(answers)
        }
    }
}

/// Reads how the program, its banks and its channels are.
struct HealthReader {
    let moment: EvaluationMoment

    /// How long a channel may fail before that is worth sending, in seconds.
    static let timeout: TimeInterval = 3_600

    /// How old figures become between two daily readings, in seconds.
    private static let dailyReading: TimeInterval = 36 * 3_600

    /// The names of all channels, in order.
    var channels: [String] { moment.facts.program.channels.keys.sorted() }

    /// The bank connections that a state can refer to, in order.
    func sources(for health: CompiledHealth) -> [String] {
        switch health {
        case .signIn:
            moment.facts.sources.values.filter { $0.signInExpires != nil }.map(\.id).sorted()
        case .unreachable, .sourceOlder: moment.facts.sources.keys.sorted()
        case .accountOlder, .notifications: []
        }
    }

    /// Whether a state is that of one bank connection.
    func read(_ health: CompiledHealth, of id: String) -> Answer {
        guard let source = moment.facts.sources[id] else { return Answer(.notApplicable) }
        switch health {
        case .unreachable:
            return answer(
                source.failingSince == nil ? .isNot : .isSo, source.failingSince, source.failure)
        case .sourceOlder(let age):
            // A bank that never answered is as old as its first failure.
            let read = dataTime(of: source, age) ?? source.failingSince
            return answer(
                truth(of: age, since: read, readAt: source.lastSuccess), read, source.failure)
        case .signIn(let span):
            guard let end = source.signInExpires else { return Answer(.notApplicable) }
            var answer = Answer(span.end(from: moment.now, in: moment.zone) > end ? .isSo : .isNot)
            answer.day = CalendarDay(of: end, in: moment.zone)
            return answer
        case .accountOlder, .notifications: return Answer(.notApplicable)
        }
    }

    /// When the bank was last read, or the time that the bank gives for its newest figures.
    ///
    /// Banks that give it are read once a day or by hand: hours mean nothing for them.
    private func dataTime(of source: SourceFacts, _ age: CalendarSpan) -> Date? {
        guard let read = source.lastSuccess,
            age.end(from: read, in: moment.zone).timeIntervalSince(read) > Self.dailyReading
        else { return source.lastSuccess }
        let accounts = moment.facts.accounts.values.lazy.filter {
            $0.account.institutionName == source.id
        }
        return accounts.map(\.freshAt).max().map { min($0, read) } ?? read
    }

    /// Whether the figures of an account are older than that.
    func read(_ age: CalendarSpan, of account: AccountFacts) -> Answer {
        let source = moment.facts.sources[account.account.institutionName]
        return answer(
            truth(of: age, since: account.freshAt, readAt: source?.lastSuccess), account.freshAt,
            nil)
    }

    /// Whether a channel gave up on a notification, or has failed for an hour.
    func read(channel name: String) -> Answer {
        guard let channel = moment.facts.program.channels[name] else {
            return Answer(.notApplicable)
        }
        let isFailing: Answer.Truth =
            channel.hasGivenUp
            ? .isSo
            : truth(since: channel.failingSince) {
                moment.now.timeIntervalSince($0) >= Self.timeout
            }
        return answer(isFailing, channel.failingSince, nil)
    }

    private func truth(of age: CalendarSpan, since begun: Date?, readAt: Date?) -> Answer.Truth {
        truth(since: begun, readAt: readAt) { age.end(from: $0, in: moment.zone) < moment.now }
    }

    /// Whether something has lasted long enough.
    ///
    /// A restart starts the clock again, so that down time makes nothing old (section 4, health).
    /// Until then it is unknown, so that a sent alert does not end because of it.
    ///
    /// - Parameter readAt: when that was learned, if later: after the start it counts at once.
    private func truth(
        since begun: Date?, readAt: Date? = nil, _ isEnough: (Date) -> Bool
    ) -> Answer.Truth {
        guard let begun, isEnough(begun) else { return .isNot }
        // A start that is still to come was timed by a wall clock that has been set back since.
        guard let started = moment.facts.program.startedAt, started > readAt ?? begun,
            started <= moment.now
        else { return .isSo }
        return isEnough(started) ? .isSo : .unknown(.stale)
    }

    private func answer(
        _ truth: Answer.Truth, _ since: Date?, _ failure: SourceFailure?
    ) -> Answer {
        var answer = Answer(truth)
        answer.since = truth == .isSo ? since : nil
        answer.failure = failure
        return answer
    }
}
