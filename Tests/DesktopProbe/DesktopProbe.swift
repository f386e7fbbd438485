import Alerts
import Channels
import Foundation
import Rules

/// Drives a real `DesktopChannel` from standard input, so that tests can give it a desktop of its
/// own: libnotify finds its bus through the environment, of which a process has only one.
///
/// Lines in, fields separated by tabs:
/// - `show ID RULE ACCOUNT URGENCY TITLE BODY`
/// - `inspect`
/// - `shutdown MILLISECONDS`
///
/// Lines out: `outcome ID WHAT REASON MILLISECONDS PROBLEM`, `server NAME CAPABILITIES`,
/// `action ID TOKEN`, `ready`, `stopped MILLISECONDS`. `--deadline MS` and `--start-interval MS`
/// set the options of that name.
@main
struct DesktopProbe {
    static func main() async {
        let driver = ProbeDriver(arguments: CommandLine.arguments)
        await driver.run()
    }
}

/// Reads commands until the input ends.
struct ProbeDriver: Sendable {
    private let channel: DesktopChannel

    /// Makes the channel with the options of the command line.
    init(arguments: [String]) {
        var options = DesktopOptions()
        for (name, value) in zip(arguments, arguments.dropFirst()) {
            guard let number = Int(value) else { continue }
            if name == "--deadline" { options.deadline = .milliseconds(number) }
            if name == "--start-interval" { options.startInterval = .milliseconds(number) }
            if name == "--live" { options.liveLimit = number }
        }
        channel = DesktopChannel(options: options)
    }

    /// Obeys until the input ends.
    func run() async {
        let actions = channel.actions
        let readiness = channel.readiness
        Task { for await action in actions { Self.write("action", Self.fields(of: action)) } }
        Task { for await _ in readiness { Self.write("ready", []) } }
        while let line = await nextLine() {
            await obey(
                line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
        }
    }

    /// Reads on a thread that may block.
    private func nextLine() async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: readLine()) }
        }
    }

    private func obey(_ fields: [String]) async {
        switch fields[0] {
        case "show":
            // Not awaited: what matters is what happens while it waits.
            Task { await show(fields) }
        case "inspect":
            await inspect()
        case "shutdown":
            let start = ContinuousClock.now
            await channel.shutdown(within: .milliseconds(Int(fields[1]) ?? 0))
            Self.write("stopped", [Self.milliseconds(since: start)])
        default:
            Self.write("unknown", fields)
        }
    }

    private func show(_ fields: [String]) async {
        let start = ContinuousClock.now
        let outcome = await channel.deliver(Self.notification(fields))
        let (what, problem) = Self.words(outcome)
        Self.write(
            "outcome",
            [
                fields[1], what, problem?.reason.rawValue ?? "", Self.milliseconds(since: start),
                problem.map { "\($0.problem); \($0.fix)" } ?? "",
            ])
    }

    private func inspect() async {
        do {
            let server = try await channel.inspect()
            Self.write(
                "server", [server.name, server.capabilities.sorted().joined(separator: " ")])
        } catch {
            Self.write("server", ["", error.problem])
        }
    }

    private static func notification(_ fields: [String]) -> AlertNotification {
        var data = NotificationData(
            rule: NotificationRule(id: fields[2], sentence: fields[6]), kind: .level,
            reason: .entered,
            urgency: Urgency(rawValue: fields[4]) ?? .normal, title: fields[5], body: fields[6])
        data.account = NotificationAccount(id: fields[3], name: fields[3], number: nil)
        return AlertNotification(type: .fired, id: fields[1], timestamp: Date(), data: data)
    }

    private static func words(_ outcome: DeliveryOutcome) -> (String, DeliveryProblem?) {
        switch outcome {
        case .delivered: ("delivered", nil)
        case .retry(let problem, _): ("retry", problem)
        case .refused(let problem), .partlyRefused(let problem): ("refused", problem)
        case .channelClosed(let problem): ("closed", problem)
        }
    }

    private static func fields(of action: DesktopAction) -> [String] {
        [action.notificationID, action.activationToken ?? ""]
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> String {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return String(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }

    private static func write(_ kind: String, _ fields: [String]) {
        let line = ([kind] + fields).joined(separator: "\t") + "\n"
        FileHandle.standardOutput.write(Data(line.utf8))
    }
}
