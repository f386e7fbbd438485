import Finance

extension LineText {
    /// Writes a bare transaction; what is the default is left out.
    mutating func transaction(_ line: BareTransactionLine) {
        open(UInt8(ascii: "{"))
        member("account", line.account)
        member("amount", line.amount.decimalText)
        member("date", line.date.description)
        if let time = line.time { member("time", InstantText.text(time)) }
        if line.amount.currency != .nok { member("currency", line.amount.currency.code) }
        if line.status != .booked { member("status", line.status.rawValue) }
        if let text = line.text { member("text", text) }
        if let merchant = line.merchant { member("merchant", merchant) }
        if let code = line.merchantCategoryCode { member("mcc", code.description) }
        if line.type != .unknown { member("type", line.type.rawValue) }
        close(UInt8(ascii: "}"))
    }
}
