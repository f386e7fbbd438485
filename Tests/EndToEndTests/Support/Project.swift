import Foundation
import Testing

/// Where things of the project are.
enum Project {
    /// The checkout's root.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the tests, with everything that was built with them.
    static let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The program that is tested: `SALDOVAKT_PROGRAM`, or the one that was built with the tests.
    static let program =
        ProcessInfo.processInfo.environment["SALDOVAKT_PROGRAM"].map { URL(filePath: $0) }
        ?? mortal

    /// The program that was built with the tests; only a debug build dies where `SALDOVAKT_FAULT` says.
    static let mortal = built.appending(path: "saldovakt")

    /// The arguments of a command in the blocks of a page, by how it begins: what documentation shows is
    /// what tests run.
    static func shown(_ beginning: String, in page: String) throws -> [String] {
        let line = try String(contentsOf: root.appending(path: page), encoding: .utf8)
            .split(separator: "\n").first { $0.hasPrefix("    saldovakt \(beginning)") }
        return try #require(line).split(separator: " ").dropFirst().map(String.init)
    }

    /// The Python of the tests' virtual environment; see contrib/install-dependencies.
    static let python = root.appending(path: ".build/venv/bin/python")
}
