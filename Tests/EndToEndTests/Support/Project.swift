import Foundation
import Testing

/// Where things of the project are.
enum Project {
    /// The checkout's root.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The program as it was just built, beside the tests; `SALDOVAKT_PROGRAM` names another.
    static let program: URL = {
        if let named = ProcessInfo.processInfo.environment["SALDOVAKT_PROGRAM"] {
            return URL(filePath: named)
        }
        return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "saldovakt")
    }()

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
