import Finance
import Foundation

/// All rules of a rule set on a single state of the program or of a bank connection.
///
/// Each bank, account or channel is evaluated separately. A health state joined with another
/// condition is evaluated by ``LevelTable``.
struct HealthTable: RuleTable {
    private let rules: [(id: String, health: CompiledHealth)]

    init(_ rules: [Rule], _ compiler: inout RuleCompiler) {
        self.rules = rules.compactMap { rule in
            guard case .condition(.health(let health)) = rule.body else { return nil }
            return (rule.id, CompiledHealth(health))
        }
    }

    var isEmpty: Bool { rules.isEmpty }

    mutating func verdicts(_ state: inout EvaluationState) -> [Verdict] {
        let reader = HealthReader(moment: state.moment)
        return rules.flatMap { id, health -> [Verdict] in
            switch health {
            case .unreachable, .sourceOlder, .signIn:
                reader.sources(for: health).map {
                    let answer = reader.read(
                        health, of: $0, isBuiltIn: id.hasPrefix(Rule.ownPrefix))
                    return Self.verdict(id, .source($0), answer)
                }
            case .accountOlder(let age, let selector):
                state.accounts(of: selector).map { account in
                    let subject = account.account.id
                    return Self.verdict(
                        id, .account(subject), reader.read(age, of: account), account: subject)
                }
            case .notifications:
                reader.channels.map { Self.verdict(id, .channel($0), reader.read(channel: $0)) }
            }
        }
    }

    private static func verdict(
        _ id: String, _ subject: Subject, _ answer: Answer, account: UUID? = nil
    ) -> Verdict {
        Verdict(
            ruleID: id, subject: subject, finding: answer.truth.finding(),
            evidence: answer.evidence(of: account))
    }
}

/// A compiled health condition: a state of the program or of a bank connection.
enum CompiledHealth: Sendable {
    /// The bank does not answer.
    case unreachable
    /// The bank was last read longer ago than a length of time.
    case sourceOlder(CalendarSpan)
    /// The figures of an account are older than a length of time.
    case accountOlder(CalendarSpan, AccountSelector)
    /// The credentials expire within a length of time.
    case signIn(CalendarSpan)
    /// A channel fails to deliver notifications.
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

    /// Whether the state is that of a bank that does not answer or was not read for long.
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
    /// In a rule on accounts, it is about the bank of each account; in a rule without accounts, it
    /// is true if any bank is in that state. Channels belong to no account.
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

/// Reads the state of the program, its banks and its channels.
struct HealthReader {
    let moment: EvaluationMoment

    /// How long a channel may fail before its failure counts, in seconds.
    static let timeout: TimeInterval = 3_600

    /// How old figures become if they are read once a day, in seconds.
    private static let dailyReading: TimeInterval = 36 * 3_600

    /// The names of all channels, in order.
    var channels: [String] { moment.facts.program.channels.keys.sorted() }

    /// The bank connections that a state can be about, sorted by name.
    func sources(for health: CompiledHealth) -> [String] {
        switch health {
        case .signIn:
            moment.facts.sources.values.filter { $0.signInExpires != nil }.map(\.id).sorted()
        case .unreachable, .sourceOlder: moment.facts.sources.keys.sorted()
        case .accountOlder, .notifications: []
        }
    }

    /// Whether a bank connection is in a state.
    ///
    /// - Parameter isBuiltIn: whether the program's own rule asks, whose one age is for all banks:
    ///   figures that other rules still use are not old.
    func read(_ health: CompiledHealth, of id: String, isBuiltIn: Bool = false) -> Answer {
        guard let source = moment.facts.sources[id] else { return Answer(.notApplicable) }
        switch health {
        case .unreachable:
            return answer(
                source.failingSince == nil ? .isNot : .isSo, source.failingSince, source.failure)
        case .sourceOlder(let age):
            // The age of a bank that has never answered is counted from its first failure.
            let read = dataTime(of: source, age) ?? source.failingSince
            let least = isBuiltIn ? moment.pollIntervals.freshness(of: id) : 0
            return answer(
                truth(of: age, at: id, atLeast: least, since: read, readAt: source.lastSuccess),
                read, source.failure)
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
    /// The bank's time counts only for ages longer than a day and a half, because such banks are
    /// read once a day or by hand.
    private func dataTime(of source: SourceFacts, _ age: CalendarSpan) -> Date? {
        guard let read = source.lastSuccess,
            age.end(from: read, in: moment.zone).timeIntervalSince(read) > Self.dailyReading
        else { return source.lastSuccess }
        let accounts = moment.facts.accounts.values.lazy.filter {
            $0.account.institutionName == source.id
        }
        return accounts.map(\.freshAt).max().map { min($0, read) } ?? read
    }

    /// Whether the figures of an account are older than a length of time.
    func read(_ age: CalendarSpan, of account: AccountFacts) -> Answer {
        let id = account.account.institutionName
        let read = moment.facts.sources[id]?.lastSuccess
        return answer(
            truth(of: age, at: id, since: account.freshAt, readAt: read), account.freshAt, nil)
    }

    /// Whether deliveries failed for good on a channel, or have failed for an hour.
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

    /// Whether what a source gave is older than a length of time; unknown while its answer is
    /// awaited.
    private func truth(
        of age: CalendarSpan, at source: String, atLeast least: TimeInterval = 0,
        since begun: Date?, readAt: Date?
    ) -> Answer.Truth {
        let truth = truth(since: begun, readAt: readAt) {
            max(age.end(from: $0, in: moment.zone), $0.addingTimeInterval(least)) < moment.now
        }
        let isAwaited = moment.facts.program.awaited.contains(source)
        return truth == .isSo && isAwaited ? .unknown(.stale) : truth
    }

    /// Whether a state has lasted long enough.
    ///
    /// A restart starts the clock again, so that down time does not age anything (section 4,
    /// health). Until the state has lasted long enough since the restart, it is unknown, so that a
    /// sent alert does not end.
    ///
    /// - Parameter readAt: when the state was learned, if later than `begun`; a state that was
    ///   learned after the restart counts at once.
    private func truth(
        since begun: Date?, readAt: Date? = nil, _ isEnough: (Date) -> Bool
    ) -> Answer.Truth {
        guard let begun, isEnough(begun) else { return .isNot }
        // If the start is in the future, the clock has been set back since.
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
