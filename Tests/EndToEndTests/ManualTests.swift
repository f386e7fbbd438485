import Foundation
import TestSupport
import Testing

@Suite("Manual pages", .programs)
struct ManualTests {
    private struct Help: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?
        let shouldDisplay: Bool

        /// The long names of the options of a command and of its group.
        var options: Set<String> {
            let own = (arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
                .filter { $0.kind == "long" }.map(\.name)
            return (subcommands ?? []).reduce(into: Set(own)) { $0.formUnion($1.options) }
                .subtracting(["help", "version"])
        }
    }

    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let names: [Name]?
        let shouldDisplay: Bool
    }

    @Test("each command has one with all its options, and groff finds nothing wrong in any")
    func pages() async throws {
        let scratch = try Scratch()
        let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": scratch.folder.path]
        func run(_ command: [String]) async throws -> (lines: [String], errors: String) {
            let process = try ForeignProcess(command, environment: environment)
            #expect(try await process.exitCode() == 0, "\(process.errorText)")
            return (process.lines, process.errorText)
        }
        let man = Project.root.appending(path: "contrib/man")
        let program = Project.program.path
        _ = try await run([man.appending(path: "pages").path, program, scratch.folder.path])
        let dump = try await run([program, "--experimental-dump-help"]).lines.joined()
        let commands =
            try JSONDecoder().decode(Help.self, from: Data(dump.utf8)).command
            .subcommands ?? []
        var files = [man.appending(path: "saldovakt.1").path]
        for command in commands where command.shouldDisplay && command.commandName != "help" {
            let page = scratch.path("saldovakt-\(command.commandName).1")
            let text = try String(contentsOf: page, encoding: .utf8)
            for option in command.options {
                let name = "\\fB\\-\\-\(option.replacing("-", with: "\\-"))\\fR"
                #expect(text.contains(name), "\(command.commandName): \(option)")
            }
            files.append(page.path)
        }
        #expect(files.count > 20)
        for file in files {
            let found = try await run(["groff", "-man", "-ww", "-z", "-Tutf8", "-K", "utf8", file])
            #expect(found.errors.isEmpty, "\(found.errors)")
        }
    }
}
