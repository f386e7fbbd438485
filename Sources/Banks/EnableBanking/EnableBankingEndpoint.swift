import Finance
import HTTP

/// A question that Enable Banking answers.
enum EnableBankingEndpoint: Sendable, Hashable {
    case banks(country: String)
    /// Begins a consent.
    case authorization
    /// Exchanges the bank's code for a session.
    case session
    case end(session: String)
    case balances(uid: String)
    /// With a key, the page that it leads to; everything else must stay as it was.
    case transactions(uid: String, from: CalendarDay, key: String?)

    /// The question in words, for messages; no identifier is in it.
    var words: String {
        switch self {
        case .banks: "list of banks"
        case .authorization, .session, .end: "sign-in"
        case .balances: "balances"
        case .transactions: "transactions"
        }
    }

    var method: HTTPRequest.Method {
        switch self {
        case .banks, .balances, .transactions: .get
        case .authorization, .session: .post
        case .end: .delete
        }
    }

    var path: String {
        switch self {
        case .banks(let country):
            "/aspsps?country=\(URLText.encoded(country))&psu_type=personal&service=AIS"
        case .authorization: "/auth"
        case .session: "/sessions"
        case .end(let session): "/sessions/\(URLText.encoded(session))"
        case .balances(let uid): "/accounts/\(URLText.encoded(uid))/balances"
        case .transactions(let uid, let day, let key):
            // No date_to: one bank refuses it.
            "/accounts/\(URLText.encoded(uid))/transactions?date_from=\(day)"
                + (key.map { "&continuation_key=\(URLText.encoded($0))" } ?? "")
        }
    }

    /// Whether the bank itself is asked, so that its quota counts.
    var isRead: Bool {
        switch self {
        case .balances, .transactions: true
        case .banks, .authorization, .session, .end: false
        }
    }
}
