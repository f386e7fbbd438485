import HTTP
import TestSupport
import Testing

@Suite("Transport errors", .io)
struct TransportErrorTests {
    private static let all: [(TransportError, retryable: Bool)] = [
        (.unreachable, true), (.timedOut, true), (.connectionLost, true),
        (.tls, true), (.untrustedCertificate, false), (.cancelled, false),
        (.bodyTooLarge(status: 200), false), (.headersTooLarge, false),
        (.malformedResponse, false), (.refusedURL(.scheme), false),
        (.refusedHeader("X"), false), (.closed, false),
        (.noPasswordLogin, false), (.other(code: 27), false),
    ]

    @Test("each says whether trying again may help")
    func facts() {
        for (error, retryable) in Self.all {
            #expect(error.isRetryable == retryable, "\(error)")
        }
    }

    @Test("each has words of its own")
    func words() {
        #expect(Set(Self.all.map { $0.0.description }).count == Self.all.count)
    }
}
