import Dispatch
import Threads

/// Some connections; work goes to the next that is free.
///
/// Each has a thread, because libpq's calls wait for the network. It starts when there is work that no
/// other is free for, and ends with the pool.
final class PostgresPool: Sendable {
    private let queue: JobQueue

    init(_ target: String, connections count: Int, probe: FaultProbe?) {
        queue = JobQueue(limit: max(1, count)) { PostgresConnection(target: target, probe: probe) }
    }

    deinit { queue.close() }

    func perform<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.add { connection in
                continuation.resume(with: Swift.Result { try connection.perform(body) })
            }
        }
    }
}

/// Work that waits for a thread with a connection.
private final class JobQueue: Sendable {
    typealias Job = @Sendable (inout PostgresConnection) -> Void

    private struct State {
        var jobs: [Job] = []
        var threads = 0
        /// How many threads wait for a job.
        var idle = 0
    }

    private let limit: Int
    private let connection: @Sendable () -> PostgresConnection
    private let state = Lock(State())
    private let count = DispatchSemaphore(value: 0)

    init(limit: Int, connection: @escaping @Sendable () -> PostgresConnection) {
        self.limit = limit
        self.connection = connection
    }

    func add(_ job: @escaping Job) {
        state.withLock { state in
            state.jobs.append(job)
            guard state.idle < state.jobs.count, state.threads < limit, startThread() else {
                return
            }
            state.threads += 1
            state.idle += 1
        }
        count.signal()
    }

    /// Lets the threads end after what was added.
    func close() {
        for _ in 0..<state.withLock(\.threads) { count.signal() }
    }

    private func startThread() -> Bool {
        WorkerThread.start(named: "postgres") { [self] in
            var connection = connection()
            while let job = next() {
                job(&connection)
                state.withLock { $0.idle += 1 }
            }
        }
    }

    /// Waits for a job; `nil` at the end.
    private func next() -> Job? {
        count.wait()
        return state.withLock { state in
            state.idle -= 1
            return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
        }
    }
}

/// A connection that is made when first needed and again after it was lost.
struct PostgresConnection {
    let target: String
    let probe: FaultProbe?
    var session: PostgresSession?

    /// Runs `body`, which is repeated up to twice where that can do no harm.
    mutating func perform<Result>(_ body: (PostgresSession) throws -> Result) throws -> Result {
        var attempt = 1
        while true {
            do {
                let current = try session ?? PostgresSession(target, probe: probe)
                session = current
                current.pass(.connectionTaken)
                return try body(current)
            } catch {
                rollBack(after: error)
                guard attempt < 3, let error = error as? FleetError,
                    error.kind == .lost || error.kind == .conflict
                else { throw error }
                attempt += 1
            }
        }
    }

    /// A connection whose state is not known is given up; the server rolls back what it had begun.
    private mutating func rollBack(after error: any Error) {
        let kind = (error as? FleetError)?.kind
        guard kind == .conflict || kind == .unreadable else {
            session = nil
            return
        }
        do { try session?.command("ROLLBACK") } catch { session = nil }
    }
}
