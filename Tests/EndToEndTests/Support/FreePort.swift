import Foundation
import TestSupport

/// Ports that nobody listens on.
enum FreePort {
    /// A port on 127.0.0.1 that the system gave out and took back.
    static func any() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                bind(descriptor, general, length) == 0
                    && getsockname(descriptor, general, &length) == 0
            }
        }
        guard result else { throw ForeignProcess.Failure(description: "no port is free") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
