import Finance

/// The currency of each account of a snapshot, for rows that name none.
struct Currencies {
    /// Only accounts in another currency than kroner; there are hardly ever any.
    private let foreign: [(id: String, currency: Currency)]

    /// Collects the currencies.
    init(of accounts: [AccountFields]) {
        foreign = accounts.filter { $0.currency != .nok }.map { ($0.id, $0.currency) }
    }

    /// The currency of the account, NOK if the snapshot does not list it.
    subscript(account: String) -> Currency {
        foreign.isEmpty ? .nok : foreign.first { $0.id == account }?.currency ?? .nok
    }
}
