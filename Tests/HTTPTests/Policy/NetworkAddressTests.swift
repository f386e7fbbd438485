import TestSupport
import Testing

@testable import HTTP

@Suite("Where an IP address leads", .io)
struct NetworkAddressTests {
    @Test(
        "addresses of this machine and the own network are told apart from the world",
        arguments: [
            (0x7f00_0001, .ownNetwork), (0x7fff_ffff, .ownNetwork),
            (0x0a00_0000, .ownNetwork), (0x0aff_ffff, .ownNetwork), (0x0b00_0000, .world),
            (0xac0f_ffff, .world), (0xac10_0000, .ownNetwork), (0xac1f_ffff, .ownNetwork),
            (0xac20_0000, .world), (0xc0a7_ffff, .world), (0xc0a8_0000, .ownNetwork),
            (0xc0a8_ffff, .ownNetwork), (0xc0a9_0000, .world), (0x643f_ffff, .world),
            (0x6440_0000, .ownNetwork), (0x647f_ffff, .ownNetwork), (0x6480_0000, .world),
            (0x0808_0808, .world), (0x0100_0000, .world), (0xdfff_ffff, .world),
        ] as [(UInt32, NetworkAddress.Reach)])
    func v4(bits: UInt32, reach: NetworkAddress.Reach) {
        #expect(NetworkAddress.v4(bits).reach == reach)
    }

    @Test(
        "unspecified, link-local, multicast and broadcast addresses are forbidden",
        arguments: [
            0x0000_0000, 0x00ff_ffff, 0xa9fe_0000, 0xa9fe_a9fe, 0xa9fe_ffff, 0xe000_0000,
            0xefff_ffff, 0xffff_ffff,
        ] as [UInt32])
    func forbiddenV4(bits: UInt32) {
        #expect(NetworkAddress.v4(bits).reach == .forbidden)
        #expect(
            NetworkAddress.v6(high: 0, low: 0xffff_0000_0000 | UInt64(bits)).reach == .forbidden)
    }

    @Test(
        "IPv6 follows the same rules",
        arguments: [
            (0, 0, NetworkAddress.Reach.forbidden), (0, 1, .ownNetwork),
            (0xfe80_0000_0000_0000, 1, .forbidden), (0xfebf_0000_0000_0000, 1, .forbidden),
            (0xfec0_0000_0000_0000, 1, .world), (0xff02_0000_0000_0000, 1, .forbidden),
            (0xfc00_0000_0000_0000, 1, .ownNetwork), (0xfdff_0000_0000_0000, 1, .ownNetwork),
            (0xfe00_0000_0000_0000, 1, .world), (0x2a00_1450_0000_0000, 1, .world),
        ] as [(UInt64, UInt64, NetworkAddress.Reach)])
    func v6(high: UInt64, low: UInt64, reach: NetworkAddress.Reach) {
        #expect(NetworkAddress.v6(high: high, low: low).reach == reach)
    }

    @Test(
        "an IPv4 address inside an IPv6 one is judged as itself",
        arguments: [
            (0, 0xffff_7f00_0001, NetworkAddress.Reach.ownNetwork),  // ::ffff:127.0.0.1
            (0, 0xffff_0808_0808, .world),  // ::ffff:8.8.8.8
            (0, 0xa9fe_a9fe, .forbidden),  // ::169.254.169.254
            (0x0064_ff9b_0000_0000, 0xa9fe_a9fe, .forbidden),  // 64:ff9b::169.254.169.254
            (0x0064_ff9b_0000_0000, 0x0808_0808, .world),
            (0x2002_a9fe_a9fe_0000, 1, .forbidden),  // 2002:a9fe:a9fe::1
            (0x2002_0808_0808_0000, 1, .world),
            // 6to4 around 192.168.0.1 and 127.0.0.1 leads to a relay, not into the own network.
            (0x2002_c0a8_0001_0000, 1, .forbidden), (0x2002_7f00_0001_0000, 1, .forbidden),
        ] as [(UInt64, UInt64, NetworkAddress.Reach)])
    func embedded(high: UInt64, low: UInt64, reach: NetworkAddress.Reach) {
        #expect(NetworkAddress.v6(high: high, low: low).reach == reach)
    }
}
