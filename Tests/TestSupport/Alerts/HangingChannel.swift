public import Alerts

/// A channel whose receiver never answers: an attempt ends only when its task is cancelled.
public struct HangingChannel: Channel {
    /// The name that rules use.
    public let name: String

    /// Makes a channel that hangs.
    public init(_ name: String) {
        self.name = name
    }

    /// Waits for the task's cancellation and reports it.
    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
        let problem = DeliveryProblem(
            reason: .cancelled, problem: "the program is stopping", fix: "nothing to do")
        return .retry(problem, after: nil)
    }
}
