import Finance
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Channels

@Suite("signing secret", .io)
struct SigningSecretTests {
    /// The bytes 00 to 1f.
    static let text = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    @Test("signs as the reference library does")
    func vector() throws {
        // Made once with the reference library (PyPI standardwebhooks 1.1.0).
        let body =
            "{\"type\":\"balance.below\",\"timestamp\":\"2026-11-21T04:00:00Z\","
            + "\"data\":{\"konto\":\"lønn\",\"saldo\":\"87.50\"}}"
        let secret = try #require(SigningSecret(Secret(Self.text)))
        let stamp = WebhookSignature(id: "msg_01J", at: Date(timeIntervalSince1970: 1_700_000_000))
        let headers = stamp.headers(for: Array(body.utf8), secrets: [secret])
        #expect(
            headers == [
                HTTPHeader("webhook-id", "msg_01J"),
                HTTPHeader("webhook-timestamp", "1700000000"),
                HTTPHeader("webhook-signature", "v1,DdQJJ3ems5tQxE7xps789bqwCQ7dYy2VjkKlow7vJUM="),
            ])
    }

    @Test("a line end after the secret, as files have, is ignored")
    func lineEnd() throws {
        let signatures = try ["", "\n"].map { end in
            try #require(SigningSecret(Secret(Self.text + end))).signature(of: [1], [2])
        }
        #expect(signatures[0] == signatures[1])
    }

    @Test(
        "anything else is refused",
        arguments: [
            "hemmelig-passord-123", "", "WHSEC_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
            "whsec_hemmelig!!", "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "whsec_",
            "whsec_c2hvcnQ=", "whsec_" + Data(repeating: 7, count: 65).base64EncodedString(),
        ])
    func refused(text: String) {
        #expect(SigningSecret(Secret(text)) == nil)
    }

    @Test("a secret does not show itself")
    func hidden() throws {
        let secret = try #require(SigningSecret(Secret(Self.text)))
        var dumped = ""
        dump(secret, to: &dumped)
        for shown in ["\(secret)", String(reflecting: secret), dumped] {
            #expect(!shown.contains("AAEC") && !shown.contains("0, 1, 2"))
        }
    }

    @Test("an id with a dot or a line break can't be signed", arguments: ["a.b", "a\nb", "", "å"])
    func invalidID(id: String) {
        #expect(!WebhookSignature(id: id, at: Date()).isValid)
    }
}
