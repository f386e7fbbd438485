import Foundation
import Glibc

/// Adds up how long things took.
struct Stopwatch {
    private var time = Duration.zero
    private var processor = Duration.zero

    /// Runs something and notes how long it took.
    mutating func time(_ body: () async throws -> Void) async rethrows {
        let clock = ContinuousClock()
        let (begin, used) = (clock.now, Self.processorTime)
        try await body()
        time += clock.now - begin
        processor += Self.processorTime - used
    }

    /// Prints the sums of the time and of the processor's time, in microseconds.
    func reportSums(_ name: String) {
        print(name, Self.microseconds(time))
        print(name + "-cpu", Self.microseconds(processor))
    }

    /// The private memory of this process in KiB, as the kernel counts it.
    static var privateMemory: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    /// What all threads of this process have used so far.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
