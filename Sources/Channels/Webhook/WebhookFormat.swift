import Alerts

/// The form in which a receiver wants a notice.
public enum WebhookFormat: String, Sendable, Hashable, CaseIterable {
    /// The notice itself, as published, with the headers of Standard Webhooks.
    case json
    /// A message for an incoming webhook of Slack, or of what speaks like it.
    case slack

    /// The body of the request.
    func body(for notice: Notice) -> [UInt8] {
        switch self {
        case .json: Array(NoticeCoding.encode(notice))
        case .slack: SlackMessage(notice).encoded()
        }
    }

    /// Whether identifier and time go along even when nothing is signed.
    var namesTheEvent: Bool { self == .json }
}
