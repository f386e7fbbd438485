import Finance

extension RowStyle {
    /// A row of the plain list, keys in the order of the bank.
    func statement(_ row: LedgerRow, amount: JSONOutput? = nil, isArchived: Bool) -> JSONOutput {
        var members: [(String, JSONOutput)] = []
        // Reservations have no number of their own and carried "0", or nothing.
        if cache == .miss, row.reservation == nil || !reservationsLackNumber {
            members.append(("transactionId", .string(row.reservation == nil ? row.archiveId : "0")))
        }
        members += [
            ("accountingDate", date(row.accountingDate)),
            ("interestDate", valueDate(of: row)),
            ("otherAccountNumberSpecified", .bool(false)),
            ("amount", amount ?? self.amount(row.amount)),
            ("text", text(of: row)),
            ("transactionType", .string(row.kind.label)),
            ("transactionTypeCode", .whole(row.kind.code)),
            ("transactionTypeText", .string(row.reservation == nil ? row.kind.label : "")),
            ("isReservation", .bool(row.reservation != nil)),
        ]
        if cache != .hit {
            members += [
                ("reservationType", .text(reservationType(of: row))),
                ("source", source(isArchived: isArchived)),
            ]
        }
        members.append(("cardDetailsSpecified", .bool(card(of: row) != nil)))
        if let card = card(of: row) { members.append(("cardDetails", details(of: card))) }
        members.append(("transactionDetailSpecified", .bool(row.detail != nil)))
        if let detail = row.detail { members.append(("transactionDetail", details(of: detail))) }
        return .object(members)
    }

    private func reservationType(of row: LedgerRow) -> String? {
        guard let reservation = row.reservation else {
            return isNotReservation ? "NotReservation" : nil
        }
        return reservation.kind.reservationType
    }

    /// A row of the archive, which has a number and sends `source` as a number.
    func archived(_ row: LedgerRow, amount: JSONOutput? = nil) -> JSONOutput {
        var members: [(String, JSONOutput)] = [
            ("transactionId", .string(row.archiveId)),
            ("accountingDate", date(row.accountingDate)),
            ("interestDate", valueDate(of: row)),
            ("amount", amount ?? self.amount(row.amount)),
            ("text", text(of: row)),
            ("transactionType", .string(row.kind.label)),
            ("transactionTypeCode", .whole(row.kind.code)),
            ("transactionTypeText", .string(row.kind.label)),
            ("source", .whole(1)),
        ]
        if let card = card(of: row) { members.append(("cardDetails", details(of: card))) }
        members.append(("cardDetailsSpecified", .bool(card(of: row) != nil)))
        return .object(members)
    }

    private func details(of card: LedgerCard) -> JSONOutput {
        .object([
            ("cardNumber", .string(card.card.cardNumber)),
            ("currencyAmount", AmountText.shortest(card.price)),
            ("currencyRate", AmountText.shortest(card.card.rate)),
            ("merchantCategoryCode", .string(card.card.categoryCode)),
            ("merchantCategoryDescription", .string(card.card.category)),
            ("merchantCity", .string(card.card.city)),
            ("merchantName", .string(card.card.merchant)),
            ("originalCurrencyCode", .string(card.price.currency.code)),
            ("purchaseDate", purchaseDate(card.purchaseDate)),
            ("transactionId", .string(card.transactionId)),
        ])
    }

    private func details(of detail: LedgerDetail) -> JSONOutput {
        .object([
            ("formattedAccountNumber", .string(detail.detail.formattedAccountNumber)),
            ("transactionId", .whole(detail.detail.transactionId)),
            ("cid", .string(detail.detail.cid)),
            ("amountDescription", .string("")),
            ("receiverName", .string(detail.detail.receiverName)),
            ("numericReference", .whole(detail.detail.numericReference)),
            ("payerName", .text(detail.detail.payerName)),
            ("registrationDate", date(detail.registrationDate)),
        ])
    }
}

extension LedgerRow {
    /// The number that the row has in the archive: 18 digits.
    var archiveId: String {
        let digits = String(number)
        return "99" + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }
}
