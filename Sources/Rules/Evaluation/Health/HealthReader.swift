import Finance
import Foundation

/// Reads how the program, its banks and its channels are.
struct HealthReader {
    /// Against what.
    let moment: EvaluationMoment

    /// How long a channel may fail before that is worth telling, in seconds.
    static let patience: TimeInterval = 3_600

    /// The bank connections that a state can speak of, in order.
    func sources(for health: CompiledHealth) -> [String] {
        switch health {
        case .signIn: moment.facts.program.signInExpires.keys.sorted()
        case .unreachable, .sourceOlder: moment.facts.sources.keys.sorted()
        case .accountOlder, .notifications: []
        }
    }

    /// Whether a state is that of one bank connection.
    func read(_ health: CompiledHealth, of id: String) -> Answer {
        guard !isSignIn(health) else { return signIn(health, of: id) }
        guard let source = moment.facts.sources[id] else { return Answer(.notApplicable) }
        switch health {
        case .unreachable:
            return answer(source.failingSince != nil, source.failingSince, source.failure)
        case .sourceOlder(let age):
            // A bank that never answered is as old as its first failure.
            let read = source.lastSuccess ?? source.failingSince
            return answer(isOlder(read, age), read, source.failure)
        case .signIn, .accountOlder, .notifications:
            return Answer(.notApplicable)
        }
    }

    private func isSignIn(_ health: CompiledHealth) -> Bool {
        if case .signIn = health { true } else { false }
    }

    private func signIn(_ health: CompiledHealth, of id: String) -> Answer {
        guard case .signIn(let span) = health,
            let end = moment.facts.program.signInExpires[id]
        else { return Answer(.notApplicable) }
        var answer = Answer(span.end(from: moment.now, in: moment.zone) > end ? .isSo : .isNot)
        answer.day = CalendarDay(of: end, in: moment.zone)
        return answer
    }

    /// Whether the figures of an account are older than that.
    func read(_ age: CalendarSpan, of account: AccountFacts) -> Answer {
        answer(isOlder(account.freshAt, age), account.freshAt, nil)
    }

    /// Whether a channel has given up a notice, or has failed for an hour.
    func read(channel name: String) -> Answer {
        guard let channel = moment.facts.program.channels[name] else {
            return Answer(.notApplicable)
        }
        let since = channel.failingSince ?? moment.now
        let isFailing =
            channel.hasGivenUp
            || channel.failingSince != nil && moment.now.timeIntervalSince(since) >= Self.patience
        return answer(isFailing, channel.failingSince, nil)
    }

    private func isOlder(_ read: Date?, _ age: CalendarSpan) -> Bool {
        read.map { age.end(from: $0, in: moment.zone) < moment.now } ?? false
    }

    private func answer(_ holds: Bool, _ since: Date?, _ failure: SourceFailure?) -> Answer {
        var answer = Answer(holds ? .isSo : .isNot)
        answer.since = holds ? since : nil
        answer.failure = failure
        return answer
    }
}
