import Finance

extension SbankenPoll {
    private static let daysAhead = 180

    /// Payments, standing orders and e-invoices of all accounts; `nil` if one list is not
    /// available.
    ///
    /// Half of the due items would be misleading.
    func scheduled(_ accounts: [AccountObservation]) async throws(BankError) -> [ScheduledItem]? {
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
                client.configuration.dialect, from: today.adding(days: -Self.daysAhead),
                through: today.adding(days: Self.daysAhead))
            let payer = accounts.first { $0.kind == .asset } ?? accounts.first
            return items + (try await list(endpoint, payer?.id ?? "", SbankenScheduled.eInvoice))
        } catch {
            guard error.mayConcernOneList else { throw error }
            return nil
        }
    }

    private func list(
        _ endpoint: SbankenEndpoint, _ account: String,
        _ read: (AnswerRow, String) throws(BankError) -> ScheduledItem?
    ) async throws(BankError) -> [ScheduledItem] {
        var items: [ScheduledItem] = []
        for row in try await client.list(endpoint) {
            if let item = try read(row, account) { items.append(item) }
        }
        return items
    }
}

/// Rows of the three lists of scheduled items.
///
/// All amounts are positive in the bank's answers and leave the account, so they are negative here.
/// The receiver's name comes first as text, because payments and standing orders for the same thing
/// agree in it.
enum SbankenScheduled {
    /// A payment that waits for its day; `nil` for one that was stopped.
    static func payment(_ row: AnswerRow, account: String) throws(BankError) -> ScheduledItem? {
        guard try row.flag("isActive") ?? true else { return nil }
        let receiver = try row.words("beneficiaryName")
        let text = try row.words("text")
        return ScheduledItem(
            bankAccountID: account, id: try row.required(try row.words("paymentId"), "paymentId"),
            amount: try outgoing(row, "amount"),
            due: try row.required(try row.day("dueDate"), "dueDate"), text: receiver ?? text,
            kind: .payment)
    }

    /// The next payment of a standing order; `nil` if there is none.
    static func standingOrder(
        _ row: AnswerRow, account: String
    ) throws(BankError) -> ScheduledItem? {
        guard let due = try row.day("nextDueDate") else { return nil }
        if let end = try row.day("standingOrderEndDate"), end < due { return nil }
        let number = try row.required(try row.whole("standingOrderId"), "standingOrderId")
        return ScheduledItem(
            bankAccountID: account, id: String(number), amount: try outgoing(row, "amount"),
            due: due, text: try row.words("beneficiaryName"), kind: .standingOrder)
    }

    /// An e-invoice that is not approved yet; an approved one is among the payments.
    ///
    /// The bank does not say which account will pay; `account` is the one to assume.
    static func eInvoice(_ row: AnswerRow, account: String) throws(BankError) -> ScheduledItem? {
        guard FoldedText(try row.words("status")) == FoldedText("NEW") else { return nil }
        let hasNewAmount = try row.amount("updatedAmount", in: .nok) != nil
        let newDue = try row.day("updatedDueDate")
        let oldDue = try row.day("originalDueDate")
        return ScheduledItem(
            bankAccountID: account, id: try row.required(try row.words("eFakturaId"), "eFakturaId"),
            amount: try outgoing(row, hasNewAmount ? "updatedAmount" : "originalAmount"),
            due: try row.required(newDue ?? oldDue, "originalDueDate"),
            text: try row.words("issuerName"), kind: .eInvoice)
    }

    private static func outgoing(_ row: AnswerRow, _ name: String) throws(BankError) -> Money {
        let amount = try row.required(try row.amount(name, in: .nok), name)
        return try row.required(try? amount.magnitude().negated(), name)
    }
}
