import Dispatch
import Threads

/// A connection that is made when first needed and again after it was lost; its work runs on a thread of
/// its own, because libpq's calls wait for the network.
actor PostgresConnection {
    private let executor = ThreadExecutor()
    private let target: String
    private let probe: FaultProbe?
    private var session: PostgresSession?

    init(_ target: String, probe: FaultProbe?) {
        self.target = target
        self.probe = probe
    }

    deinit { executor.stop() }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Runs `body`, which is repeated up to twice where that can do no harm.
    func perform<Result: Sendable>(
        _ body: @Sendable (PostgresSession) throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        var attempt = 1
        while true {
            do throws(PostgresError) {
                let current = try connected()
                current.pass(.connectionTaken)
                return try body(current)
            } catch {
                rollBack(after: error)
                guard error.isPassing, attempt < 3 else { throw error }
                attempt += 1
            }
        }
    }

    private func connected() throws(PostgresError) -> PostgresSession {
        if let session { return session }
        let made = try PostgresSession(target, probe: probe)
        session = made
        return made
    }

    /// A connection whose state is not known is given up; the server rolls back what it had begun.
    private func rollBack(after error: PostgresError) {
        guard error.kind == .conflict || error.kind == .unreadable else {
            session = nil
            return
        }
        do throws(PostgresError) { try session?.command("ROLLBACK") } catch { session = nil }
    }
}

/// Some connections; work goes to the one with the least to do.
final class PostgresPool: Sendable {
    private let connections: [PostgresConnection]
    private let loads: Lock<[Int]>

    init(_ target: String, connections count: Int, probe: FaultProbe?) {
        connections = (0..<max(1, count)).map { _ in PostgresConnection(target, probe: probe) }
        loads = Lock(Array(repeating: 0, count: max(1, count)))
    }

    func perform<Result: Sendable>(
        _ body: @Sendable (PostgresSession) throws(PostgresError) -> Result
    ) async throws(PostgresError) -> Result {
        let place = loads.withLock { loads in
            let place = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[place] += 1
            return place
        }
        defer { loads.withLock { $0[place] -= 1 } }
        return try await connections[place].perform(body)
    }
}

/// Runs an actor's jobs one after the other on one thread, which starts with the first of them.
private final class ThreadExecutor: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStarted = false
        var isStopped = false
    }

    private let state = Lock(State())
    private let count = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { state in
            state.jobs.append(job)
            if !state.isStarted { state.isStarted = start() }
        }
        count.signal()
    }

    /// Lets the thread end after what was enqueued.
    func stop() {
        state.withLock { $0.isStopped = true }
        count.signal()
    }

    private func start() -> Bool {
        WorkerThread.start(named: "postgres") { [self] in
            while true {
                count.wait()
                let (job, isStopped) = state.withLock { state in
                    (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isStopped)
                }
                if let job {
                    job.runSynchronously(on: asUnownedSerialExecutor())
                } else if isStopped {
                    return
                }
            }
        }
    }
}
