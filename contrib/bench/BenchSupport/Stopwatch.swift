import Glibc

/// Collects how long things took, and how much of the processor's time they used.
public struct Stopwatch: Sendable {
    private var times: [Duration] = []
    private var processor: [Duration] = []

    /// Starts with nothing.
    public init() {}

    /// Runs something and notes how long it took.
    public mutating func time<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let clock = ContinuousClock()
        let (begin, used) = (clock.now, Self.processorTime)
        let value = try await body()
        times.append(clock.now - begin)
        processor.append(Self.processorTime - used)
        return value
    }

    /// Prints the medians of the time and of the processor's time, in milliseconds.
    public func reportMedians(_ name: String) {
        for (name, times) in named(name) where !times.isEmpty {
            print(name, Self.milliseconds(times.sorted()[times.count / 2]))
        }
    }

    /// Prints the sums of the time and of the processor's time, in microseconds.
    public func reportSums(_ name: String) {
        for (name, times) in named(name) {
            print(name, Self.microseconds(times.reduce(.zero, +)))
        }
    }

    private func named(_ name: String) -> [(String, [Duration])] {
        [(name, times), (name + "-cpu", processor)]
    }

    /// What all threads of this process have used so far.
    public static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let microseconds = microseconds(duration)
        let rest = String(microseconds % 1_000)
        return "\(microseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
