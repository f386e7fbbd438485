import Finance

extension JSONWriter {
    /// Writes the members of a bare transaction; what is the default is left out.
    mutating func members(of line: BareTransactionLine) {
        add("account", line.account)
        add("amount", line.amount.decimalText)
        add("date", line.date.description)
        if let time = line.time { add("time", time) }
        if line.amount.currency != .nok { add("currency", line.amount.currency.code) }
        if line.status != .booked { add("status", line.status.rawValue) }
        if let text = line.text { add("text", text) }
        if let merchant = line.merchant { add("merchant", merchant) }
        if let code = line.merchantCategoryCode { add("mcc", code.description) }
        if line.type != .unknown { add("type", line.type.rawValue) }
    }
}
