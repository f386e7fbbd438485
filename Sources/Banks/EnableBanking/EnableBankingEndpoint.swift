import Finance
import HTTP

/// A request that Enable Banking answers.
struct EnableBankingEndpoint: Sendable {
    /// The question in words, for messages; no identifier is in it.
    let words: String
    var method = HTTPRequest.Method.get
    let path: String
    /// Whether the bank itself is asked, so that it counts towards the quota.
    var isRead = false

    static func banks(country: String) -> EnableBankingEndpoint {
        let query = "country=\(URLText.encoded(country))&psu_type=personal&service=AIS"
        return EnableBankingEndpoint(words: "list of banks", path: "/aspsps?\(query)")
    }

    /// Begins a consent.
    static let authorization = EnableBankingEndpoint(words: "sign-in", method: .post, path: "/auth")
    /// Exchanges the bank's code for a session.
    static let session = EnableBankingEndpoint(words: "sign-in", method: .post, path: "/sessions")

    static func end(session: String) -> EnableBankingEndpoint {
        EnableBankingEndpoint(
            words: "sign-in", method: .delete, path: "/sessions/\(URLText.encoded(session))")
    }

    static func balances(uid: String) -> EnableBankingEndpoint {
        EnableBankingEndpoint(
            words: "balances", path: "/accounts/\(URLText.encoded(uid))/balances", isRead: true)
    }

    /// The transactions of an account; with a continuation key, the page that it refers to.
    ///
    /// All other parameters must stay the same.
    static func transactions(
        uid: String, from day: CalendarDay, key: String?
    ) -> EnableBankingEndpoint {
        // No date_to: one bank refuses it.
        let path = "/accounts/\(URLText.encoded(uid))/transactions?date_from=\(day)"
        let rest = key.map { "&continuation_key=\(URLText.encoded($0))" } ?? ""
        return EnableBankingEndpoint(words: "transactions", path: path + rest, isRead: true)
    }
}
