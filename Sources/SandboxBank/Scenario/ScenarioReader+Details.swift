import Finance

extension ScenarioReader {
    /// The kind of a booked row: a name of the table, or a code and a label.
    mutating func rowKind(_ key: String, of fields: Fields) -> SandboxRowKind? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        guard case .object = node.value else {
            let names = SandboxRowKind.named.map(\.name)
            let name = optionalWord(key, among: names, of: fields)
            return SandboxRowKind.named.first { $0.name == name }?.kind
        }
        let path = fields.path(of: key)
        guard let inner = self.fields(of: node, at: path, known: ["code", "label"]) else {
            return nil
        }
        let code = whole("code", in: 0...9_999, of: inner)
        let label = text("label", of: inner, example: "GEBYR")
        guard let code, let label else { return nil }
        return SandboxRowKind(code: code, label: label)
    }

    /// The details of a card purchase.
    mutating func card(_ key: String, of fields: Fields) -> SandboxCard? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        let known = [
            "number", "merchant", "city", "categoryCode", "category", "price", "currency", "rate",
            "purchaseDate", "transactionId",
        ]
        guard let inner = self.fields(of: node, at: fields.path(of: key), known: known),
            let merchant = text("merchant", of: inner, example: "FJORDBY TAXI AS")
        else { return nil }
        var card = SandboxCard(
            merchant: merchant, city: optionalText("city", of: inner) ?? "FJORDBY",
            categoryCode: optionalText("categoryCode", of: inner) ?? "9399",
            category: optionalText("category", of: inner) ?? "Diverse")
        card.cardNumber = optionalText("number", of: inner) ?? card.cardNumber
        card.price = price(of: inner)
        card.rate = rate(of: inner) ?? .one
        card.purchaseDate = optionalDate("purchaseDate", of: inner)
        card.transactionId = optionalText("transactionId", of: inner)
        return card
    }

    private mutating func price(of fields: Fields) -> Money? {
        let code = optionalText("currency", of: fields) ?? "NOK"
        guard let currency = Currency(code: code) else {
            report(
                "currency", fields.path(of: "currency"), fields.values["currency"]?.range,
                "this is no currency", fix: "write three capital letters such as \"USD\"")
            return nil
        }
        guard let node = fields.values["price"], !node.isNull else {
            if currency != .nok {
                _ = required("price", of: fields, example: "30.00")
            }
            return nil
        }
        return amount(node, "price", of: fields, currency: currency)
    }

    private mutating func rate(of fields: Fields) -> SandboxRate? {
        guard let node = fields.values["rate"], !node.isNull else { return nil }
        switch node.value {
        case .number(let text), .string(let text):
            if let rate = SandboxRate(parsing: text) { return rate }
        default: break
        }
        reportType("rate", of: fields, node, want: "a rate with at most four decimals: 10.6250")
        return nil
    }

    /// The details of a payment.
    mutating func detail(_ key: String, of fields: Fields) -> SandboxDetail? {
        guard let node = fields.values[key], !node.isNull else { return nil }
        let known = [
            "receiverName", "formattedAccountNumber", "cid", "reference", "payerName",
            "registrationDate",
        ]
        guard let inner = self.fields(of: node, at: fields.path(of: key), known: known),
            let receiver = text("receiverName", of: inner, example: "FJORDBY KRAFT AS")
        else { return nil }
        let reference = optionalWhole("reference", in: 0...99_999_999, of: inner) ?? 1
        var detail = SandboxDetail(
            receiverName: receiver,
            formattedAccountNumber: optionalText("formattedAccountNumber", of: inner)
                ?? "9999.11.11121",
            cid: optionalText("cid", of: inner) ?? "", reference: Int64(reference),
            registrationDate: optionalDate("registrationDate", of: inner) ?? .today)
        detail.payerName = optionalText("payerName", of: inner)
        return detail
    }
}
