import Foundation
import TestSupport
import Testing

@Suite("Tools for rules", .programs)
struct RuleToolTests {
    private struct Run {
        let code: Int32
        let lines: [String]
        let errors: String

        var text: String { lines.joined(separator: "\n") }
    }

    private func run(
        _ arguments: [String], in scratch: Scratch, input: [String] = []
    ) async throws -> Run {
        let process = try ForeignProcess(
            [Project.program.path] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path])
        for line in input { process.send(line) }
        process.endInput()
        let code = try await process.exitCode()
        return Run(code: code, lines: process.lines, errors: process.errorText)
    }

    @Test("check --watch checks again at every change, also of a file that is put in its place")
    func watch() async throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            "{ \"version\": 1, \"rules\": [\"new fee\"] }", to: "rules.json")
        let process = try ForeignProcess(
            [Project.program.path, "rules", "check", "--watch", file.path],
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path])
        _ = try await process.line(startingWith: "1 rule is fine")
        try Data("{ \"version\": 1, \"rules\": [\"new fe\"] }".utf8).write(to: file)
        #expect(await eventually { process.errorText.contains("unknown-word") })
        let draft = try scratch.write(
            "{ \"version\": 1, \"rules\": [\"new fee\", \"new debit over 500\"] }", to: "draft.json"
        )
        #expect(rename(draft.path, file.path) == 0)
        _ = try await process.line(startingWith: "2 rules are fine")
        try FileManager.default.removeItem(at: file)
        #expect(await eventually { process.errorText.contains("rules-unreadable") })
        process.signal(SIGINT)
        #expect(try await process.exitCode() == -SIGINT)
    }

    @Test("eval shows no identity number, of a bare transaction nor of an answer of a bank")
    func identityNumbers() async throws {
        let scratch = try Scratch()
        let rules = try scratch.write(
            #"{"version":1,"rules":[{"when":"new debit over 0","notify":["terminal"]}]}"#,
            to: "rules.json")
        let account =
            #""accounts":[{"id":"a","name":"Felles 01018030043","kind":"asset","#
            + #""currency":"NOK","booked":"900.00"}]"#
        let result = try await run(
            ["eval", "--rules", rules.path], in: scratch,
            input: [
                #"{"account":"B","amount":"-6.00","date":"2026-03-06","text":"KIOSK 01018030043"}"#,
                #"{"observedAt":"2026-03-07T08:00:00Z","source":"bank","outcome":"complete",\#(account),"transactions":[]}"#,
                #"{"observedAt":"2026-03-07T09:00:00Z","source":"bank","outcome":"complete",\#(account),"transactions":["#
                    + #"{"account":"a","amount":"-7.00","date":"2026-03-07","text":"TO 010180-30043"}]}"#,
            ])
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.text.contains("KIOSK 010180*****"), "\(result.text)")
        #expect(result.text.contains("TO 010180-*****"))
        #expect(!result.text.contains("30043"))
    }

    @Test("fmt says what it changes, keeps the rest of the file and its mode, and then rests")
    func format() async throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            """
            { "version": 1, // mine
              "rules": [ { "id": "low", "when": "balance of Bruks < 100 kr" },
                         { "id": "big", "when": "new debit over 500" } ] }
            """, to: "rules.json")
        let old = try String(contentsOf: file, encoding: .utf8)
        let check = try await run(["rules", "fmt", "--check", file.path], in: scratch)
        #expect(check.code == 1)
        #expect(try String(contentsOf: file, encoding: .utf8) == old)
        let change = """
            \(file.path):2: low
              - balance of Bruks < 100 kr
              + balance of 'Bruks' is under 100 NOK
            """
        #expect(check.text == change)
        let first = try await run(["rules", "fmt", file.path], in: scratch)
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.text == change)
        #expect(
            try String(contentsOf: file, encoding: .utf8)
                == old.replacing("of Bruks < 100 kr", with: "of 'Bruks' is under 100 NOK"))
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).count == 1)
        for arguments in [["rules", "fmt", file.path], ["rules", "fmt", "--check", file.path]] {
            let again = try await run(arguments, in: scratch)
            #expect(again.code == 0)
            #expect(again.lines.isEmpty)
        }
    }

    @Test("fmt leaves a file with an error alone, and names the error")
    func formatRefused() async throws {
        let scratch = try Scratch()
        let text = #"{"version":1,"rules":[{"when":"balance < 1"},{"when":"balnce < 1"}]}"#
        let file = try scratch.write(text, to: "rules.json")
        let result = try await run(["rules", "fmt", file.path], in: scratch)
        #expect(result.code == 1)
        #expect(result.errors.contains("did you mean"))
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("explain says in words what a rule reads, when it fires, ends and is quiet")
    func explain() async throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            #"""
            { "version": 1, "rules": [
              { "id": "low", "notify": ["terminal"],
                "when": "balance of Bruks under 100, until over 150, at most once a day" },
              { "id": "big", "when": "new booked purchase at 'REMA*'" } ] }
            """#, to: "rules.json")
        let result = try await run(["rules", "explain", file.path, "--rule", "low"], in: scratch)
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            result.text == """
                low: balance of Bruks under 100, until over 150, at most once a day
                  kind      level: something is true or not at any time
                  reads     the booked balance
                  accounts  'Bruks'
                  fires     when it begins that balance of 'Bruks' is under 100; exactly 100 does not count
                  recovers  when balance of 'Bruks' is over 150; sent where the alert was sent
                  quiet     sent at most once a day; the rest is counted and reported in the next notification
                  waits     while the bank fails or its figures are old, nothing fires and nothing ends
                  alert     one
                  channels  terminal
                """)
        let unknown = try await run(["rules", "explain", file.path, "--rule", "lov"], in: scratch)
        #expect(unknown.code == 1)
        #expect(unknown.errors.contains("fix: use 'low'"))
        let json = try await run(["rules", "explain", file.path, "--json"], in: scratch)
        let objects = try JSONSerialization.jsonObject(with: Data(json.text.utf8))
        let rules = try #require(objects as? [[String: Any]])
        #expect(rules.compactMap { $0["rule"] as? String } == ["low", "big"])
        #expect(rules.last?["kind"] as? String == "event")
    }

    @Test("explain passes over a rule with a fault, and is fine with one that has none")
    func explainFaulty() async throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            #"""
            { "version": 1, "rules": [
              { "id": "bad", "when": "balance undr 100" }, { "id": "low", "when": "balance under 100" } ] }
            """#, to: "rules.json")
        let all = try await run(["rules", "explain", file.path], in: scratch)
        #expect(all.code == 1 && all.errors.contains("unknown-word"), "\(all.errors)")
        #expect(all.text.hasPrefix("low: balance under 100"), "\(all.text)")
        let one = try await run(["rules", "explain", file.path, "--rule", "low"], in: scratch)
        #expect(one.code == 0 && one.text.hasPrefix("low: balance under 100"), "\(one.errors)")
        let bad = try await run(["rules", "explain", file.path, "--rule", "bad"], in: scratch)
        #expect(bad.code == 1 && bad.text.isEmpty, "\(bad.text)")
    }

    @Test("explain with a store names the accounts and what the rule finds there")
    func explainStored() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(try await stage.once() == 0)
        let file = try stage.scratch.write(
            """
            { "version": 1, "rules": [ { "id": "low", "when": "balance under 100" },
              { "id": "one", "when": "balance of Brukskonto under 100" },
              { "id": "any", "when": "new debit" }, { "id": "big", "when": "new debit over 500" },
              { "id": "bank", "when": "bank is unreachable" },
              { "id": "still", "when": "no transaction on 'Lommepenger' in the last 14 days" },
              { "id": "all", "when": "summary of 'Lommepenger' every day at 08:00" } ] }
            """, to: "own.json")
        let result = try await run(
            ["rules", "explain", file.path, "--state", stage.scratch.path("state").path],
            in: stage.scratch)
        #expect(result.code == 0, "\(result.errors)")
        let parts = result.text.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : String($0) }
            .joined().split(separator: "\n\n").map(String.init)
        try #require(parts.count == 7)
        #expect(parts[0].contains("\n            Lommepenger (•••• •• •0004)\n"))
        #expect(parts[0].contains("  now       Brukskonto: 9 000,00 kr: it is not so\n"))
        #expect(
            parts[0].contains("Lommepenger: 80,00 kr: it is so, you would be notified\n"))
        #expect(parts[0].contains("\n  past      would have notified you once since "))
        #expect(!parts[1].contains("Lommepenger"))
        #expect(parts[2].contains("now       of 1 known since "))
        #expect(parts[3].contains("it would have reported none"))
        #expect(parts[4].contains("now       bank sbanken: it is not so"))
        #expect(parts[4].hasSuffix("past      how polls and deliveries went is not stored"))
        #expect(parts[5].contains("now       now: it has come: "), "\(parts[5])")
        #expect(parts[6].contains("now       Lommepenger: 80,00 kr, of "), "\(parts[6])")
        #expect(parts[6].contains("\n  next      "))
    }

    private static let replayedRules = """
        { "version": 1, "rules": [
          { "id": "low", "when": "balance under 100 NOK" },
          { "id": "big", "when": "new debit over 500, only between 07:00 and 22:00" },
          { "id": "pay", "when": "new credit" } ] }
        """

    /// Four polls of an evening; a second purchase comes after the hours of telling.
    private static var recording: [String] {
        let polls = [
            ("18", "500.00", 0), ("19", "95.00", 1), ("20", "600.00", 1), ("21", "600.00", 2),
        ]
        return polls.map { hour, balance, count in
            let account =
                #"{"id":"a1","name":"Bruks","kind":"asset","currency":"NOK","number":"99990000001","booked":"\#(balance)","available":"\#(balance)","creditLimit":"0.00"}"#
            let rows = (0..<count).map {
                #"{"account":"a1","id":"t\#($0)","amount":"-612.00","currency":"NOK","status":"booked","date":"2026-03-06","text":"KIOSK"}"#
            }
            return
                #"{"observedAt":"2026-03-06T\#(hour):30:00Z","source":"sbanken","outcome":"complete","accounts":[\#(account)],"transactions":[\#(rows.joined(separator: ","))]}"#
        }
    }

    @Test("replay shows what would have been told, and how often by which rule")
    func replay() async throws {
        let scratch = try Scratch()
        let rules = try scratch.write(Self.replayedRules, to: "rules.json")
        let lines = Self.recording + [#"{"observedAt":"#]
        let file = try scratch.write(lines.joined(separator: "\n"), to: "evening.ndjson")
        let result = try await run(
            ["rules", "replay", "--rules", rules.path, file.path], in: scratch)
        #expect(result.code == 1)
        #expect(result.errors.hasPrefix("\(file.path):5:"))
        #expect(
            result.text.replacing("\t", with: " | ").replacing("\u{A0}", with: " ") == """
                Time | Rule | Reason | Notification
                2026-03-06 20:30:00 | low | entered | Bruks is low: 95,00 kr
                2026-03-06 20:30:00 | big | new transaction | −612,00 kr KIOSK
                2026-03-06 21:30:00 | low | recovered | Bruks is back at 600,00 kr
                2026-03-07 07:00:00 | big | new transaction (held) | −612,00 kr KIOSK

                low: would have notified you once since 06.03.2026
                big: would have notified you once since 06.03.2026; 1 more still held
                pay: would not have notified you since 06.03.2026
                """)
    }

    @Test(
        "guarantee 41: replay in JSON is the same on every run, from a file, from a pipe and as eval has it"
    )
    func replayJSON() async throws {
        let scratch = try Scratch()
        let rules = try scratch.write(Self.replayedRules, to: "rules.json")
        let file = try scratch.write(
            Self.recording.joined(separator: "\n") + "\n", to: "evening.ndjson")
        let first = try await run(
            ["rules", "replay", "--json", "--rules", rules.path, file.path], in: scratch)
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.lines.count == 4)
        #expect(first.lines.last?.contains(#""pending":true"#) == true)
        for arguments in [
            ["replay", "--json", "--rules", rules.path, file.path],
            ["replay", "--json", "--rules", rules.path, "-"], ["eval", "--rules", rules.path],
        ] {
            let again = try await run(arguments, in: scratch, input: Self.recording)
            #expect(again.code == 0, "\(again.errors)")
            #expect(again.lines == first.lines)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).count == 2)
    }

    @Test("replay refuses what it can't read")
    func replayRefused() async throws {
        let scratch = try Scratch()
        let rules = try scratch.write(Self.replayedRules, to: "rules.json")
        let missing = try await run(
            ["replay", "--rules", rules.path, "/nowhere.ndjson"], in: scratch)
        #expect(missing.code == 4)
        #expect(missing.errors.contains("recording-unreadable"))
        let folder = try await run(
            ["replay", "--rules", rules.path, scratch.folder.path], in: scratch)
        #expect(folder.code == 4)
    }

    /// The folder of the shipped cases.
    private static let cases = Project.root.appending(path: "rules/cases")

    static let caseFiles =
        ((try? FileManager.default.contentsOfDirectory(atPath: cases.path)) ?? [])
        .filter { $0.hasSuffix(".json") }.sorted()

    @Test(
        "guarantee 40: test passes every shipped case, and none of them if it expects something else"
    )
    func shippedCases() async throws {
        #expect(Self.caseFiles.count >= 4)
        let scratch = try Scratch()
        for name in Self.caseFiles {
            let file = Self.cases.appending(path: name)
            let passed = try await run(["rules", "test", "--thorough", file.path], in: scratch)
            #expect(passed.code == 0, "\(name): \(passed.text)")
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
            var root = try #require(object as? [String: Any])
            let cases = try #require(root["cases"] as? [[String: Any]])
            #expect(passed.lines == ["\(cases.count) cases, 0 failed"])
            root["cases"] = cases.map { found in
                let key = found["expect"] == nil ? "findings" : "expect"
                let isSilent = (found[key] as? [Any])?.isEmpty ?? false
                return found.merging([key: isSilent ? [["rule": "another"]] : []]) { $1 }
            }
            let other = scratch.path(name)
            try JSONSerialization.data(withJSONObject: root).write(to: other)
            let failed = try await run(["rules", "test", other.path], in: scratch)
            #expect(failed.code == 1)
            #expect(failed.lines.last == "\(cases.count) cases, \(cases.count) failed")
        }
    }

    @Test("the case that rules/README.md shows passes")
    func documentedCase() async throws {
        let scratch = try Scratch()
        let text = try String(
            contentsOf: Project.root.appending(path: "rules/README.md"), encoding: .utf8)
        let start = try #require(text.range(of: "## A case"))
        let blocks = text[start.upperBound...].components(separatedBy: "```")
        let file = try scratch.write(
            String(try #require(blocks.dropFirst().first).dropFirst(4)), to: "case.json")
        let result = try await run(["rules", "test", file.path], in: scratch)
        #expect(result.lines == ["1 case, 0 failed"])
    }

    @Test("test plays the files of a folder, and says so if there are none")
    func caseFolder() async throws {
        let scratch = try Scratch()
        let folder = scratch.path("cases")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let empty = try await run(["rules", "test", folder.path], in: scratch)
        #expect(empty.code == 4)
        for name in Self.caseFiles.prefix(2) {
            try FileManager.default.copyItem(
                at: Self.cases.appending(path: name), to: folder.appending(path: name))
        }
        try scratch.write("no case", to: "cases/notes.txt")
        let played = try await run(["rules", "test", folder.path], in: scratch)
        #expect(played.code == 0)
        #expect(played.lines.last?.hasSuffix(" cases, 0 failed") == true)
    }

    @Test(
        "guarantee 39: test shows what was expected and what was found, and refuses a case without a claim"
    )
    func failingCases() async throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            #"""
            { "version": 1, "cases": [
              { "name": "wrong", "rules": [{ "id": "low", "when": "balance under 100" }],
                "timeline": [{ "at": "2026-03-06 09:00", "balance": { "Bruks": "500 90" } }],
                "expect": [{ "type": "alert.fired", "text": "80,00 kr" }, { "rule": "big" }] },
              { "name": "mute", "rules": ["balance under 100"],
                "timeline": [{ "at": "2026-03-06 09:00", "balance": { "Bruks": "500 90" } }] },
              { "name": "slip", "rules": ["balance under 100"], "expect": [],
                "timeline": [{ "at": "2026-03-06 09:00", "balance": { "Bruks": "5oo" } }] },
              { "name": "found", "rules": ["balance undr 100"], "findings": [] } ] }
            """#, to: "cases.json")
        let result = try await run(["rules", "test", file.path], in: scratch)
        #expect(result.code == 1)
        #expect(
            result.text.replacing(file.path, with: "cases.json").replacing("\u{A0}", with: " ")
                == #"""
                cases.json:2: failed: wrong
                  notice 1
                    expected: type alert.fired, text 80,00 kr
                    found:    at 2026-03-06 09:05, type alert.fired, reason entered, rule low, account Bruks, text Bruks is low: 90,00 kr | Balance, limit 100,00 kr · rule low
                  notice 2
                    expected: rule big
                    found:    none
                cases.json:5: failed: mute
                  cases.json:5:3: error: [case] the case asserts nothing
                    fix: write "expect", with [] if no notification is expected
                cases.json:7: failed: slip
                  cases.json:8:68: error: [case] this is no balance: '5oo'
                    fix: write 95, 95.50x3, 95/80 (booked/available), 500-100x4 or one of = ? ! _
                cases.json:9: failed: found
                  finding 1
                    expected: none
                    found:    code unknown-word, severity error, rule null, marks undr, text "undr" does not fit here, suggestion balance under 100
                4 cases, 4 failed
                """#)
    }
}
