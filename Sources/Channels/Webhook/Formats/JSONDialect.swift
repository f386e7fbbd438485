import Alerts
import Finance
import HTTP

/// The notice itself, as published; any 2xx is success.
struct JSONDialect: WebhookDialect {
    let url: Secret

    var address: String { url.reveal() }

    var readsBody: Bool { false }

    func message(for notice: Notice) -> WebhookMessage {
        WebhookMessage(url: url.reveal(), body: Array(NoticeCoding.encode(notice)))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict { WebhookVerdict(response) }
}
