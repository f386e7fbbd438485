import Foundation
import TestSupport
import Testing

@Suite("The example in README.md", .programs)
struct ReadmeExampleTests {
    @Test("is the program under contrib/examples, byte for byte")
    func sameText() throws {
        let readme = try text("README.md")
        let start = try #require(readme.range(of: "```swift\n"))
        let end = try #require(readme[start.upperBound...].range(of: "```"))
        let example = try text("contrib/examples/follow-the-history/main.swift")
        #expect(readme[start.upperBound..<end.lowerBound] == example)
    }

    @Test("shows a reader what it was granted, and nothing before")
    func runs() async throws {
        let stage = try await Stage()
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(try await stage.once() == 0)
        let state = stage.scratch.path(".local/state").path
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: stage.state, toPath: state + "/saldovakt")
        #expect(try await example(stage).isEmpty)
        let grant = try await ProgramRun.of(
            ["access", "grant", "budget", "--all"], environment: stage.environment())
        #expect(grant.code == 0, "\(grant.errors)")
        let lines = try await example(stage)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("612") == true && lines.first?.contains("booked") == true)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Project.root.appending(path: path), encoding: .utf8)
    }

    private func example(_ stage: Stage) async throws -> [String] {
        let program = Project.built.appending(path: "follow-the-history")
        let process = try ForeignProcess([program.path], environment: stage.environment())
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        return process.lines
    }
}
