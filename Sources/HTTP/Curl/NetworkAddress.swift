import CCurl
import Glibc

/// An IP address to which the operating system is about to connect.
enum NetworkAddress: Sendable, Hashable {
    /// IPv4, in host byte order.
    case v4(UInt32)
    /// IPv6, its 128 bits as two halves.
    case v6(high: UInt64, low: UInt64)

    /// The network that an address belongs to.
    enum Reach: Sendable, Hashable {
        case ownNetwork
        case world
        /// Link-local, multicast, broadcast or unspecified: never contacted.
        case forbidden
    }

    /// The network of the address; an IPv4 address inside an IPv6 one is judged as IPv4.
    var reach: Reach {
        switch self {
        case .v4(let bits): Self.reach(ofV4: bits)
        case .v6(let high, let low): Self.reach(high: high, low: low)
        }
    }

    private static func reach(ofV4 bits: UInt32) -> Reach {
        switch bits {
        case 0x0000_0000...0x00ff_ffff: .forbidden  // 0.0.0.0/8, "this host"
        case 0xa9fe_0000...0xa9fe_ffff: .forbidden  // 169.254.0.0/16, link-local
        case 0xe000_0000...0xefff_ffff: .forbidden  // 224.0.0.0/4, multicast
        case 0xffff_ffff: .forbidden  // broadcast
        case 0x7f00_0000...0x7fff_ffff: .ownNetwork  // 127.0.0.0/8, loopback
        case 0x0a00_0000...0x0aff_ffff: .ownNetwork  // 10.0.0.0/8
        case 0xac10_0000...0xac1f_ffff: .ownNetwork  // 172.16.0.0/12
        case 0xc0a8_0000...0xc0a8_ffff: .ownNetwork  // 192.168.0.0/16
        case 0x6440_0000...0x647f_ffff: .ownNetwork  // 100.64.0.0/10, shared (RFC 6598)
        default: .world
        }
    }

    private static func reach(high: UInt64, low: UInt64) -> Reach {
        if let embedded = embeddedV4(high: high, low: low) { return reach(ofV4: embedded) }
        if high >> 48 == 0x2002 {  // 2002:a.b:c.d::, 6to4: what is sent there leaves by a relay
            let sender = reach(ofV4: UInt32(truncatingIfNeeded: high >> 16))
            return sender == .world ? .world : .forbidden
        }
        if high == 0, low == 0 { return .forbidden }  // ::
        if high == 0, low == 1 { return .ownNetwork }  // ::1
        if high >> 56 == 0xff { return .forbidden }  // ff00::/8, multicast
        if high >> 54 == 0xfe80 >> 6 { return .forbidden }  // fe80::/10, link-local
        if high >> 57 == 0xfc >> 1 { return .ownNetwork }  // fc00::/7, unique local
        return .world
    }

    /// The IPv4 address in `::ffff:a.b.c.d`, `::a.b.c.d` or `64:ff9b::a.b.c.d`.
    private static func embeddedV4(high: UInt64, low: UInt64) -> UInt32? {
        let tail = UInt32(truncatingIfNeeded: low)
        if high == 0, low >> 32 == 0xffff { return tail }
        if high == 0, low >> 32 == 0, tail > 1 { return tail }
        if high == 0x0064_ff9b_0000_0000, low >> 32 == 0 { return tail }
        return nil
    }
}

extension NetworkAddress {
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
        default: return nil
        }
    }
}
