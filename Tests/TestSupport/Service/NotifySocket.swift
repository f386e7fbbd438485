import Foundation
import Glibc

/// A datagram socket such as systemd listens on.
public final class NotifySocket: Sendable {
    /// The value for `NOTIFY_SOCKET`.
    public let name: String
    private let descriptor: Int32

    /// Listens on a file's path, or on an abstract name.
    public init(isAbstract: Bool) throws {
        let unique = "saldovakt-\(UUID().uuidString)"
        let folder = FileManager.default.temporaryDirectory.path
        name = isAbstract ? "@\(unique)" : "\(folder)/\(unique)"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if isAbstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length)
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
        unlink(name)
    }

    /// The datagrams that have arrived; a datagram on this machine is there once it is sent.
    public func received() -> [String] {
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count >= 0 else { return messages }
            messages.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
    }
}
