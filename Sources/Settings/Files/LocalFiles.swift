import Glibc

/// The files of this machine.
public struct LocalFiles: FileReading {
    /// Needs nothing.
    public init() {}

    /// Opens, looks at the mode and reads through one descriptor, so that the file cannot be
    /// exchanged between the look and the reading.
    public func read(path: String, limit: Int) throws(FileProblem) -> FileContents {
        // O_NONBLOCK: opening a pipe must not wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw problem(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw problem(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        let bytes = try content(of: descriptor, limit: limit)
        return FileContents(bytes: bytes, mode: FileMode(status.st_mode))
    }

    private func content(of descriptor: Int32, limit: Int) throws(FileProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: buffer[..<count])
            } else if errno != EINTR {
                throw problem(errno)
            }
        }
        throw .tooLong(limit: limit)
    }

    private func problem(_ number: Int32) -> FileProblem {
        switch number {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .notAllowed
        case EISDIR: .notAFile
        default: .other(errno: number)
        }
    }
}
