import Foundation
import HTTP

/// The three headers of Standard Webhooks 1.0.0 for one attempt.
struct WebhookSignature {
    /// Identifies the event over all attempts; the receiver's key against doubles.
    let id: String
    /// Seconds since 1970 of this attempt.
    let seconds: Int64

    /// An attempt at `date` to deliver the event called `id`.
    init(id: String, at date: Date) {
        self.id = id
        seconds = Int64(date.timeIntervalSince1970.rounded(.down))
    }

    /// Whether the identifier can be signed: the dot would blur the parts of what is signed.
    var isValid: Bool {
        !id.isEmpty && id.utf8.count <= 256
            && id.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, 0x5F, 0x2D: true
                default: false
                }
            }
    }

    /// Identifier and time, and one signature per secret if there are any.
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
