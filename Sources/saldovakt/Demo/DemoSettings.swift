import Channels
import Finance
import Foundation
import SandboxBank
import Settings

/// The settings of the demo, made instead of read.
struct DemoSettings: Sendable {
    let configuration: Configuration

    /// Points at the demo's own bank and receiver.
    init(scenario: SandboxScenario, bankPort: Int, hookPort: Int, key: Secret) {
        var bank = SbankenSettings(
            clientID: SecretReference(.environment("DEMO_CLIENT_ID")),
            clientSecret: SecretReference(.environment("DEMO_CLIENT_SECRET")))
        bank.apiURL = "http://127.0.0.1:\(bankPort)" + SandboxDialect.v2.basePath
        bank.authURL = "http://127.0.0.1:\(bankPort)/identityserver/connect/token"
        let hook = WebhookSettings(
            format: .json, url: .literal(Secret("http://127.0.0.1:\(hookPort)/hook")),
            signingSecrets: [SecretReference(.environment("DEMO_SIGNING_KEY"))])
        let settings = SaldovaktSettings(
            banks: [BankSettings(id: "sandbox", access: .sbanken(bank))],
            channels: [ChannelSettings(name: "hook", kind: .webhook(hook))])
        let resolver = SecretResolver(
            environment: [
                "DEMO_CLIENT_ID": scenario.credentials.clientId,
                "DEMO_CLIENT_SECRET": scenario.credentials.clientSecret.reveal(),
                "DEMO_SIGNING_KEY": key.reveal(),
            ], directory: "/", homeDirectory: "/", files: LocalFiles(),
            keyring: SecretServiceKeyring())
        configuration = Configuration(settings: settings, resolver: resolver)
    }

    /// A fresh key of 32 random bytes, in the form of Standard Webhooks.
    static func signingKey() -> Secret {
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        return Secret("whsec_" + Data(bytes).base64EncodedString())
    }
}

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
