import Foundation
import TestSupport
import Testing

@Suite("eval and replay of many households", .programs)
struct HouseholdTests {
    private static let rules = """
        { "version": 1, "rules": [
            { "id": "big", "when": "new debit over 500" },
            { "id": "low", "when": "balance under 100 NOK" },
            { "id": "week", "when": "spending this week over 2000" } ] }
        """

    private struct Run {
        let code: Int32
        let lines: [String]
        let errors: String
    }

    private func run(_ arguments: [String], _ input: [String]) async throws -> Run {
        let scratch = try Scratch()
        let rules = try scratch.write(Self.rules, to: "rules.json")
        let process = try ForeignProcess(
            [Project.program.path] + arguments + ["--rules", rules.path],
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path])
        for line in input { process.send(line) }
        process.endInput()
        let code = try await process.exitCode()
        return Run(code: code, lines: process.lines, errors: process.errorText)
    }

    /// Three polls of one account: a baseline, a large debit, a low balance.
    private static let polls = [
        ("2026-03-02T09:00:00Z", "1000.00", ""),
        (
            "2026-03-02T10:00:00Z", "300.00",
            #"{"account":"felles","amount":"-700.00","date":"2026-03-02","text":"KIOSK"}"#
        ),
        ("2026-03-02T11:00:00Z", "50.00", ""),
    ].map { time, balance, row in
        """
        {"observedAt":"\(time)","source":"bank","outcome":"complete","accounts":[{"id":"felles",\
        "name":"Felles","booked":"\(balance)"}],"transactions":[\(row)]}
        """
    }

    private static func lines(of household: String, _ polls: [String] = polls) -> [String] {
        polls.map { #"{"household":"\#(household)","# + $0.dropFirst() }
    }

    /// A notification without what tells households apart.
    private static func plain(_ line: String) throws -> String {
        var object = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        object["household"] = nil
        object["id"] = nil
        let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
        return String(decoding: data, as: UTF8.self)
    }

    private static func ids(_ lines: [String]) throws -> [String] {
        try lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(object?["id"] as? String)
        }
    }

    @Test("each household gets what it would get alone, under identifiers of its own")
    func alone() async throws {
        let single = try await run(["eval"], Self.polls)
        #expect(single.lines.count == 2, "\(single.errors)")
        let many = try await run(
            ["eval", "--by", "household"], ["a", "b", "Ø 7"].flatMap { Self.lines(of: $0) })
        #expect(many.code == 0, "\(many.errors)")
        let plain = try single.lines.map(Self.plain)
        #expect(try many.lines.map(Self.plain) == plain + plain + plain)
        #expect(many.lines.map { $0.hasPrefix(#"{"household":"Ø 7","#) }.count { $0 } == 2)
        // A joint account with the same rule is two alerts; a single household's do not change.
        #expect(try Set(Self.ids(many.lines) + Self.ids(single.lines)).count == 8)
        let named = try await run(["eval"], Self.lines(of: "a"))
        #expect(named.lines == single.lines)
        let counts = try await run(
            ["eval", "--by", "household", "--counts"], ["a", "b"].flatMap { Self.lines(of: $0) })
        #expect(
            counts.lines == [
                #"{"rule":"big","count":2}"#, #"{"rule":"low","count":2}"#,
                #"{"rule":"week","count":0}"#,
            ])
    }

    @Test("replay names the household of each notification")
    func replay() async throws {
        let input = ["a", "b"].flatMap { Self.lines(of: $0) }
        let json = try await run(["replay", "--by", "household", "--json", "-"], input)
        #expect(json.lines == (try await run(["eval", "--by", "household"], input)).lines)
        let table = try await run(["replay", "--by", "household", "-"], input)
        #expect(table.lines.first == "Household\tTime\tRule\tReason\tNotification")
        #expect(
            table.lines.dropFirst().prefix(4).map { $0.prefix(2) } == ["a\t", "a\t", "b\t", "b\t"])
        #expect(try await run(["replay", "--by", "household"], []).code == 2)
    }

    @Test("a line that can't be read fails its household only, and is named")
    func broken() async throws {
        var broken = Self.lines(of: "b")
        broken.insert(#"{"household":"b","observedAt":12}"#, at: 1)
        let run = try await run(
            ["eval", "--by", "household"],
            Self.lines(of: "a") + broken + Self.lines(of: "c") + [#"{"observedAt":12}"#])
        #expect(run.code == 1)
        #expect(run.lines.count == 6)
        #expect(run.errors.contains("-:5:"))
        #expect(run.errors.contains("in household 'b'"))
        #expect(run.errors.contains("-:11: error: [missing-key] no 'household'"))
    }

    @Test("an answer that is older than the one before it is left out and named, as in a fleet")
    func overtaken() async throws {
        let (a, b) = (Self.lines(of: "a"), Self.lines(of: "b"))
        let sorted = try await run(["eval", "--by", "household"], [a[1], a[2]] + b)
        let mixed = try await run(["eval", "--by", "household"], [a[1], a[0], a[2]] + b)
        #expect(mixed.code == 1 && mixed.lines == sorted.lines)
        #expect(mixed.errors.contains("-:2: error: [time] "), "\(mixed.errors)")
        #expect(mixed.errors.contains("in household 'a'\n  fix: sort the input by household"))
        let replayed = try await run(
            ["replay", "--by", "household", "--json", "-"], [a[1], a[0], a[2]] + b)
        #expect(replayed.code == 1 && replayed.lines == sorted.lines)
    }

    @Test("a household that may be an identity number is refused with its line and a fix")
    func identifying() async throws {
        for name in ["15038010015", "150380-10015"] {
            let run = try await run(
                ["eval", "--by", "household"], Self.lines(of: "a") + Self.lines(of: name))
            #expect(run.code == 1 && run.lines.count == 2)
            #expect(run.errors.contains("-:4: error: [reference] "), "\(run.errors)")
            #expect(run.errors.contains("\n  fix: use a key of your own"))
            #expect(!run.errors.contains("15038") && !run.lines.joined().contains("15038"))
        }
    }

    @Test("a household whose letters are in parts is not taken for the one that looks equal")
    func decomposed() async throws {
        let run = try await run(
            ["eval", "--by", "household"], Self.lines(of: "\u{E9}") + Self.lines(of: "e\u{301}"))
        #expect(run.code == 1 && run.lines.count == 2, "\(run.lines)")
        for line in 4...6 { #expect(run.errors.contains("-:\(line): error: [nfc] 'household'")) }
        #expect(run.errors.contains("\n  fix: compose its letters"), "\(run.errors)")
    }

    @Test("households whose lines are not together are refused, with how to sort them")
    func scattered() async throws {
        let run = try await run(
            ["eval", "--by", "household"],
            Self.lines(of: "a") + Self.lines(of: "b") + Self.lines(of: "a"))
        #expect(run.code == 1)
        #expect(run.lines.count == 4)
        #expect(
            run.errors.contains(
                "-:7: error: [household] the lines of household 'a' are not together"))
        #expect(run.errors.contains("sort the input by household, then by time"))
    }
}
