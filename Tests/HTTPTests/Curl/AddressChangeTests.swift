import CCurl
import Glibc
import TestSupport
import Testing

@testable import HTTP

/// A name that leads somewhere else when the connection is made than when it was looked at.
@Suite("Addresses that change", .io)
struct AddressChangeTests {
    private func socket(_ request: PendingRequest, to host: UInt32) throws -> curl_socket_t {
        let transfer = try Transfer(request, TransportOptions())
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
    func rebinding() throws {
        var mail = MailRequest(
            url: "smtp://mail.example", sender: "a@b", recipients: ["c@d"], message: [13, 10])
        let encrypted = PendingRequest(try mail.exchange())
        mail.requiresEncryption = false
        let https = HTTPRequest(url: "https://hook.example/x")
        let http = HTTPRequest(url: "http://localhost/x")
        let message = MQTTRequest(url: "mqtt://broker.example", topic: "a", payload: [])
        let requests = [
            (PendingRequest(try https.exchange()), worldIsFine: true),
            (PendingRequest(try http.exchange()), false), (encrypted, true),
            (PendingRequest(try message.exchange()), false),
            (PendingRequest(try mail.exchange()), false),
        ]
        for (request, worldIsFine) in requests {
            // 169.254.169.254, 224.0.0.1 and 0.0.0.0 never, 8.8.8.8 encrypted, 127.0.0.1 always.
            for address in [0xA9FE_A9FE, 0xE000_0001, 0] as [UInt32] {
                #expect(try socket(request, to: address) == CURL_SOCKET_BAD)
            }
            for (address, isFine) in [(0x0808_0808, worldIsFine), (0x7F00_0001, true)] {
                let descriptor = try socket(request, to: UInt32(address))
                #expect((descriptor != CURL_SOCKET_BAD) == isFine)
                if descriptor != CURL_SOCKET_BAD { close(descriptor) }
            }
        }
    }
}
