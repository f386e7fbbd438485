public import Alerts
public import Programs

/// Gives each notification to a program of the person's own, as one line of JSON on standard input.
///
/// - Exit code 0: delivered. 75 (`EX_TEMPFAIL` of sysexits.h): tried again later. Any other code:
///   the program refuses this notification for good.
/// - A program that takes too long is killed with everything it has started, and tried again; so is
///   one that was ended by a signal or could not be started.
/// - No shell is involved and no word of a notification becomes an argument.
///
/// ```swift
/// let channel = CommandChannel(
///     name: "own", program: ProcessSpec(command: ["/usr/local/bin/on-notification"]))
/// ```
public struct CommandChannel: Channel {
    public let name: String
    private let program: ProcessSpec

    public init(name: String, program: ProcessSpec) {
        self.name = name
        self.program = program
    }

    public func deliver(_ notification: AlertNotification) async -> DeliveryOutcome {
        var order = program
        order.input = NotificationCoding.bytes(notification) + [0x0A]
        return outcome(await ChildProcess.run(order))
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
                    fix:
                        "run it by hand with a notification on its input; 0 means delivered, 75 later"
                ))
        case .signalled(let signal):
            .retry(
                problem(
                    .server, "the program was ended by signal \(signal)", report,
                    fix: "see why it crashes; it is tried again"),
                after: nil)
        case .timedOut, .tooLong:
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
                    .other, "the program can't be started: \(ChildReport.words(number))", report,
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
            problem: text + (said.isEmpty ? "" : " and said: \(said)"),
            fix: fix)
    }
}
