import Finance
import HTTP

/// A question that the bank answers.
enum SbankenEndpoint: Sendable, Hashable {
    case token
    case accounts
    case account(String)
    case transactions(account: String, from: CalendarDay)
    /// The booked rows of an account with identifiers that stay, between two days or up to now.
    case archive(account: String, from: CalendarDay, through: CalendarDay?)
    case cards
    case payments(account: String)
    case standingOrders(account: String)
    case eInvoices(from: CalendarDay, to: CalendarDay)

    /// The question in words, for messages; no identifier of an account is in it.
    var words: String {
        switch self {
        case .token: "token"
        case .accounts: "accounts"
        case .account: "account"
        case .transactions: "transactions"
        case .archive: "archive of transactions"
        case .cards: "cards"
        case .payments: "payments"
        case .standingOrders: "standing orders"
        case .eInvoices: "e-invoices"
        }
    }

    func path(in dialect: SbankenDialect) -> String {
        switch self {
        case .token: ""
        case .accounts: "/Accounts"
        case .account(let id): "/Accounts/\(URLText.encoded(id))"
        case .transactions(let id, _): "/Transactions/\(URLText.encoded(id))"
        case .archive(let id, _, _): "/Transactions/archive/\(URLText.encoded(id))"
        case .cards: "/Cards"
        case .payments(let id): "/Payments/\(URLText.encoded(id))"
        case .standingOrders(let id): "/StandingOrders/\(URLText.encoded(id))"
        // The second form has the word in the singular.
        case .eInvoices: dialect == .v1 ? "/EFakturas" : "/Efaktura"
        }
    }

    /// The parameters beside those of paging; `endDate` is never today, which the bank took badly.
    var query: [(name: String, value: String)] {
        switch self {
        case .transactions(_, let day), .archive(_, let day, nil): [("startDate", day.description)]
        case .archive(_, let from, let through?):
            [("startDate", from.description), ("endDate", through.description)]
        case .eInvoices(let from, let to):
            [("status", "NEW"), ("startDate", from.description), ("endDate", to.description)]
        default: []
        }
    }

    var isPaged: Bool {
        switch self {
        case .transactions, .archive, .payments, .eInvoices: true
        case .token, .accounts, .account, .standingOrders, .cards: false
        }
    }
}
