public import Alerts
public import Programs

/// Sends each notification to a program of the person's own, as one line of JSON on standard input.
///
/// - Exit code 0: delivered. 75 (`EX_TEMPFAIL` of sysexits.h): retried later. Any other code: the
///   program refuses this notification for good.
/// - A program that takes too long is killed with every process it has started, and retried; so is
///   one that was ended by a signal or could not be started.
/// - No shell is involved and no word of a notification becomes an argument.
public struct CommandChannel: Channel {
    public let name: String
    private let program: ProcessSpec

    public init(name: String, program: ProcessSpec) {
        self.name = name
        self.program = program
    }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        var spec = program
        spec.input = NotificationCoding.bytes(notification) + [0x0A]
        return outcome(await ChildProcess.run(spec))
    }

    private func outcome(_ report: ChildReport) -> DeliveryOutcome {
        let said = DisplayText.line(report.complaint, limit: 120)
        let end = said.isEmpty ? "" : " and said: \(said)"
        return switch report.ending {
        case .exited(0): .delivered
        case .exited(75): .retry(.server, "the program asked to be tried later\(end)", fix: "wait")
        case .exited(let code):
            .refused(
                DeliveryProblem(
                    reason: .client, problem: "the program ended with \(code)\(end)",
                    fix: "run it by hand with a notification on its input; "
                        + "0 means delivered, 75 later"))
        case .signalled(let signal):
            .retry(
                .server, "the program was ended by signal \(signal)\(end)",
                fix: "see why it crashes")
        case .timedOut, .tooLong:
            .retry(
                .timedOut, "the program took too long and was ended\(end)",
                fix: "make it quicker, or set a longer \"timeout\"")
        case .cancelled:
            .retry(
                .cancelled, "the program was ended with saldovakt\(end)",
                fix: "it is tried at the next start")
        case .notStarted(let number):
            .retry(
                .other, "the program can't be started: \(ChildReport.words(number))\(end)",
                fix: "check its path and that it can be executed")
        }
    }
}
