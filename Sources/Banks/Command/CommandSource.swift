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
    private let secrets: [Secret]
    private let complaints: Complaint
    private let clock: any WallClock

    var limits = PollBudget.Limits()

    /// Makes the source; `secrets` are hidden in what the program writes.
    public init(id: String, spec: ProcessSpec, secrets: [Secret], clock: any WallClock) {
        self.id = id
        self.spec = spec
        self.secrets = secrets
        self.clock = clock
        complaints = Complaint(hiding: secrets)
    }

    public func fetch(_ request: FetchRequest) async -> Snapshot {
        let budget = PollBudget(limits, clock: clock, request)
        var spec = spec
        spec.input = CommandRequest(request, source: id).line
        spec.longestOutput = limits.bytes
        spec.limit = min(spec.limit, budget.remaining)
        let report = await ChildProcess.run(spec)
        return await snapshot(report, request, budget, at: clock.now).hiding(hidden)
    }

    /// The secrets that no text may show; numbers are those of accounts, which names may contain.
    private var hidden: [Secret] {
        secrets.filter { !$0.reveal().utf8.allSatisfy { (48...57).contains($0) } }
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

extension CommandSource {
    /// How old an answer may be: yesterday's file, read again today, is no present answer.
    private static let longestAge: TimeInterval = 3_600

    /// Makes a snapshot from how the program ended and from its output.
    private func snapshot(
        _ report: ChildReport, _ request: FetchRequest, _ budget: PollBudget, at now: Date
    ) async -> Snapshot {
        if report.ending == .exited(75) {
            let said = complaints.text(report.complaint)
            return Snapshot(
                source: id, observedAt: now, outcome: .throttled(retryAfter: nil), accounts: [],
                transactions: [], shortfalls: said.isEmpty ? [] : [CommandProblems.later(said)])
        }
        do throws(SourceFailure) {
            var snapshot = try live(read(report), request, at: now)
            snapshot = withoutStrangers(snapshot)
            return await within(budget, snapshot)
        } catch { return Snapshot(source: id, observedAt: now, failure: error) }
    }

    private func read(_ report: ChildReport) throws(SourceFailure) -> Snapshot {
        guard report.ending == .exited(0) else {
            throw CommandProblems.ended(report.ending, complaints.text(report.complaint), of: id)
        }
        let lines = report.output.split(separator: 0x0A)
        guard lines.count == 1, let line = lines.first else {
            throw CommandProblems.notOneLine(lines.count)
        }
        do { return try SnapshotLineReader().snapshot(Array(line), number: 1) } catch {
            throw CommandProblems.unreadable(error)
        }
    }

    private func live(
        _ recorded: Snapshot, _ request: FetchRequest, at now: Date
    ) throws(SourceFailure) -> Snapshot {
        guard recorded.source == id else { throw CommandProblems.otherSource(id) }
        if case .failed(let failure) = recorded.outcome {
            throw CommandProblems.reported(failure.kind)
        }
        guard now.timeIntervalSince(recorded.observedAt) <= Self.longestAge else {
            throw CommandProblems.tooOld
        }
        return Snapshot(
            source: id, observedAt: now, outcome: recorded.outcome,
            accounts: recorded.accounts, transactions: recorded.transactions,
            scheduled: request.includesScheduled ? recorded.scheduled : nil,
            shortfalls: recorded.outcome == .partial ? [CommandProblems.partial] : [])
    }

    /// The answer without rows of accounts that it does not list.
    ///
    /// An answer with such rows does not list every account, so it is partial. The listed accounts
    /// are as complete as it says.
    private func withoutStrangers(_ snapshot: Snapshot) -> Snapshot {
        let listed = Set(snapshot.accounts.map(\.details.bankAccountID))
        let rows = snapshot.transactions.filter { listed.contains($0.bankAccountID) }
        let scheduled = snapshot.scheduled?.filter { listed.contains($0.bankAccountID) }
        let count =
            snapshot.transactions.count - rows.count + (snapshot.scheduled?.count ?? 0)
            - (scheduled?.count ?? 0)
        guard count > 0 else { return snapshot }
        return Snapshot(
            source: id, observedAt: snapshot.observedAt, outcome: .partial,
            accounts: snapshot.accounts, transactions: rows, scheduled: scheduled,
            shortfalls: snapshot.shortfalls + [CommandProblems.strangers(count)])
    }

    /// The answer, or only the accounts' figures if it has more rows than a poll's budget.
    private func within(_ budget: PollBudget, _ snapshot: Snapshot) async -> Snapshot {
        await budget.note(rows: snapshot.transactions.count + (snapshot.scheduled?.count ?? 0))
        guard let excess = await budget.excess else { return snapshot }
        let accounts = snapshot.accounts.map { account in
            var account = account
            account.isTransactionListComplete = false
            return account
        }
        return Snapshot(
            source: id, observedAt: snapshot.observedAt, outcome: .partial,
            accounts: accounts, transactions: [], shortfalls: snapshot.shortfalls + [excess])
    }
}

/// A program's standard error, made safe to show and to log.
struct Complaint: Sendable {
    private let secrets: [String]

    private static let longest = 120

    init(hiding secrets: [Secret]) {
        self.secrets = secrets.map { $0.reveal() }.filter { !$0.isEmpty }
            .sorted { $0.utf8.count > $1.utf8.count }
    }

    /// The text as one line without secrets, long numbers and control characters.
    func text(_ line: String) -> String {
        var text = line
        for secret in secrets { text = text.replacing(secret, with: "…") }
        // Norwegian identity numbers and account numbers have eleven digits.
        text = text.replacing(/[0-9]{11,}/, with: "…")
        let shown = String(String.UnicodeScalarView(text.unicodeScalars.filter(Self.isShown)))
        let cut = shown.prefix(Self.longest)
        return cut.count < shown.count ? cut.dropLast() + "…" : shown
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
