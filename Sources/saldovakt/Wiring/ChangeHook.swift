import Finance
import Foundation
import Store

/// Starts a command for each wake-up, gives it so much time and then asks it to end.
struct ChangeHook: Sendable {
    /// What the shell runs; the changed kinds are its arguments.
    let command: String
    /// How long it may take.
    let limit: Duration

    /// Runs until the wake-ups end.
    func run(_ wakeUps: FinanceStore.BackgroundDelivery) async throws {
        for try await kinds in wakeUps { await start(kinds.map(\.rawValue)) }
    }

    /// Runs the command once and waits for its end.
    private func start(_ kinds: [String]) async {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command + " \"$@\"", "saldovakt"] + kinds
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ended.finish() }
        do {
            try process.run()
        } catch {
            Terminal.complain("saldovakt: error: [hook] can't start the command")
            return
        }
        let child = process.processIdentifier
        let deadline = Task { [limit] in
            do { try await Task.sleep(for: limit) } catch { return }
            kill(child, SIGTERM)
            // What does not end by itself is ended, or it would hold up all later changes.
            do { try await Task.sleep(for: .seconds(5)) } catch { return }
            kill(child, SIGKILL)
        }
        for await _ in ends {}
        deadline.cancel()
        if process.terminationStatus != 0 {
            Terminal.complain(
                "saldovakt: warning: [hook] the command ended with \(process.terminationStatus)")
        }
    }
}
