import CCurl
import Glibc
import Testing

@testable import HTTP

/// A name that leads somewhere else when the connection is made than when it was looked at.
@Suite("Addresses that change")
struct AddressChangeTests {
    private func socket(_ job: CurlJob, to host: UInt32) async throws -> curl_socket_t {
        let order = try await CurlOrder.unawaited(job)
        let transfer = try CurlTransfer(order: order, options: TransportOptions())
        var address = curl_sockaddr()
        address.family = AF_INET
        address.socktype = Int32(SOCK_STREAM.rawValue)
        var inner = sockaddr_in()
        inner.sin_family = sa_family_t(AF_INET)
        inner.sin_addr.s_addr = host.bigEndian
        withUnsafeBytes(of: &inner) { bytes in
            withUnsafeMutableBytes(of: &address.addr) { $0.copyMemory(from: bytes) }
        }
        address.addrlen = UInt32(MemoryLayout<sockaddr_in>.size)
        return transfer.openSocket(&address)
    }

    @Test("guarantee 44: whatever the name was, the address of the moment is judged")
    func rebinding() async throws {
        var mail = MailRequest(
            url: "smtp://mail.example", sender: "a@b", recipients: ["c@d"], message: [13, 10])
        let jobs: [(CurlJob, worldIsFine: Bool)] = [
            (try .web(HTTPRequest(url: "https://hook.example/x")), true),
            (try .web(HTTPRequest(url: "http://localhost/x")), false), (.mail(mail), true),
            (.mqtt(MQTTRequest(url: "mqtt://broker.example", topic: "a", payload: [])), false),
        ]
        mail.requiresEncryption = false
        for (job, worldIsFine) in jobs + [(.mail(mail), false)] {
            // 169.254.169.254, 224.0.0.1 and 0.0.0.0 never, 8.8.8.8 encrypted, 127.0.0.1 always.
            for address in [0xA9FE_A9FE, 0xE000_0001, 0] as [UInt32] {
                #expect(try await socket(job, to: address) == CURL_SOCKET_BAD)
            }
            for (address, isFine) in [(0x0808_0808, worldIsFine), (0x7F00_0001, true)] {
                let descriptor = try await socket(job, to: UInt32(address))
                #expect((descriptor != CURL_SOCKET_BAD) == isFine)
                if descriptor != CURL_SOCKET_BAD { close(descriptor) }
            }
        }
    }
}
