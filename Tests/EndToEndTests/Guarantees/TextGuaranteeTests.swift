import Foundation
import TestSupport
import Testing

@Suite("Guarantees: texts, costs and months", .programs)
struct TextGuaranteeTests {
    @Test(
        "guarantee 45: a text from the bank is data: no markup, no template, no control characters")
    func hostile() async throws {
        let desktop = try await HeadlessDesktop(.scripted())
        defer { desktop.stop() }
        let hook = try Hook()
        let stage = try await Stage()
        try stage.settle(
            channels: hook.channel("open") + hook.channel("shy", more: #""detail": "generic","#))
        try stage.scratch.write(
            #"{"version":1,"rules":[{"id":"big","when":"new debit over 500","message":"{text}","#
                + #""notify":["open","shy","desktop"]}]}"#, to: "rules.json")
        try await stage.once(environment: desktop.environment)
        let text =
            #"<b>A</b> {amount} %s $(id) \u202eB\u0007\u001b[31m"#
            + String(repeating: "long ", count: 400)
        try await stage.bank.perform(
            #"{"action":"post","account":"Brukskonto","amount":-700.00,"kind":"giro","text":"\#(text)"}"#
        )
        try await stage.once(environment: desktop.environment)
        let open = try #require(hook.requests("/open").first?.notification?.data)
        for part in [open.title, open.body] {
            #expect(part.contains("<b>A</b> {amount} %s $(id)"), "\(part)")
            #expect(!part.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
            #expect(part.count <= 1_000)
        }
        let shy = String(decoding: try #require(hook.requests("/shy").first).body, as: UTF8.self)
        // An identifier may have the digits too, but no point in between.
        for secret in ["700.00", "700,00", "<b>"] { #expect(!shy.contains(secret), "\(shy)") }
        let calls = desktop.folder.appendingPathComponent("calls")
        #expect(await eventually { FileManager.default.fileExists(atPath: calls.path) })
        let shown = try String(contentsOf: calls, encoding: .utf8)
        #expect(shown.contains("&lt;b&gt;A&lt;/b&gt;"), "\(shown)")
    }

    @Test("guarantee 46: evaluation ends within its bound: a thousand rules, each with a window")
    func bound() async throws {
        let scratch = try Scratch()
        let rules = (1...1_000).map {
            #"{"id":"r\#($0)","when":"spending in the last 7 days over \#($0)000"}"#
        }
        let file = try scratch.write(
            #"{"version":1,"rules":[\#(rules.joined(separator: ","))]}"#, to: "rules.json")
        let rows = (0..<200).map { number in
            #"{"account":"a","amount":"-\#(number % 90 + 10).00","date":"2026-03-\#(10 + number % 20)"}"#
        }
        let input = try scratch.write(rows.joined(separator: "\n") + "\n", to: "rows.jsonl")
        // A minute of the processor is the bound; make bench has the figure for 100,000 rows.
        let script = #"exec prlimit --cpu=60 "$0" eval --rules "$1" --counts < "$2""#
        let process = try ForeignProcess(
            ["sh", "-c", script, Project.program.path, file.path, input.path])
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        #expect(process.lines.count == 1_000)
    }

    @Test("guarantee 47: memory and database stay as they are over weeks; make soak plays a year")
    func weeks() async throws {
        let check = Project.root.appending(path: "contrib/checks/year").path
        let process = try ForeignProcess([
            check, Project.program.path, "--days", "24", "--every", "4",
        ])
        let code = try await process.exitCode()
        #expect(code == 0, "\(process.errorText)")
        #expect(process.lines.last?.hasPrefix("year: 144 polls in 24 days") == true)
    }
}
