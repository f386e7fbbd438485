import Finance

extension SbankenPoll {
    /// Days ahead for which e-invoices are asked.
    private static let daysAhead = 180

    /// Payments, standing orders and e-invoices of all accounts; `nil` if one list is not to be
    /// had, because half of what is due would read as good news.
    func scheduled(_ accounts: [SbankenAccount]) async throws(SbankenTrouble) -> [ScheduledItem]? {
        do {
            var items: [ScheduledItem] = []
            for account in accounts {
                items += try await list(
                    .payments(account: account.id), account.id, SbankenScheduled.payment)
                items += try await list(
                    .standingOrders(account: account.id), account.id,
                    SbankenScheduled.standingOrder)
            }
            let endpoint = SbankenEndpoint.eInvoices(
                from: today.adding(days: -Self.daysAhead), to: today.adding(days: Self.daysAhead))
            let payer = accounts.first { $0.observation.kind == .asset } ?? accounts.first
            return items + (try await list(endpoint, payer?.id ?? "", SbankenScheduled.eInvoice))
        } catch {
            guard error.mayConcernOneList else { throw error }
            return nil
        }
    }

    private func list(
        _ endpoint: SbankenEndpoint, _ account: String,
        _ read: (SbankenRow, String) throws(SbankenTrouble) -> ScheduledItem?
    ) async throws(SbankenTrouble) -> [ScheduledItem] {
        var items: [ScheduledItem] = []
        for row in try await client.list(endpoint) {
            if let item = try read(row, account) { items.append(item) }
        }
        return items
    }
}

extension SbankenTrouble {
    /// Whether accounts and transactions read in the same poll are still worth something: a key
    /// may lack the scope for one list, which the bank tells with 401 or 403.
    var mayConcernOneList: Bool {
        switch self {
        case .signInRefused, .notFound, .failed: true
        case .throttled, .cancelled: false
        }
    }
}
