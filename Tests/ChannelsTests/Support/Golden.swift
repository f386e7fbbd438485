import Foundation
import Testing

/// Texts that were read by a person once and must stay as they are.
enum Golden {
    /// The folder of the tests.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Compares `text` with a file; writes it again, and fails, under `RECORD_SNAPSHOTS=1`.
    static func check(_ text: String, _ name: String) throws {
        let file = folder.appendingPathComponent("Golden").appendingPathComponent(name)
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
