import Alerts
import Console
import Finance
import Foundation
import Threads
import Watch

/// Tells the story on the terminal: what the bank does, what the watcher says of it.
final class DemoConsole: WatchConsole {
    /// One element per poll; ends with the demo.
    let polls: AsyncStream<Void>
    private let output = BufferedConsoleWriter(STDOUT_FILENO)
    private let polled: AsyncStream<Void>.Continuation
    private let toldTroubles = Lock<Set<String>>([])

    /// Starts with nothing told.
    init() {
        (polls, polled) = AsyncStream.makeStream()
    }

    func show(_ event: WatchEvent) {
        switch event {
        case .polled(let report):
            if case .failed(let failure) = report.outcome { once("bank: \(failure.problem)") }
            polled.yield(())
        case .deliveryFailed(let channel, _, let problem, _):
            once("\(channel): \(problem.problem)")
        case .storeFailed(let error):
            once(CommandFailure(error).text)
        case .started, .cycled, .noticed, .delivered, .rulesLoaded, .rulesRejected, .rulesDoubtful,
            .clockStepped, .waiting, .stopped:
            break
        }
    }

    func tell(_ line: String) -> Bool {
        output.write("▶ \(line)", isNotice: true)
    }

    func warn(_ line: String) {
        once(line)
    }

    func point(to notice: AlertNotification) {
        note("shown: \(notice.data.title)")
    }

    func close() {
        polled.finish()
        output.finish()
    }

    /// Tells something of the stage.
    func note(_ text: String) {
        output.write("  \(text)")
    }

    /// Tells trouble that would repeat with every poll once only.
    private func once(_ text: String) {
        guard toldTroubles.withLock({ $0.insert(text).inserted }) else { return }
        note("(\(text))")
    }
}
