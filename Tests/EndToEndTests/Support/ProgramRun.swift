import Foundation
import TestSupport

/// What a command of the program came to.
struct ProgramRun: Sendable {
    /// The exit code, negative for the signal that ended it.
    let code: Int32
    /// What it wrote to standard output.
    let lines: [String]
    /// What it wrote to standard error.
    let errors: String

    /// Runs a command to its end with nothing but these lines on its standard input.
    static func of(
        _ arguments: [String], environment: [String: String], input: [String] = []
    ) async throws -> ProgramRun {
        let process = try ForeignProcess(
            [Project.program.path] + arguments, environment: environment)
        for line in input { process.send(line) }
        process.endInput()
        let code = try await process.exitCode()
        return ProgramRun(code: code, lines: process.lines, errors: process.errorText)
    }

    /// Whether it names a place, a code and a way out, in the program's error form.
    func names(_ place: String, _ code: String) -> Bool {
        errors.contains("\(place): error: [\(code)] ") && errors.contains("\n  fix: ")
    }
}

extension Stage {
    /// The folder with what the watcher remembers.
    var state: String { scratch.path("state").path }

    /// The database in it.
    var database: URL { scratch.path("state/saldovakt.sqlite") }

    /// Runs a command that needs no bank on the stage's state.
    func command(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.of(
            arguments + ["--state", state], environment: environment())
    }

    /// All stored transactions as one JSON text.
    func storedTransactions() async throws -> String {
        try await command("transactions", "--limit", "5000", "--json").lines.joined()
    }
}
