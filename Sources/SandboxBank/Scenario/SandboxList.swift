/// The rows of an endpoint that the sandbox serves as the scenario gives them.
public struct SandboxList: Sendable, Equatable {
    /// The endpoint that lists the rows.
    public enum Endpoint: String, Sendable, Equatable, CaseIterable {
        /// `GET /Payments/{accountId}`: payments that wait for their day.
        case payments
        /// `GET /StandingOrders/{accountId}`.
        case standingOrders
        /// `GET /EFakturas` in v1, `GET /Efaktura` in v2.
        case eFakturas
        /// `GET /Cards`.
        case cards
        /// `GET /Customers`: the first row, as one object.
        case customers
        /// `GET /Mailbox/inbox` in v2: messages, with `body` and, if they have an `attachmentId`,
        /// `attachment`: its `name` and, in base64, its content as `attachment`.
        case inbox
        /// `GET /Mailbox/archive` in v2: the same.
        case archive

        /// Whether the address names an account.
        var isPerAccount: Bool { self == .payments || self == .standingOrders }
    }

    /// The endpoint.
    public let endpoint: Endpoint
    /// The account, as in ``SandboxAction``; `nil` for endpoints without one.
    public let account: String?
    /// Each row as JSON text, sent on without change.
    public let rows: [String]

    /// Describes a list; each of `rows` must be a JSON object.
    public init(endpoint: Endpoint, account: String?, rows: [String]) {
        self.endpoint = endpoint
        self.account = account
        self.rows = rows
    }
}
