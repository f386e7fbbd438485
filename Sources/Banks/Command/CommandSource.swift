public import Finance
import Foundation
public import Programs
import Recording

/// A bank that is reached through a program of the person's own.
///
/// At every poll the program is started again. It reads one line of JSON with the request (see
/// ``CommandRequest``) and writes one snapshot line, the form of recordings. Any bank with any
/// interface can be watched that way, in any language, without Swift.
///
/// - Exit code 0 and a line: the line is the answer.
/// - 75 (`EX_TEMPFAIL` of sysexits.h): the bank asked to come later.
/// - 77 (`EX_NOPERM`): the bank refused the credentials.
/// - Any other code, a timeout, a crash or other output: a failed poll with its reason.
///
/// An answer that lists an account twice is refused. An answer is partial, without the surplus
/// rows, if it has rows of accounts that it does not list or more rows than a poll's budget
/// (``PollBudget``).
public struct CommandSource: BankSource {
    public let id: String
    private let spec: ProcessSpec
    private let answers: CommandAnswer
    private let clock: any WallClock

    var limits = PollBudget.Limits()

    /// Makes the source; `secrets` are removed from the program's complaints.
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

/// The request to a program, as one line of JSON on its standard input.
///
/// ```json
/// {"version":1,"source":"mine","since":{"a1":"2026-02-20"},"scheduled":false}
/// ```
///
/// - `source`: what the answer's `source` must be.
/// - `since`: the first requested day of each known account: fourteen days before the newest day up
///   to which everything is known. Of other accounts, everything that is available.
/// - `scheduled`: whether payments, standing orders and e-invoices are requested.
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
