import Channels
import Finance
import Foundation
import SandboxBank

/// Checks the signature of a webhook as its receiver would (Standard Webhooks 1.0.0).
enum DemoSignature: Sendable {
    /// Whether one of the request's signatures fits its id, time and body.
    static func isGenuine(_ request: ReceivedRequest, key: Secret) -> Bool {
        guard let id = request.header("webhook-id"),
            let timestamp = request.header("webhook-timestamp"),
            let signatures = request.header("webhook-signature"),
            let secret = SigningSecret(key)
        else { return false }
        return secret.verifies(
            id: id, timestamp: timestamp, body: request.body, signatures: signatures)
    }
}
