public import Alerts
import Foundation
import Glibc

/// Gives each notice to a program of the person's own, as one line of JSON on standard input.
///
/// - Exit code 0: delivered. 75 (`EX_TEMPFAIL` of sysexits.h): tried again later. Any other code:
///   the program refuses this notice for good.
/// - A program that takes too long is killed with everything it has started, and tried again; so is
///   one that was ended by a signal or could not be started.
/// - No shell is involved and no word of a notice becomes an argument.
///
/// ```swift
/// let channel = CommandChannel(name: "own", command: ["/usr/local/bin/on-notice"])
/// ```
public struct CommandChannel: Channel {
    /// The name that rules use.
    public let name: String
    private let command: [String]
    private let environment: [String: String]
    private let limit: Duration

    /// How long a program may run unless the settings say otherwise.
    public static let standardLimit = Duration.seconds(30)

    /// Makes the channel; nothing is started yet.
    ///
    /// - Parameters:
    ///   - command: the program's absolute path and its arguments.
    ///   - environment: its whole environment; see ``minimalEnvironment(of:)``.
    ///   - limit: how long it may run.
    public init(
        name: String, command: [String], environment: [String: String] = [:],
        limit: Duration = CommandChannel.standardLimit
    ) {
        self.name = name
        self.command = command
        self.environment = environment
        self.limit = limit
    }

    /// What of an environment a program needs to find other programs, its home and its language.
    ///
    /// The rest may hold secrets that settings refer to.
    public static func minimalEnvironment(of environment: [String: String]) -> [String: String] {
        var kept = environment.filter { passedOn.contains($0.key) }
        if kept["PATH"]?.isEmpty ?? true { kept["PATH"] = "/usr/local/bin:/usr/bin:/bin" }
        return kept
    }

    private static let passedOn: Set<String> = [
        "HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "TZ", "USER", "XDG_RUNTIME_DIR",
    ]

    /// Runs the program once.
    public func deliver(_ notice: Notice) async -> DeliveryOutcome {
        let input = Array(NoticeCoding.encode(notice)) + [0x0A]
        guard
            let child = ChildProcess(
                command: command, environment: environment, input: input, limit: limit)
        else { return outcome(ChildReport(ending: .notStarted(EMFILE), complaint: "")) }
        return outcome(await child.run())
    }

    private func outcome(_ report: ChildReport) -> DeliveryOutcome {
        switch report.ending {
        case .exited(0): .delivered
        case .exited(75):
            .retry(
                problem(.server, "the program asked to be tried later", report, fix: "wait"),
                after: nil)
        case .exited(let code):
            .refused(
                problem(
                    .client, "the program ended with \(code)", report,
                    fix: "run it by hand with a notice on its input; 0 means delivered, 75 later"))
        case .signalled(let signal):
            .retry(
                problem(
                    .server, "the program was ended by signal \(signal)", report,
                    fix: "see why it crashes; it is tried again"),
                after: nil)
        case .timedOut:
            .retry(
                problem(
                    .timedOut, "the program took too long and was ended", report,
                    fix: "make it quicker, or set a longer \"timeout\""),
                after: nil)
        case .cancelled:
            .retry(
                problem(
                    .cancelled, "the program was ended with saldovakt", report,
                    fix: "it is tried at the next start"),
                after: nil)
        case .notStarted(let number):
            .retry(
                problem(
                    .other, "the program can't be started: \(Self.words(number))", report,
                    fix: "check its path and that it can be executed; it is tried again"),
                after: nil)
        }
    }

    private func problem(
        _ reason: DeliveryProblem.Reason, _ text: String, _ report: ChildReport, fix: String
    ) -> DeliveryProblem {
        let said = DisplayText.line(report.complaint, limit: 120)
        return DeliveryProblem(
            reason: reason,
            problem: "channel '\(name)': \(text)" + (said.isEmpty ? "" : " and said: \(said)"),
            fix: fix)
    }

    private static func words(_ number: Int32) -> String {
        switch number {
        case ENOENT: "there is no such file"
        case EACCES: "it must not be executed"
        case ENOEXEC: "it is no program; a script needs #! in its first line"
        default: "system error \(number)"
        }
    }
}
