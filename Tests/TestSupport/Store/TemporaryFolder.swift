import Foundation
import Testing

/// A folder for one test, removed with everything in it when nobody holds it any more.
///
/// ```swift
/// let folder = TemporaryFolder()
/// let store = try SQLiteAlertStore.open(folder: folder.path + "/state")
/// ```
public final class TemporaryFolder: Sendable {
    /// The path of the folder, which exists and is empty.
    public let path: String

    /// Makes a folder with a name that no other test has.
    public init() {
        path = NSTemporaryDirectory() + "saldovakt-test-" + UUID().uuidString
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        } catch {
            Issue.record("can't make \(path): \(error)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file or folder in it.
    public func path(_ name: String) -> String { path + "/" + name }

    /// Copies the files of one folder in it to another one, which is made.
    public func copy(_ name: String, to copy: String) throws {
        try FileManager.default.copyItem(atPath: path(name), toPath: path(copy))
    }
}
