import Foundation
import TestSupport
import Testing

@Suite("Sentences that are not rules yet", .programs)
struct SentenceTests {
    private func run(_ arguments: [String], in scratch: Scratch) async throws -> ProgramRun {
        try await ProgramRun.of(
            arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.folder.path])
    }

    private func text(_ run: ProgramRun) -> String { run.lines.joined(separator: "\n") }

    @Test("try explains a sentence and plays it on the sandbox's story where nothing is stored")
    func trySentence() async throws {
        let scratch = try Scratch()
        let result = try await run(
            ["rules", "try", "available of 'Lommepenger' under 100"], in: scratch)
        #expect(result.code == 0, "\(result.errors)")
        #expect(text(result).contains("  fires     when it begins that available of 'Lommepenger'"))
        #expect(text(result).contains("94,50 kr"), "\(text(result))")
        #expect(text(result).contains("would have notified you once since"))
        let wrong = try await run(["rules", "try", "balance undr 100"], in: scratch)
        #expect(wrong.code == 1 && wrong.lines.isEmpty)
        #expect(wrong.errors.hasPrefix("sentence:1:9: error [unknown-word]"), "\(wrong.errors)")
    }

    @Test("try plays a sentence on what is stored, and says what does not suit it")
    func tryStored() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(try await stage.once() == 0)
        let big = try await stage.run(["rules", "try", "new debit over 500"])
        #expect(big.code == 0, "\(big.errors)")
        #expect(big.lines.contains { $0.hasPrefix("  past      would have notified you") })
        #expect(big.lines.contains { $0.contains("new transaction\t") && $0.contains("612,00") })
        let strange = try await stage.run(["rules", "try", "balance of Brukskont under 100"])
        #expect(strange.code == 1 && strange.errors.contains("sentence:1:"), "\(strange.errors)")
        #expect(strange.errors.contains("unknown-account"), "\(strange.errors)")
    }

    @Test(
        "rules that are added at the same time are all in the file, also in one that they make",
        arguments: [true, false])
    func addsTogether(isThere: Bool) async throws {
        let scratch = try Scratch()
        let file = scratch.path(".config/saldovakt/rules.json")
        if isThere {
            #expect(try await run(["rules", "add", "new fee"], in: scratch).code == 0)
        }
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for limit in 1...6 {
                group.addTask {
                    try await run(["rules", "add", "new debit over \(limit)00"], in: scratch).code
                }
            }
            for try await code in group { #expect(code == 0) }
        }
        let text = try String(contentsOf: file, encoding: .utf8)
        for limit in 1...6 { #expect(text.contains("new debit over \(limit)00")) }
        let folder = file.deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["rules.json"])
    }

    @Test("add makes the rules file in its usual place, and keeps what a person wrote there")
    func addSentence() async throws {
        let scratch = try Scratch()
        let file = scratch.path(".config/saldovakt/rules.json")
        let first = try await run(["rules", "add", "new fee"], in: scratch)
        #expect(first.code == 0, "\(first.errors)")
        let written = "{ \"version\": 1, \"rules\": [\n  \"new fee\" // mine\n] }\n"
        try Data(written.utf8).write(to: file)
        let second = try await run(
            ["rules", "add", "balance under 100", "--id", "low", "--notify", "terminal"],
            in: scratch)
        #expect(text(second) == "\(file.path): added low: balance under 100")
        let wrong = try await run(["rules", "add", "balance undr 100"], in: scratch)
        #expect(wrong.code == 1 && wrong.errors.contains("unknown-word"))
        let twice = try await run(["rules", "add", "nytt gebyr", "--id", "x"], in: scratch)
        #expect(twice.code == 1 && twice.errors.contains("rule 'new-fee' says the same already"))
        #expect(
            try String(contentsOf: file, encoding: .utf8) == """
                { "version": 1, "rules": [
                  "new fee", // mine
                  { "id": "low", "when": "balance under 100", "notify": ["terminal"] }
                ] }

                """)
        let everyday = try await run(
            ["rules", "add", "saldo under 50 kr", "--rules", scratch.path("other.json").path],
            in: scratch)
        #expect(text(everyday).hasSuffix("  read as: balance is under 50 NOK"))
        // Without naming the file, every command finds it.
        let check = try await run(["rules", "check"], in: scratch)
        #expect(check.code == 0 && text(check).hasSuffix("2 rules are fine"), "\(check.errors)")
    }

    @Test("add notifies where all other rules do, and says so")
    func sharedChannel() async throws {
        let scratch = try Scratch()
        #expect(try await run(["init", "--yes", "--channel", "terminal"], in: scratch).code == 0)
        let added = try await run(["rules", "add", "new fee"], in: scratch)
        #expect(text(added).hasSuffix("\n  notifies on terminal, as the other rules do"))
        let file = scratch.path(".config/saldovakt/rules.json")
        let rules = try String(contentsOf: file, encoding: .utf8)
        #expect(rules.contains(#"{ "when": "new fee", "notify": ["terminal"] }"#), "\(rules)")
        _ = try await run(
            ["rules", "add", "new refund", "--notify", "desktop"], in: scratch)
        let mixed = try await run(["rules", "add", "new subscription found"], in: scratch)
        #expect(mixed.code == 0 && !text(mixed).contains("notifies on"), "\(mixed.errors)")
    }

    @Test("add refuses a sentence that does not suit the stored accounts")
    func addStored() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        let rules = stage.scratch.path("rules.json")
        let before = try Data(contentsOf: rules)
        let result = try await stage.run([
            "rules", "add", "balance of Brukskont under 100", "--rules", rules.path,
            "--settings", stage.scratch.path("settings.json").path,
        ])
        #expect(result.code == 1 && result.errors.contains("unknown-account"), "\(result.errors)")
        #expect(try Data(contentsOf: rules) == before)
    }
}
