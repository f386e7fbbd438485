import Glibc

/// Collects how long things took.
struct Stopwatch {
    private var times: [Duration] = []
    private var processor: [Duration] = []

    /// Runs something and notes how long it took.
    mutating func time<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let clock = ContinuousClock()
        let (begin, used) = (clock.now, Self.processorTime)
        let value = try await body()
        times.append(clock.now - begin)
        processor.append(Self.processorTime - used)
        return value
    }

    /// Prints the medians of the time and of the processor's time, in milliseconds.
    func report(_ name: String) {
        for (name, times) in [(name, times), (name + "-cpu", processor)] where !times.isEmpty {
            print(name, Self.text(times.sorted()[times.count / 2]))
        }
    }

    /// What all threads of this process have used so far.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let rest = String(microseconds % 1_000)
        return "\(microseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
