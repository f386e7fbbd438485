import Foundation
import Testing
import Threads

@Suite("Threads of our own")
struct WorkerThreadTests {
    @Test("a thread has its name and takes no signal but those of its own faults")
    func started() async {
        let found = await withCheckedContinuation { continuation in
            _ = WorkerThread.start(named: "saldovakt-test") {
                let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                var blocked = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &blocked)
                let numbers = [SIGTERM, SIGPIPE, SIGSEGV, SIGABRT]
                let isBlocked = numbers.map { sigismember(&blocked, $0) == 1 }
                continuation.resume(returning: (name, isBlocked))
            }
        }
        #expect(found.0 == "saldovakt-test\n")
        #expect(found.1 == [true, true, false, false])
    }
}
