import HTTP
import Testing

@Suite("Transport errors")
struct TransportErrorTests {
    private static let all: [(TransportError, retryable: Bool, delivered: Bool)] = [
        (.unreachable, true, false), (.timedOut, true, true), (.connectionLost, true, true),
        (.tls, true, false), (.untrustedCertificate, false, false), (.cancelled, false, true),
        (.bodyTooLarge(status: 200), false, true), (.headersTooLarge, false, true),
        (.malformedResponse, false, true), (.refusedURL(.scheme), false, false),
        (.refusedHeader("X"), false, false), (.closed, false, true),
        (.other(code: 27), false, true),
    ]

    @Test("each says whether trying again may help and whether the server may have acted")
    func facts() {
        for (error, retryable, delivered) in Self.all {
            #expect(error.isRetryable == retryable, "\(error)")
            #expect(error.wasPossiblyDelivered == delivered, "\(error)")
        }
    }

    @Test("each has words of its own")
    func words() {
        #expect(Set(Self.all.map { $0.0.description }).count == Self.all.count)
    }
}
