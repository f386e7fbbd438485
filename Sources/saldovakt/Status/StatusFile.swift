import Finance
import Foundation
import Glibc
import Watch

/// What a running watcher says about itself, as a small file in its state folder.
///
/// Not a fact: it is exchanged for a new one without waiting for the disk, so that a reader never
/// sees half of it, and believed only while the process that wrote it holds the folder's lock.
struct StatusFile: Sendable, Hashable, Codable {
    /// The shape of the file; other versions are not read.
    private static let currentVersion = 2

    private var version = Self.currentVersion
    let process: Int32
    let statistics: WatchStatistics

    /// Writes the file with mode 0600.
    ///
    /// - Returns: whether it worked; a full disk is reported by others.
    func write(to path: String) -> Bool {
        guard let bytes = try? JSONEncoder().encode(self) else { return false }
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let isClosed = close(descriptor) == 0
        if written == bytes.count, isClosed, rename(draft, path) == 0 { return true }
        unlink(draft)
        return false
    }

    /// Reads the file; `nil` if there is none that can be understood.
    static func read(_ path: String) -> StatusFile? {
        let data = FileManager.default.contents(atPath: path)
        let file = data.flatMap { try? JSONDecoder().decode(StatusFile.self, from: $0) }
        return file?.version == currentVersion ? file : nil
    }

    init(process: Int32, statistics: WatchStatistics) {
        self.process = process
        self.statistics = statistics
    }
}
