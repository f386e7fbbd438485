public import Finance
import HTTP
import Testing
import Threads

/// A bank in memory that answers from a script.
///
/// It keeps what was asked, and records a test failure for a poll that the script does not
/// foresee.
///
/// ```swift
/// let bank = ScriptedBankSource(id: "sbanken", clock: clock, answers: [.complete(accounts)])
/// ```
public final class ScriptedBankSource: BankSource {
    /// Gives the answer to one poll.
    public typealias Poll = @Sendable (FetchRequest) async -> BankAnswer

    private struct State: Sendable {
        var polls: [Poll]
        var requests: [FetchRequest] = []
    }

    /// The source's name.
    public let id: String
    private let clock: any WallClock
    private let state: Lock<State>

    /// Makes a bank that answers its polls one after the other.
    public init(id: String, clock: any WallClock, answers: [BankAnswer] = []) {
        self.id = id
        self.clock = clock
        state = Lock(State(polls: answers.map { answer in { (_) in answer } }))
    }

    /// Adds an answer at the end of the script.
    public func append(_ answer: BankAnswer) {
        state.withLock { $0.polls.append { (_) in answer } }
    }

    /// Adds a poll at the end of the script that looks at the request, or waits for something.
    public func append(_ poll: @escaping Poll) {
        state.withLock { $0.polls.append(poll) }
    }

    /// What was asked, in order.
    public var requests: [FetchRequest] { state.withLock { $0.requests } }

    /// How many answers have not been used.
    public var remainingAnswers: Int { state.withLock { $0.polls.count } }

    /// Answers from the script.
    public func fetch(_ request: FetchRequest) async -> Snapshot {
        let poll: Poll? = state.withLock { state in
            state.requests.append(request)
            return state.polls.isEmpty ? nil : state.polls.removeFirst()
        }
        guard let poll else {
            Issue.record("unscripted poll of \(id)")
            return snapshot(.failed(Self.failure("nothing is scripted")))
        }
        let answer = await poll(request)
        guard !Task.isCancelled else { return snapshot(.failed(Self.failure("cancelled"))) }
        return snapshot(answer, request)
    }

    private func snapshot(_ answer: BankAnswer, _ request: FetchRequest? = nil) -> Snapshot {
        switch answer {
        case .facts(let accounts, let transactions, let scheduled, let isPartial):
            return Snapshot(
                source: id, observedAt: clock.now, outcome: isPartial ? .partial : .complete,
                accounts: accounts, transactions: transactions,
                scheduled: request?.includesScheduled == true ? scheduled : nil,
                shortfalls: isPartial ? [Self.failure("rows are missing")] : [])
        case .throttled(let retryAfter):
            return Snapshot(
                source: id, observedAt: clock.now, outcome: .throttled(retryAfter: retryAfter),
                accounts: [], transactions: [])
        case .failed(let failure):
            return Snapshot(source: id, observedAt: clock.now, failure: failure)
        }
    }

    private static func failure(_ problem: String) -> SourceFailure {
        SourceFailure(kind: .unreachable, problem: problem, fix: "mend the test's script")
    }
}
