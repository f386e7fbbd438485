import Foundation

/// A way to write to a descriptor without waiting.
///
/// The flag that a pipe or a terminal does not block would belong to everyone who has it open, the
/// shell too. So it is opened a second time; a socket can be asked for each write.
enum Passage: Sendable {
    /// What became of some bytes.
    enum Outcome: Sendable {
        /// So many were taken; fewer than all if the reader stands still.
        case written(Int)
        /// There is no reader any more.
        case closed
        /// Not now, such as for want of space on the disk.
        case refused
    }

    /// A file: it never stands still.
    case file(Int32)
    /// A second descriptor, which does not block.
    case second(Int32)
    /// A socket.
    case socket(Int32)
    /// Nothing can be said of it: every byte may have to wait.
    case unknown

    /// Looks at what a descriptor leads to; never closes what it opens, like the descriptor itself.
    init(to descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            self = .unknown
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file(descriptor)
        case S_IFSOCK: self = .socket(descriptor)
        default:
            let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let second = open("/proc/self/fd/\(descriptor)", flags)
            self = second < 0 ? .unknown : .second(second)
        }
    }

    /// Writes what is taken at once.
    func write(_ bytes: [UInt8]) -> Outcome {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { attempt($0) }
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .written(done)
            case EPIPE, ECONNRESET, ENOTCONN, EIO, EBADF: return .closed
            default: return .refused
            }
        }
        return .written(done)
    }

    private func attempt(_ bytes: UnsafeRawBufferPointer) -> Int {
        switch self {
        case .file(let descriptor), .second(let descriptor):
            return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        case .socket(let descriptor):
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            return send(descriptor, bytes.baseAddress, bytes.count, flags)
        case .unknown:
            errno = EAGAIN
            return -1
        }
    }
}
