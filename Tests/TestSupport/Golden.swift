import Foundation
import Testing

/// Texts that were read by a person once and must stay as they are.
public enum Golden: Sendable {
    /// Compares `text` with a file in the folder `Golden` of the calling test's module; writes it
    /// again, and fails, under `RECORD_SNAPSHOTS=1`.
    public static func check(_ text: String, _ name: String, from test: String = #filePath) throws {
        let parts = test.split(separator: "/")
        let module = parts.lastIndex(of: "Tests").map { parts[...($0 + 1)] } ?? parts[...]
        let file = URL(filePath: "/" + module.joined(separator: "/")).appending(
            path: "Golden/\(name)")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(name)")
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let isSame = Data(text.utf8) == Data(expected.utf8)
        #expect(isSame, "\(name) is now:\n\(text)")
    }
}
