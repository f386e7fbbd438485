import Finance
import Foundation
import Programs
import TestSupport
import Testing

@testable import Banks

@Suite("A bank that a program brings", .io)
struct CommandSourceTests {
    private static let account = #"""
        {"id":"a1","name":"Brukskonto","kind":"asset","currency":"NOK","booked":"500.00","available":"400.00"}
        """#
    private static let row = #"""
        {"account":"a1","amount":"-100.00","status":"booked","date":"2026-03-02","posted":"2026-03-03","text":"KIOSK"}
        """#
    private static let now = "2026-03-06T09:00:00Z"

    private static func line(
        _ outcome: String = #""outcome":"complete""#, at instant: String = now,
        source: String = "mine", accounts: String = account, rows: String = row
    ) -> String {
        #"{"observedAt":"\#(instant)","source":"\#(source)",\#(outcome),"accounts":[\#(accounts)],"#
            + #""transactions":[\#(rows)]}"#
    }

    private func source(
        _ script: String, secrets: [String] = [], limit: Duration = .seconds(30)
    ) -> CommandSource {
        CommandSource(
            id: "mine",
            spec: ProcessSpec(
                command: ["/bin/bash", "-c", script], environment: ["PATH": "/usr/bin:/bin"],
                limit: limit),
            secrets: secrets.map { Secret($0) }, clock: ManualClock(Self.now))
    }

    private func failure(_ snapshot: Snapshot) -> SourceFailure? {
        if case .failed(let failure) = snapshot.outcome { failure } else { nil }
    }

    @Test("does what every bank does")
    func conformance() async throws {
        try await BankSourceConformance { CommandSourceSituation.source($0) }.run()
    }

    @Test("reads from standard input what is wanted")
    func request() async throws {
        let request = FetchRequest(
            knownThrough: ["a1": try #require(CalendarDay(isoText: "2026-03-05"))],
            includesScheduled: true)
        let line = CommandRequest(request, source: "mine").line
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"{"scheduled":true,"since":{"a1":"2026-02-19"},"source":"mine","version":1}"#
                + "\n")
        let echo = source("read -r line; echo \"$line\" >&2; exit 1")
        let found = failure(await echo.fetch(request))
        let problem = found?.problem
        let least = #"{"scheduled":false,"since":{},"source":"mine","version":1}"#
        #expect(found?.fix.contains(least) == true)
        #expect(
            problem?.hasPrefix("the program ended with 1 and said: {\"scheduled\":true") == true)
    }

    @Test("its answer is of now, and names no days that its line does not")
    func coverage() async {
        let older = Self.line(at: "2026-03-06T08:30:00Z")
        let snapshot = await source("echo '\(older)'").fetch(FetchRequest())
        #expect(snapshot.outcome == .complete)
        #expect(snapshot.observedAt == Make.instant(Self.now))
        #expect(snapshot.accounts.map(\.coveredFrom) == [nil])
    }

    @Test(
        "an exit code says what kind of trouble there is",
        arguments: [
            ("exit 77", SourceFailure.Kind.refused, "refused it (77)"),
            ("exit 3", .server, "ended with 3"), ("kill -SEGV $$", .server, "signal 11"),
            ("exit 0", .malformed, "wrote nothing"),
            ("echo a; echo b", .malformed, "2 lines instead of one"),
            ("echo '{\"observedAt\":7}'", .malformed, "[wrong-type] in column"),
            ("echo '\(line(source: "yours"))'", .malformed, "another source"),
            ("echo '\(line(accounts: account + "," + account))'", .malformed, "[account-twice]"),
            ("echo '\(line(at: "2026-03-06T07:59:59Z"))'", .malformed, "more than an hour"),
            (
                #"echo '{"observedAt":"\#(now)","source":"mine","outcome":"failed","error":"timedOut"}'"#,
                .timedOut, "did not answer in time"
            ),
        ])
    func failure(script: String, kind: SourceFailure.Kind, words: String) async {
        let snapshot = await source(script).fetch(FetchRequest())
        #expect(failure(snapshot)?.kind == kind)
        #expect(failure(snapshot)?.problem.contains(words) == true)
        #expect(failure(snapshot)?.fix.isEmpty == false)
        #expect(snapshot.accounts.isEmpty && snapshot.transactions.isEmpty)
    }

    @Test("75 means that the bank asked to come later")
    func later() async {
        let snapshot = await source("exit 75").fetch(FetchRequest())
        #expect(snapshot.outcome == .throttled(retryAfter: nil))
        let why = await source("echo first >&2; echo 'at 14:00' >&2; echo >&2; exit 75").fetch(
            FetchRequest())
        #expect(
            why.shortfalls.map(\.problem) == [
                "the program says to come later (75) and said: at 14:00"
            ])
    }

    @Test("a program that takes too long or can't be started is a failed poll")
    func limits() async {
        let slow = await source("sleep 1000", limit: .milliseconds(200)).fetch(FetchRequest())
        #expect(failure(slow)?.kind == .timedOut)
        let missing = CommandSource(
            id: "mine", spec: ProcessSpec(command: ["/no/such/program"]), secrets: [],
            clock: ManualClock(Self.now))
        let nothing = await missing.fetch(FetchRequest())
        #expect(failure(nothing)?.problem.contains("there is no such file") == true)
    }

    @Test("a program that never stops writing is ended")
    func flood() async {
        let spec = ProcessSpec(
            command: ["/usr/bin/yes"], longestOutput: 100_000, limit: .seconds(60))
        let report = await ChildProcess.run(spec)
        #expect(report.ending == .tooLong && report.output.count == 100_000)
        var flooding = source("yes")
        flooding.limits.bytes = 100_000
        let snapshot = await flooding.fetch(FetchRequest())
        #expect(failure(snapshot)?.problem == "the program wrote too much and was ended")
    }

    @Test("a program may not take longer than a poll, whatever its own time limit (D84)")
    func deadline() async throws {
        var hanging = source("sleep 1000", limit: .seconds(600))
        hanging.limits.duration = .milliseconds(200)
        let known = ["a1": try #require(CalendarDay(isoText: "2026-03-05"))]
        let snapshot = await hanging.fetch(FetchRequest(knownThrough: known))
        #expect(failure(snapshot)?.kind == .timedOut)
    }

    @Test("an answer with more rows than a poll takes in has only its figures believed (D84)")
    func oversized() async {
        var source = source("echo '\(Self.line(rows: Self.row + "," + Self.row))'")
        source.limits.rows = 1
        let snapshot = await source.fetch(FetchRequest())
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.map(\.isTransactionListComplete) == [false])
        #expect(snapshot.transactions.isEmpty)
        #expect(snapshot.shortfalls.map(\.problem).joined().contains("too many rows"))
    }

    @Test("rows of accounts that the answer does not list leave it partial, and are counted")
    func strangers() async {
        let foreign = Self.row.replacing("a1", with: "a2")
        let rows = [Self.row, foreign, foreign].joined(separator: ",")
        let snapshot = await source("echo '\(Self.line(rows: rows))'").fetch(FetchRequest())
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.transactions.map(\.bankAccountID) == ["a1"])
        #expect(snapshot.accounts.map(\.isTransactionListComplete) == [true])
        #expect(snapshot.shortfalls.map(\.problem).joined().hasPrefix("2 rows of the program's"))
    }

    @Test("a long answer arrives whole")
    func long() async throws {
        let rows = Array(repeating: Self.row, count: 5_000).joined(separator: ",")
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("answer-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(Self.line(rows: rows).utf8).write(to: URL(filePath: path))
        let snapshot = await source("cat '\(path)'").fetch(FetchRequest())
        #expect(snapshot.transactions.count == 5_000)
    }

    @Test("no part of a secret is shown, however long the line of the complaint")
    func longComplaint() async throws {
        let secret = String(repeating: "k", count: 3_000)
        let program = source(
            "key=$(head -c 3000 /dev/zero | tr '\\0' k); echo \"refused: $key $key\" >&2; exit 1",
            secrets: [secret])
        let problem = try #require(failure(await program.fetch(FetchRequest()))?.problem)
        #expect(problem == "the program ended with 1 and said: refused: … …")
    }

    @Test("what it complains about is shown without secrets, long numbers and control characters")
    func complaint() {
        let complaint = Complaint(hiding: [Secret("s3cr3t"), Secret("s3cr3t-long"), Secret("")])
        #expect(complaint.text("key s3cr3t-long refused, s3cr3t too") == "key … refused, … too")
        #expect(
            complaint.text("customer 01017012345, 9710 05 12345") == "customer …, 9710 05 12345")
        #expect(complaint.text("a\u{1B}[31m\u{202E}b\r") == "a[31mb")
        #expect(complaint.text(String(repeating: "x", count: 500)).count == 120)
    }

    @Test("a secret of its environment is in no text of its answer")
    func secretInAnswer() async {
        let row = Self.row.replacing("KIOSK", with: "KIOSK s3cr3t-long")
        let account = Self.account.replacing("Brukskonto", with: "s3cr3t-long konto")
        let line = Self.line(accounts: account, rows: row)
        let snapshot = await source("echo '\(line)'", secrets: ["s3cr3t-long"])
            .fetch(FetchRequest())
        #expect(snapshot.transactions.map(\.text) == ["KIOSK …"])
        #expect(snapshot.accounts.map(\.details.displayName) == ["… konto"])
    }
}
