import Alerts
public import Finance
import HTTP

extension WebhookReceiver {
    /// A receiver of the notification itself, as published, with the headers of Standard Webhooks;
    /// any 2xx is success.
    public static func json(url: Secret, signingSecrets: [SigningSecret] = []) -> WebhookReceiver {
        WebhookReceiver(
            address: url, readsBody: false, signingSecrets: signingSecrets, namesTheEvent: true,
            message: { WebhookMessage(url: url.reveal(), body: NotificationCoding.bytes($0)) })
    }

    /// Home Assistant: its webhook, which an automation reads, or with a token the address of a
    /// notify service.
    ///
    /// Its webhooks answer 200 to everybody, even for a wrong id or an invalid body, so that nobody
    /// can guess ids: "delivered" means that Home Assistant answered. A notify service reports its
    /// result.
    public static func homeAssistant(url: Secret, token: Secret? = nil) -> WebhookReceiver {
        WebhookReceiver(
            address: url, readsBody: false,
            message: { notification in
                guard let token else {
                    return WebhookMessage(
                        url: url.reveal(), body: NotificationCoding.bytes(notification))
                }
                let writer = MessageText(escaping: .plain, unit: .bytes, limit: 8_000)
                let (title, message) = writer.apart(MessageParts(notification), title: 600)
                return WebhookMessage(
                    to: url.reveal(), headers: [.bearer(token)],
                    json: ["message": .string(message), "title": .string(title)])
            }, verdict: { $0.verdict.confirmed(by: $0.reply != .page) })
    }
}

extension HTTPHeader {
    static func bearer(_ token: Secret) -> HTTPHeader {
        HTTPHeader("Authorization", "Bearer \(token.reveal())")
    }
}
