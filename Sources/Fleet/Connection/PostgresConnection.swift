import Threads

/// A pool of connections, each on a thread of its own because libpq's calls block.
final class PostgresPool: Sendable {
    private let queue = WaitingQueue<@Sendable (inout PostgresConnection) -> Void>()
    private let threads: Int

    init(_ target: String, connections count: Int, probe: FaultProbe?) {
        threads = (0..<max(1, count)).count { [queue] _ in
            WorkerThread.start(named: "postgres") {
                var connection = PostgresConnection(target: target, probe: probe)
                while let job = queue.next() { job(&connection) }
            }
        }
    }

    deinit { for _ in 0..<threads { queue.end() } }

    func perform<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        guard threads > 0 else { throw FleetError(.unreachable, "no thread for a connection") }
        return try await withCheckedThrowingContinuation { continuation in
            queue.add { connection in
                continuation.resume(with: Swift.Result { try connection.perform(body) })
            }
        }
    }
}

/// A connection that is made when first needed, and again after it was lost.
struct PostgresConnection {
    let target: String
    let probe: FaultProbe?
    var session: PostgresSession?

    /// Runs `body`, and repeats it up to twice where that does no harm.
    mutating func perform<Result>(_ body: (PostgresSession) throws -> Result) throws -> Result {
        var attempts = 0
        while true {
            do {
                let current = try session ?? PostgresSession(target, probe: probe)
                session = current
                current.pass(.connectionTaken)
                return try body(current)
            } catch {
                // Its state is unknown; the end of the connection rolls back.
                session = nil
                attempts += 1
                guard attempts < 3, (error as? FleetError)?.kind == .lost else { throw error }
            }
        }
    }
}
