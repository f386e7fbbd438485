import Foundation
import HTTP
import TestSupport
import Testing

@Suite(
    "Encrypted connections", .programs,
    .enabled(if: FileManager.default.isExecutableFile(atPath: TLSServer.program)))
struct CurlTransportTLSTests {
    @Test("a certificate that nobody trusts ends the exchange")
    func untrusted() async throws {
        #expect(try await outcome(subject: "IP:127.0.0.1", trusts: false) == .untrustedCertificate)
    }

    @Test("a certificate from the given file is trusted for the host it names")
    func trusted() async throws {
        #expect(try await outcome(subject: "IP:127.0.0.1", trusts: true) == nil)
    }

    @Test("a trusted certificate of another host is not enough")
    func wrongHost() async throws {
        let found = try await outcome(subject: "DNS:bank.example", trusts: true)
        #expect(found == .untrustedCertificate)
    }

    @Test("TLS 1.1 is not spoken")
    func oldVersion() async throws {
        let arguments = ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
        let found = try await outcome(
            subject: "IP:127.0.0.1", trusts: true, arguments: arguments)
        #expect(found == .tls)
    }

    private func outcome(
        subject: String, trusts: Bool, arguments: [String] = []
    ) async throws -> TransportError? {
        let server = try await TLSServer(subject: subject, arguments: arguments)
        defer { server.stop() }
        let file = trusts ? server.certificate : nil
        let transport = CurlTransport(options: TransportOptions(trustedCertificates: file))
        defer { transport.close() }
        let request = HTTPRequest(url: "https://127.0.0.1:\(server.port)/")
        return await failure(of: request, over: transport)
    }
}
