import Foundation
import TestSupport

/// Programs beside the tests: scripts, and the Python with the reference libraries
/// (`contrib/install-dependencies --test`).
enum PythonTools {
    /// The folder of the project.
    static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// The interpreter.
    static let python = root.appendingPathComponent(".build/venv/bin/python").path

    /// A script beside the tests.
    static func script(_ name: String) -> String {
        root.appendingPathComponent("Tests/ChannelsTests/Scripts/\(name)").path
    }

    /// Starts a script and waits until it says which port it listens on.
    static func listening(_ command: [String]) async throws -> (process: ForeignProcess, port: Int)
    {
        let process = try ForeignProcess(command)
        let line = try await process.line(startingWith: "listening on ")
        guard let port = line.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw ForeignProcess.Failure(description: "no port in '\(line)'")
        }
        return (process, port)
    }
}
