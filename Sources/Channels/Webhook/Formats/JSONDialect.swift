import Alerts
import Finance
import HTTP

/// The notice itself, as published; any 2xx is success.
struct JSONDialect: WebhookDialect {
    let url: Secret

    var address: String { url.reveal() }

    var readsBody: Bool { false }

    func message(for notice: Notice) -> WebhookMessage {
        message(with: NoticeCoding.bytes(notice))
    }

    func message(publishing bytes: [UInt8]) -> WebhookMessage? { message(with: bytes) }

    private func message(with body: [UInt8]) -> WebhookMessage {
        WebhookMessage(url: url.reveal(), body: body)
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict { WebhookVerdict(response) }
}
