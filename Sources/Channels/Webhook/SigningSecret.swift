import Crypto
public import Finance
import Foundation
import HTTP

/// A key that signs webhooks as Standard Webhooks 1.0.0 defines it: `whsec_` and base64.
///
/// The key itself is the decoded bytes, 24 to 64 of them. Nothing of it is ever shown.
public struct SigningSecret: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: SymmetricKey
    /// The prepared computation with the key, the same for every message.
    private let prepared: HMAC<SHA256>

    /// Reads a secret; `nil` for one of another form.
    public init?(_ secret: Secret) {
        guard let bytes = secret.signingKey else { return nil }
        key = SymmetricKey(data: bytes)
        prepared = HMAC<SHA256>(key: key)
    }

    /// The signature of a message in two parts, base64 of HMAC-SHA256.
    func signature(of head: [UInt8], _ body: [UInt8]) -> String {
        var code = prepared
        head.withUnsafeBytes { code.update(data: $0) }
        body.withUnsafeBytes { code.update(data: $0) }
        return Data(code.finalize()).base64EncodedString()
    }

    public var description: String { "‹secret›" }

    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SigningSecret {
    /// Whether a received webhook was signed with this key, by its headers as they came.
    ///
    /// One matching `v1` signature is enough; the caller checks the age of the timestamp.
    public func verifies(id: String, timestamp: String, body: [UInt8], signatures: String) -> Bool {
        let message = Array("\(id).\(timestamp).".utf8) + body
        return signatures.split(separator: " ").contains { part in
            guard part.hasPrefix("v1,"), let code = Data(base64Encoded: String(part.dropFirst(3)))
            else { return false }
            return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
        }
    }
}

/// The three headers of Standard Webhooks 1.0.0 for one attempt.
struct WebhookSignature {
    /// Identifies the event over all attempts, so that the receiver can drop repetitions.
    let id: String
    /// Seconds since 1970 of this attempt.
    let seconds: Int64

    init(id: String, at date: Date) {
        self.id = id
        seconds = Int64(date.timeIntervalSince1970.rounded(.down))
    }

    /// Whether the identifier can be signed: a dot would make the signed parts ambiguous.
    var isValid: Bool {
        !id.isEmpty && id.utf8.count <= 256
            && id.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, 0x5F, 0x2D: true
                default: false
                }
            }
    }

    func headers(for body: [UInt8], secrets: [SigningSecret]) -> [HTTPHeader] {
        let headers = [
            HTTPHeader("webhook-id", id), HTTPHeader("webhook-timestamp", String(seconds)),
        ]
        guard !secrets.isEmpty else { return headers }
        let head = Array("\(id).\(seconds).".utf8)
        let signatures = secrets.map { "v1," + $0.signature(of: head, body) }
        return headers + [HTTPHeader("webhook-signature", signatures.joined(separator: " "))]
    }
}
