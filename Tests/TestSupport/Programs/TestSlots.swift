import Foundation
public import Testing

/// Runs only a few tests at a time, as many as the machine has cores for.
///
/// All of them at once would make a load under which nothing answers in time: a test would wait for its
/// next turn longer than a request or a lock may take, and would say nothing about the program.
///
/// ```swift
/// @Suite("Commands", .programs)
/// ```
public struct TestSlots: SuiteTrait, TestTrait, TestScoping {
    fileprivate let slots: Slots

    /// It applies to each test of a suite, not to the suite as a whole.
    public var isRecursive: Bool { true }

    /// Runs a test as soon as a slot is free, and notes how long the test itself took.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await slots.acquire()
        let start = ContinuousClock.now
        let result: Result<Void, any Error>
        do { result = .success(try await function()) } catch { result = .failure(error) }
        Self.note(test, took: ContinuousClock.now - start)
        await slots.release()
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

extension Trait where Self == TestSlots {
    /// For suites whose tests start programs: two for each core, as each has several processes.
    public static var programs: TestSlots { TestSlots(slots: .programs) }
    /// For suites whose tests wait for a network, a disk or another thread: eight for each core.
    public static var io: TestSlots { TestSlots(slots: .io) }
}

/// Counts the free slots; tests that wait get one in the order in which they came.
private actor Slots {
    static let programs = Slots(forEachCore: 2)
    static let io = Slots(forEachCore: 8)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(forEachCore count: Int) {
        free = count * ProcessInfo.processInfo.activeProcessorCount
    }

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
