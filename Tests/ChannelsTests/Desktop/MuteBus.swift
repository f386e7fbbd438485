import Foundation
import Glibc

/// A socket that takes connections, as the kernel does by itself, and never reads from them.
final class MuteBus: Sendable {
    /// Its folder; the socket in it is called `bus`.
    let folder: URL
    private let descriptor: Int32

    /// Why there is no socket.
    struct Failure: Error {
        /// The system's error number.
        let number: Int32
    }

    /// Listens in a fresh folder; its name is short, as a socket's path has to be.
    init() throws {
        folder = URL(fileURLWithPath: "/tmp/mute-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array((folder.path + "/bus").utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(descriptor, 8) == 0 else { throw Failure(number: errno) }
    }

    /// As `DBUS_SESSION_BUS_ADDRESS` has it.
    var address: String { "unix:path=\(folder.path)/bus" }

    /// Stops listening and removes the folder.
    func close() {
        Glibc.close(descriptor)
        try? FileManager.default.removeItem(at: folder)
    }
}
