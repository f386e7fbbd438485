public import Finance
import Foundation
import Testing

/// What every clock does, live or moved by hand.
///
/// ```swift
/// try await WallClockConformance { SystemClock() }.run()
/// ```
public struct WallClockConformance: Sendable {
    private let makeClock: @Sendable () -> any WallClock

    /// Checks the clocks that `makeClock` makes.
    public init(_ makeClock: @escaping @Sendable () -> any WallClock) {
        self.makeClock = makeClock
    }

    /// Runs all checks.
    public func run() async throws {
        showsWholeMilliseconds()
        try await doesNotWaitForThePast()
        await endsAWaitThatIsCancelled()
    }

    private func showsWholeMilliseconds() {
        let now = makeClock().now.timeIntervalSince1970 * 1_000
        #expect((now - now.rounded()).magnitude < 0.001)
    }

    private func doesNotWaitForThePast() async throws {
        let clock = makeClock()
        try await clock.sleep(until: clock.now)
        try await clock.sleep(until: clock.now.addingTimeInterval(-86_400))
    }

    private func endsAWaitThatIsCancelled() async {
        let clock = makeClock()
        let waiting = Task { try await clock.sleep(until: clock.now.addingTimeInterval(86_400)) }
        waiting.cancel()
        let result = await waiting.result
        #expect(throws: CancellationError.self) { try result.get() }
    }
}
