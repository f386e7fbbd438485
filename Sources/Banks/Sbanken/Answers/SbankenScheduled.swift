import Finance

/// Rows of the three lists of what is going to be paid.
///
/// All amounts are positive in the bank's answers and leave the account, so they are negative
/// here. The receiver's name comes first as text, because payments and standing orders for the
/// same thing agree in it.
enum SbankenScheduled {
    /// A payment that waits for its day; `nil` for one that was stopped.
    static func payment(
        _ row: SbankenRow, account: String
    ) throws(SbankenTrouble) -> ScheduledItem? {
        guard try row.flag("isActive") ?? true else { return nil }
        let receiver = try row.words("beneficiaryName")
        let text = try row.words("text")
        return ScheduledItem(
            bankAccountID: account, id: try row.required(try row.words("paymentId"), "paymentId"),
            amount: try outgoing(row, "amount"),
            due: try row.required(try row.day("dueDate"), "dueDate"), text: receiver ?? text,
            kind: .payment)
    }

    /// The next turn of a standing order; `nil` for one that has none.
    static func standingOrder(
        _ row: SbankenRow, account: String
    ) throws(SbankenTrouble) -> ScheduledItem? {
        guard let due = try row.day("nextDueDate") else { return nil }
        if let end = try row.day("standingOrderEndDate"), end < due { return nil }
        let number = try row.required(try row.whole("standingOrderId"), "standingOrderId")
        return ScheduledItem(
            bankAccountID: account, id: String(number), amount: try outgoing(row, "amount"),
            due: due, text: try row.words("beneficiaryName"), kind: .standingOrder)
    }

    /// An e-invoice that is not yet approved; an approved one is among the payments.
    ///
    /// The bank does not tell which account will pay; `account` is the one to assume.
    static func eInvoice(
        _ row: SbankenRow, account: String
    ) throws(SbankenTrouble) -> ScheduledItem? {
        guard FoldedText(try row.words("status")) == FoldedText("NEW") else { return nil }
        let hasNewAmount = try row.amount("updatedAmount") != nil
        let newDue = try row.day("updatedDueDate")
        let oldDue = try row.day("originalDueDate")
        return ScheduledItem(
            bankAccountID: account, id: try row.required(try row.words("eFakturaId"), "eFakturaId"),
            amount: try outgoing(row, hasNewAmount ? "updatedAmount" : "originalAmount"),
            due: try row.required(newDue ?? oldDue, "originalDueDate"),
            text: try row.words("issuerName"),
            kind: .eInvoice)
    }

    private static func outgoing(_ row: SbankenRow, _ name: String) throws(SbankenTrouble) -> Money
    {
        let amount = try row.required(try row.amount(name), name)
        return try row.required(try? amount.magnitude().negated(), name)
    }
}
