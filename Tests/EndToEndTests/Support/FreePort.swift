import Foundation
import Synchronization
import TestSupport

/// Ports that nobody listens on.
enum FreePort {
    /// Below the ports that Linux gives to connections and to servers that ask for any, so that no
    /// other test gets one of them before it is used.
    private static let range = 20_000..<32_000
    private static let taken = Atomic<Int>(Int.random(in: range))

    /// A port on 127.0.0.1 that can be bound, another one each time.
    static func any() throws -> Int {
        for _ in range {
            let number = taken.add(1, ordering: .relaxed).newValue
            let port = range.lowerBound + number % range.count
            if isFree(port) { return port }
        }
        throw ForeignProcess.Failure(description: "no port is free")
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
