import Console
import Finance
import Foundation
import Programs
import Store

/// Starts a command for each wake-up and gives it so much time.
///
/// `timeout` of coreutils puts the command into a process group of its own and asks all of it to end
/// when the time is over, also when this program has ended meanwhile.
struct ChangeHook: Sendable {
    /// What the shell runs; the changed kinds are its arguments.
    let command: String
    let limit: Duration
    let environment: [String: String]

    /// The status of a command that was asked to end; `timeout(1)`.
    static let overrun: Int32 = 124

    /// The name under which the store remembers the command.
    func registration(of reader: ReaderName?) -> String {
        StableHash("hook", command, reader?.text ?? "").hex
    }

    func run(_ wakeUps: FinanceStore.BackgroundDelivery) async throws {
        for try await kinds in wakeUps { notify(await start(kinds)) }
    }

    /// Runs the command once and waits for its end; its status, or `nil` if it did not start.
    func start(_ kinds: [BackgroundDataType]) async -> Int32? {
        var order = ProcessSpec(
            command: [
                // What does not end by itself is ended, or it would hold up all later changes.
                "/usr/bin/timeout", "--kill-after=5", Self.seconds(limit), "/bin/sh", "-c",
                command + " \"$@\"", "saldovakt",
            ] + kinds.map(\.rawValue), environment: environment)
        order.isAttached = true
        // `timeout` asks first and ends it long before; it does not count what the machine sleeps.
        order.limit = limit + .seconds(86_400)
        switch await ChildProcess.run(order).ending {
        case .exited(let status): return status
        // The way a shell writes the number of a signal.
        case .signalled(let number): return number + 128
        case .timedOut, .tooLong, .cancelled: return Self.overrun
        case .notStarted: return nil
        }
    }

    private func notify(_ status: Int32?) {
        let problem: String? =
            switch status {
            case 0: nil
            case nil: "can't be started: install coreutils"
            case Self.overrun, 137: "took longer than --limit allows and was ended"
            case let status?: "ended with \(status)"
            }
        if let problem { Terminal.complain("saldovakt: warning: [hook] the command \(problem)") }
    }

    /// A length of time as `timeout` reads it.
    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = String(attoseconds / 1_000_000_000_000_000)
        let zeros = String(repeating: "0", count: 3 - milliseconds.count)
        return "\(seconds).\(zeros)\(milliseconds)"
    }
}
