import Finance
import HTTP

/// A request that the bank answers.
struct SbankenEndpoint: Sendable {
    typealias Query = [(name: String, value: String)]

    /// The request in words, for messages; it contains no identifier of an account.
    let words: String
    let path: String
    /// The parameters beside those of paging; `endDate` is never today, which the bank handled
    /// badly.
    let query: Query
    let isPaged: Bool

    private init(
        _ words: String, _ path: String, of account: String? = nil, query: Query = [],
        isPaged: Bool = false
    ) {
        self.words = words
        self.path = path + (account.map { "/" + URLText.encoded($0) } ?? "")
        self.query = query
        self.isPaged = isPaged
    }

    static let accounts = SbankenEndpoint("accounts", "/Accounts")
    static let cards = SbankenEndpoint("cards", "/Cards")

    static func account(_ id: String) -> SbankenEndpoint {
        SbankenEndpoint("account", "/Accounts", of: id)
    }

    static func transactions(account: String, from day: CalendarDay) -> SbankenEndpoint {
        SbankenEndpoint(
            "transactions", "/Transactions", of: account, query: days(from: day), isPaged: true)
    }

    /// The booked rows of an account with stable identifiers, between two days or up to now.
    static func archive(
        account: String, from day: CalendarDay, through last: CalendarDay?
    ) -> SbankenEndpoint {
        SbankenEndpoint(
            "archive of transactions", "/Transactions/archive", of: account,
            query: days(from: day, through: last), isPaged: true)
    }

    static func payments(account: String) -> SbankenEndpoint {
        SbankenEndpoint("payments", "/Payments", of: account, isPaged: true)
    }

    static func standingOrders(account: String) -> SbankenEndpoint {
        SbankenEndpoint("standing orders", "/StandingOrders", of: account)
    }

    /// The second form has the word in the singular.
    static func eInvoices(
        _ dialect: SbankenDialect, from day: CalendarDay, through last: CalendarDay
    ) -> SbankenEndpoint {
        SbankenEndpoint(
            "e-invoices", dialect == .v1 ? "/EFakturas" : "/Efaktura",
            query: [("status", "NEW")] + days(from: day, through: last), isPaged: true)
    }

    private static func days(from first: CalendarDay, through last: CalendarDay? = nil) -> Query {
        [("startDate", first.description)] + (last.map { [("endDate", $0.description)] } ?? [])
    }
}
