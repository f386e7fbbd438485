public import Finance
import Glibc

/// A file to which snapshots are appended as lines; a new one is readable by its owner alone.
///
/// Each line is written with one system call, so that a recording has complete lines even if other
/// programs append to it. A line that a full disk or a kill has truncated stays alone on its line,
/// and a reader reports it.
public final class RecordingFile: Sendable {
    private let descriptor: Int32
    /// The file opened for reading; -1 for a pipe, and for a file that is only writable.
    private let reading: Int32

    public init(path: String) throws(RecordingFileError) {
        // Not for reading too: a pipe whose reader is gone would block instead of failing.
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RecordingFileError(errno) }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        reading = isFile ? open(path, O_RDONLY | O_CLOEXEC) : -1
    }

    deinit {
        close(descriptor)
        if reading >= 0 { close(reading) }
    }

    public func append(_ snapshot: Snapshot) throws(RecordingFileError) {
        let line = (endsMidLine ? [0x0A] : []) + SnapshotLineWriter().line(snapshot) + [0x0A]
        let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count else { throw RecordingFileError(written < 0 ? errno : ENOSPC) }
    }

    private var endsMidLine: Bool {
        var last: UInt8 = 0x0A
        let end = lseek(reading, 0, SEEK_END)
        return end > 0 && pread(reading, &last, 1, end - 1) == 1 && last != 0x0A
    }
}

/// Why a recording could not be opened or written.
public struct RecordingFileError: Error, Sendable, Equatable {
    public let reason: String

    init(_ number: Int32) { reason = String(cString: strerror(number)) }
}
