import Alerts
import Finance
import HTTP

/// A webhook of Discord: content up to 2,000 characters, nobody mentioned, no previews of links.
///
/// `wait` makes Discord answer only when the message is stored. A webhook that was deleted answers
/// 404 and must not be used again; after 10,000 refusals in ten minutes Discord bans an address.
struct DiscordDialect: WebhookDialect {
    private struct Body: Encodable {
        struct Mentions: Encodable {
            let parse: [String] = []
        }

        let content: String
        let allowed_mentions = Mentions()
        let flags: Int
    }

    private struct Failure: Decodable {
        let code: Int?
        let retry_after: Double?
    }

    let url: Secret

    var address: String { url.reveal() }

    func message(for notice: Notice) -> WebhookMessage {
        let parts = MessageParts(notice)
        let writer = MessageText(escaping: .markdown, unit: .utf16, limit: 2_000)
        // SUPPRESS_EMBEDS, and SUPPRESS_NOTIFICATIONS for what nobody has to look at.
        let flags = 1 << 2 | (parts.tone == .quiet ? 1 << 12 : 0)
        let body = Body(content: writer.text(parts) { "**\($0)**" }, flags: flags)
        return WebhookMessage(
            url: URLText.adding("wait", "true", to: url.reveal()), body: JSONBody.encode(body))
    }

    func verdict(on response: HTTPResponse) -> WebhookVerdict {
        if response.status == 404 { return .gone }
        let wish = JSONBody.decode(Failure.self, from: response.body)?.retry_after
        return WebhookVerdict(response).waiting(atLeast: wish)
            .confirmed(by: WebhookReply(response.body) != .page)
    }

    func hint(in response: HTTPResponse) -> String? {
        guard response.status >= 400 else { return nil }
        return JSONBody.decode(Failure.self, from: response.body)?.code.map { "code \($0)" }
    }

    /// Discord says how many requests are left and for how long none are.
    func pause(after response: HTTPResponse) -> Duration? {
        guard response.header("X-RateLimit-Remaining") == "0",
            let seconds = response.header("X-RateLimit-Reset-After").flatMap({ Double($0) }),
            seconds > 0
        else { return nil }
        return .milliseconds(Int64(min(seconds, 3_600) * 1_000) + 1)
    }
}
