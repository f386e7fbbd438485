import Foundation
import Settings

/// The settings files under Tests/Fixtures.
enum Fixtures {
    /// The folder of settings files.
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/settings")

    /// The names, without ending, of the files that must give findings.
    static let bad: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(
            atPath: folder.appendingPathComponent("bad").path)
        return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .sorted()
    }()

    /// The bytes of a file.
    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(path)))
    }

    /// Reads the text of a settings file.
    static func load(_ text: String, mode: UInt32? = nil) -> SettingsFile {
        SettingsFile.load(
            bytes: Array(text.utf8), fileName: "settings.json", mode: mode.map(FileMode.init))
    }
}
