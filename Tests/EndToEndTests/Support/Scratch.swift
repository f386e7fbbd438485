import Foundation

/// A folder of one test, removed with the value, and the paths of the project.
final class Scratch: Sendable {
    /// The folder.
    let folder: URL

    /// Makes an empty folder.
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

/// Where things of the project are.
enum Project {
    /// The checkout's root.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The program as it was just built, beside the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "saldovakt")

    /// The Python of the tests' virtual environment; see contrib/install-dependencies.
    static let python = root.appending(path: ".build/venv/bin/python")
}
