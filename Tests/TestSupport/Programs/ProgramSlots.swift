import Foundation
public import Testing

/// Runs only a few tests that start programs at a time: two for each core.
///
/// Such a test has several processes of its own. All of them at once would make a load under which
/// nothing answers in time, and the tests would say nothing about the program.
///
/// ```swift
/// @Suite("Commands", .programs)
/// ```
public struct ProgramSlots: SuiteTrait, TestTrait, TestScoping {
    /// It applies to each test of a suite, not to the suite as a whole.
    public var isRecursive: Bool { true }

    /// Runs a test as soon as a slot is free, and notes how long the test itself took.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Slots.shared.acquire()
        let start = ContinuousClock.now
        let result: Result<Void, any Error>
        do { result = .success(try await function()) } catch { result = .failure(error) }
        Self.note(test, took: ContinuousClock.now - start)
        await Slots.shared.release()
        try result.get()
    }

    /// Appends a line with seconds and name to the file that `TEST_TIMES` names.
    private static func note(_ test: Test, took time: Duration) {
        guard let path = ProcessInfo.processInfo.environment["TEST_TIMES"] else { return }
        let seconds = time.formatted(
            .units(allowed: [.seconds], fractionalPart: .show(length: 3, rounded: .up)))
        let line = Array("\(seconds) \(test.displayName ?? test.name)\n".utf8)
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    }
}

extension Trait where Self == ProgramSlots {
    /// For suites whose tests start programs.
    public static var programs: ProgramSlots { ProgramSlots() }
}

/// Counts the free slots; tests that wait get one in the order in which they came.
private actor Slots {
    static let shared = Slots()

    private var free = 2 * ProcessInfo.processInfo.activeProcessorCount
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func acquire() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func release() {
        guard !waiting.isEmpty else {
            free += 1
            return
        }
        waiting.removeFirst().resume()
    }
}
