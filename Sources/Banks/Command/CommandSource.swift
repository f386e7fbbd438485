public import Finance
import Foundation
public import Programs
import Recording

/// A bank that is reached through a program of the person's own.
///
/// At every poll the program is started again, reads one line of JSON that says what is wanted (see
/// ``CommandRequest``) and writes one snapshot line, the form in which recordings are kept. So any
/// bank with any interface can be watched, in any language, without a line of Swift.
///
/// Exit code 0 and a line: the line is the answer. 75 (`EX_TEMPFAIL` of sysexits.h): the bank asked
/// to come later. 77 (`EX_NOPERM`): the bank refused the credentials. Any other code, a program that
/// takes too long, crashes or writes something else: a failed poll with its reason. An answer with an
/// account that is listed twice is refused. One with rows of accounts that it does not list, or with more
/// rows than a poll takes in (``PollBudget``), is partial without these rows.
public struct CommandSource: BankSource {
    public let id: String
    private let spec: ProcessSpec
    private let answers: CommandAnswer
    private let clock: any WallClock

    var limits = PollBudget.Limits()

    /// Makes the source; the `secrets` are not repeated from the program's complaints.
    public init(id: String, spec: ProcessSpec, secrets: [Secret], clock: any WallClock) {
        self.id = id
        self.spec = spec
        self.clock = clock
        answers = CommandAnswer(source: id, complaints: Complaint(hiding: secrets))
    }

    public func fetch(_ request: FetchRequest) async -> Snapshot {
        let budget = PollBudget(limits, clock: clock, request)
        var spec = spec
        spec.input = CommandRequest(request, source: id).line
        spec.longestOutput = limits.bytes
        spec.limit = min(spec.limit, budget.remaining)
        let report = await ChildProcess.run(spec)
        return await answers.snapshot(report, request, budget, at: clock.now)
    }
}

/// What a program is asked for, as one line of JSON on its standard input.
///
/// ```json
/// {"version":1,"source":"mine","since":{"a1":"2026-02-20"},"scheduled":false}
/// ```
///
/// - `source`: what the answer's `source` must be.
/// - `since`: the first day that is wanted of each account that is known, fourteen days before the
///   newest day of which everything is known. Of other accounts as much as there is.
/// - `scheduled`: whether payments, standing orders and e-invoices are wanted.
struct CommandRequest {
    /// The line with its line break.
    let line: [UInt8]

    init(_ request: FetchRequest, source: String) {
        let since = request.knownThrough.sorted { $0.key < $1.key }.map { id, day in
            (id, JSONOutput.string(day.askedAgainFrom.description))
        }
        let json: JSONOutput = [
            "scheduled": .bool(request.includesScheduled), "since": .object(since),
            "source": .string(source), "version": 1,
        ]
        line = Array((json.text + "\n").utf8)
    }
}
