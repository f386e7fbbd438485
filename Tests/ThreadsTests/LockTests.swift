import Testing
import Threads

@Suite("The lock")
struct LockTests {
    @Test("no change is lost between tasks")
    func counting() async {
        let count = Lock(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    for _ in 0..<100 { count.withLock { $0 += 1 } }
                }
            }
        }
        #expect(count.withLock { $0 } == 10_000)
    }

    @Test("an error thrown inside comes out, and the lock is free again")
    func throwing() throws {
        let lock = Lock("a")
        #expect(throws: CancellationError.self) {
            try lock.withLock { (_) throws(CancellationError) -> Void in throw CancellationError() }
        }
        #expect(lock.withLock { $0 } == "a")
    }
}
