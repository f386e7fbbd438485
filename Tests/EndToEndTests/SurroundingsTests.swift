import Foundation
import TestSupport
import Testing

@Suite("What surrounds the program")
struct SurroundingsTests {
    private func program(_ arguments: [String], home: Scratch) throws -> ForeignProcess {
        try ForeignProcess(
            [Project.program.path] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": home.folder.path])
    }

    @Test("files are looked for in the home that the environment names, and named when missing")
    func home() async throws {
        let scratch = try Scratch()
        try scratch.write(Stage.rules.replacing("hook", with: "terminal"), to: "rules.json")
        let accounts = try program(["accounts"], home: scratch)
        #expect(try await accounts.exitCode() == 4)
        let store = scratch.path(".local/state/saldovakt/saldovakt.sqlite").path
        #expect(accounts.errorText.hasPrefix("\(store): error: [store-missing]"))
        #expect(accounts.errorText.contains("fix: run 'saldovakt watch' first"))
        let watch = try program(
            ["watch", "--rules", scratch.path("rules.json").path], home: scratch)
        #expect(try await watch.exitCode() == 4)
        let settings = scratch.path(".config/saldovakt/settings.json").path
        #expect(watch.errorText.hasPrefix("\(settings): error: [no-bank]"))
    }
}
