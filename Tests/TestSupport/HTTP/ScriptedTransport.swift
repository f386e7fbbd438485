public import HTTP
import Testing
import Threads

/// A transport that answers from a script, without any network.
///
/// It refuses what the real one refuses, keeps what was asked, and records a test failure for a
/// call that the script does not foresee.
///
/// ```swift
/// let transport = ScriptedTransport([
///     .init(.post, "/token", answer: .init(status: 200, body: Array("{}".utf8))),
///     .init(.get, "/accounts", failure: .unreachable),
/// ])
/// ```
public final class ScriptedTransport: HTTPTransport {
    /// Gives the answer to a request.
    public typealias Answer = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

    private enum Script: Sendable {
        case steps([ScriptedStep])
        case always(Answer)
    }

    private struct State: Sendable {
        var script: Script
        var requests: [HTTPRequest] = []
    }

    private let state: Lock<State>

    /// Answers with these steps, in this order and each once.
    public init(_ steps: [ScriptedStep] = []) {
        state = Lock(State(script: .steps(steps)))
    }

    /// Answers every request with the same function, which may look at it.
    public init(answering answer: @escaping Answer) {
        state = Lock(State(script: .always(answer)))
    }

    /// Everything that was sent, in order; refused requests are not among it.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// How many steps of the script have not been used.
    public var remainingSteps: Int {
        state.withLock { state in
            if case .steps(let steps) = state.script { steps.count } else { 0 }
        }
    }

    /// Adds a step at the end of the script.
    public func append(_ step: ScriptedStep) {
        state.withLock { state in
            guard case .steps(let steps) = state.script else { return }
            state.script = .steps(steps + [step])
        }
    }

    /// Answers from the script.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try request.check()
        guard !Task.isCancelled else { throw .cancelled }
        guard let answer = takeAnswer(to: request) else {
            Issue.record("unscripted call: \(request.method.rawValue) \(request.url)")
            throw .other(code: -1)
        }
        let response = try await answer(request)
        guard !Task.isCancelled else { throw .cancelled }
        guard response.body.count <= request.maximumBodyBytes else {
            throw .bodyTooLarge(status: response.status)
        }
        return response
    }

    private func takeAnswer(to request: HTTPRequest) -> Answer? {
        state.withLock { state in
            state.requests.append(request)
            switch state.script {
            case .always(let answer):
                return answer
            case .steps(let steps):
                guard let step = steps.first, step.fits(request) else { return nil }
                state.script = .steps(Array(steps.dropFirst()))
                return step.answer
            }
        }
    }
}
