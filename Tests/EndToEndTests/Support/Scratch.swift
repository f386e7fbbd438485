import Foundation

/// A folder of one test, removed with the value.
final class Scratch: Sendable {
    /// The folder.
    let folder: URL

    /// Makes an empty folder that only the owner can read.
    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "saldovakt-test-\(UUID().uuidString.prefix(13))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> URL {
        folder.appending(path: name)
    }

    /// Writes a file that only the owner can read.
    @discardableResult
    func write(_ text: String, to name: String) throws -> URL {
        let url = path(name)
        try Data(text.utf8).write(to: url)
        chmod(url.path, 0o600)
        return url
    }
}
