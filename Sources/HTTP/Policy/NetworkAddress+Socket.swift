import CCurl
import Glibc

extension NetworkAddress {
    /// Reads the address that libcurl is about to connect to; `nil` for other than IPv4 and IPv6.
    init?(_ address: UnsafePointer<curl_sockaddr>) {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        // libcurl gives room for the longest address from here on, not only for a `sockaddr`.
        let bytes = UnsafeRawPointer(address) + offset
        switch address.pointee.family {
        case AF_INET:
            let socket = bytes.loadUnaligned(as: sockaddr_in.self)
            self = .v4(UInt32(bigEndian: socket.sin_addr.s_addr))
        case AF_INET6:
            guard let start = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) else { return nil }
            let high = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            let low = bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
            self = .v6(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
        default:
            return nil
        }
    }
}
