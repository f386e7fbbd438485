import Foundation
import TestSupport

/// What can be wrong with the database file before the program looks at it.
enum StoreFault: String, CaseIterable, Sendable {
    /// Random bytes from the second page to the last but one.
    case damaged
    /// The end is missing.
    case cutOff
    /// Nothing is left.
    case empty
    /// A sound database of another program.
    case foreign
    /// A file of another kind.
    case noDatabase
    /// A later version of the program has been there.
    case newer

    /// The code of the error.
    var code: String { self == .newer ? "store-newer" : "store-unreadable" }

    /// A word of the error that no other fault has.
    var word: String {
        switch self {
        case .damaged: "the database is damaged"
        case .cutOff: "shorter than its header says"
        case .empty: "the file is empty"
        case .foreign: "another program's database"
        case .noDatabase: "no SQLite database"
        case .newer: "a newer saldovakt wrote this file (v99)"
        }
    }

    /// Does it to a sound file.
    func happen(to file: URL) async throws {
        switch self {
        case .damaged:
            var generator = SeededGenerator(seed: 7)
            var bytes = try Data(contentsOf: file)
            for offset in 4_096..<bytes.count - 4_096 {
                bytes[offset] = UInt8.random(in: 0...255, using: &generator)
            }
            try bytes.write(to: file)
        case .cutOff: try Data(contentsOf: file).prefix(50_000).write(to: file)
        case .empty: try Data().write(to: file)
        case .noDatabase: try Data("holiday pictures\n".utf8).write(to: file)
        case .foreign:
            try FileManager.default.removeItem(at: file)
            try await execute("CREATE TABLE pictures (name)", on: file)
        case .newer: try await execute("INSERT INTO grdb_migrations VALUES ('v99')", on: file)
        }
        chmod(file.path, 0o600)
    }

    private func execute(_ sql: String, on file: URL) async throws {
        let script =
            "import sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as d: d.execute(sys.argv[2])"
        let process = try ForeignProcess([Project.python.path, "-c", script, file.path, sql])
        guard try await process.exitCode() == 0 else {
            throw ForeignProcess.Failure(description: process.errorText)
        }
    }
}
