import Finance

extension ScenarioReader {
    /// The names that each action knows besides `action`.
    private static let keys: KeyValuePairs<String, [String]> = [
        "reserve": ["id", "account", "amount", "text", "kind", "date"],
        "change": ["reservation", "amount", "text"],
        "book": ["reservation", "amount", "text", "kind", "date", "interestDate", "card"],
        "post": ["account", "amount", "text", "kind", "date", "interestDate", "card", "detail"],
        "transfer": ["from", "to", "amount", "text", "date"],
        "release": ["reservation"],
        "setBalance": ["account", "balance"],
        "switch": ["name", "value"],
    ]

    /// Reads an action; `nil` if something is wrong with it.
    mutating func action(_ node: JSONNode, at path: String) -> SandboxAction? {
        let before = findings.count
        // The name first, because it decides which other names are known.
        let name = actionName(of: node, at: path)
        guard let name, let keys = Self.keys.first(where: { $0.key == name })?.value,
            let fields = fields(of: node, at: path, known: ["action"] + keys)
        else { return nil }
        let action = action(name, fields)
        return findings.count == before ? action : nil
    }

    private mutating func actionName(of node: JSONNode, at path: String) -> String? {
        let members = if case .object(let members) = node.value { members.map(\.key) } else { [""] }
        guard let fields = fields(of: node, at: path, known: members) else { return nil }
        return word("action", among: Self.keys.map(\.key), of: fields, example: "reserve")
    }

    private mutating func action(_ name: String, _ fields: Fields) -> SandboxAction? {
        switch name {
        case "reserve": reserve(fields)
        case "book": book(fields)
        case "post": post(fields)
        case "transfer": transfer(fields)
        case "release":
            text("reservation", of: fields, example: "r1").map { .release(reservation: $0) }
        case "change": change(fields)
        case "setBalance": setBalance(fields)
        default: turn(fields)
        }
    }

    private mutating func reserve(_ fields: Fields) -> SandboxAction? {
        let id = text("id", of: fields, example: "r1")
        let account = text("account", of: fields, example: "Brukskonto")
        let amount = amount("amount", of: fields, example: "-187.00")
        let kind = word("kind", among: ReservationKind.allCases.map(\.rawValue), of: fields)
        guard let id, let account, let amount else { return nil }
        return .reserve(
            SandboxReservation(
                id: id, account: account, amount: amount, text: rowText("text", of: fields),
                kind: kind.flatMap(ReservationKind.init) ?? .visa,
                date: date("date", of: fields) ?? .today))
    }

    private mutating func book(_ fields: Fields) -> SandboxAction? {
        guard let reservation = text("reservation", of: fields, example: "r1") else { return nil }
        return .book(
            SandboxBooking(
                reservation: reservation, amount: amount("amount", of: fields),
                text: rowText("text", of: fields), kind: rowKind("kind", of: fields),
                date: date("date", of: fields) ?? .today,
                interestDate: date("interestDate", of: fields), card: card("card", of: fields)))
    }

    private mutating func post(_ fields: Fields) -> SandboxAction? {
        let account = text("account", of: fields, example: "Brukskonto")
        let amount = amount("amount", of: fields, example: "-187.00")
        require("kind", of: fields, example: "\"giro\"")
        guard let kind = rowKind("kind", of: fields), let account, let amount else { return nil }
        return .post(
            SandboxPosting(
                account: account, amount: amount, kind: kind, text: rowText("text", of: fields),
                date: date("date", of: fields) ?? .today,
                interestDate: date("interestDate", of: fields), card: card("card", of: fields),
                detail: detail("detail", of: fields)))
    }

    private mutating func transfer(_ fields: Fields) -> SandboxAction? {
        let from = text("from", of: fields, example: "Brukskonto")
        let to = text("to", of: fields, example: "Lommepenger")
        let amount = amount("amount", of: fields, example: "400.00")
        guard let from, let to, let amount else { return nil }
        return .transfer(
            SandboxTransfer(
                from: from, to: to, amount: amount, text: rowText("text", of: fields),
                date: date("date", of: fields) ?? .today))
    }

    private mutating func change(_ fields: Fields) -> SandboxAction? {
        let reservation = text("reservation", of: fields, example: "r1")
        let amount = amount("amount", of: fields)
        let rowText = rowText("text", of: fields)
        return reservation.map { .change(reservation: $0, amount: amount, text: rowText) }
    }

    private mutating func setBalance(_ fields: Fields) -> SandboxAction? {
        let account = text("account", of: fields, example: "Brukskonto")
        let balance = amount("balance", of: fields, example: "99.00")
        guard let account, let balance else { return nil }
        return .setBalance(account: account, balance: balance)
    }

    private mutating func turn(_ fields: Fields) -> SandboxAction? {
        let name = text("name", of: fields, example: "outage")
        require("value", of: fields, example: "true")
        guard let name, let value = fields.values["value"] else { return nil }
        return switchSetting(
            name, value, at: fields.path(of: "name"), fields.values["name"]?.range
        ).map { .turn($0, $1) }
    }

    /// A switch and where it shall stand; both are looked up in the table.
    mutating func switchSetting(
        _ name: String, _ node: JSONNode, at path: String, _ range: Range<Int>?
    ) -> (SandboxSwitch, SwitchValue)? {
        guard let found = SandboxSwitch.named(name) else {
            let error = SandboxError.unknownSwitch(name)
            report(error.code, path, range, error.problem, fix: error.fix)
            return nil
        }
        guard let value = SwitchValue(node), found.allows(value) else {
            report(
                "switch-value", path, node.range, "switch '\(found)' cannot be \(node.kindName)",
                fix: "use \(found.valuesText)")
            return nil
        }
        return (found, value)
    }

    /// The kind of a booked row: a name of the table, or a code and a label.
    private mutating func rowKind(_ key: String, of fields: Fields) -> SandboxRowKind? {
        guard case .object? = fields.values[key]?.value else {
            let name = word(key, among: SandboxRowKind.named.map(\.name), of: fields)
            return SandboxRowKind.named.first { $0.name == name }?.kind
        }
        guard let inner = self.fields(key, of: fields, known: ["code", "label"]) else {
            return nil
        }
        let code = whole("code", in: 0...9_999, of: inner, example: "312")
        let label = text("label", of: inner, example: "GEBYR")
        guard let code, let label else { return nil }
        return SandboxRowKind(code: code, label: label)
    }

    /// The details of a card purchase.
    private mutating func card(_ key: String, of fields: Fields) -> SandboxCard? {
        let known = [
            "number", "merchant", "city", "categoryCode", "category", "price", "currency", "rate",
            "purchaseDate", "transactionId",
        ]
        guard let inner = self.fields(key, of: fields, known: known),
            let merchant = text("merchant", of: inner, example: "FJORDBY TAXI AS")
        else { return nil }
        var card = SandboxCard(merchant: merchant)
        card.cardNumber = text("number", of: inner) ?? card.cardNumber
        card.city = text("city", of: inner) ?? card.city
        card.categoryCode = text("categoryCode", of: inner) ?? card.categoryCode
        card.category = text("category", of: inner) ?? card.category
        card.price = price(of: inner)
        card.rate = rate(of: inner) ?? card.rate
        card.purchaseDate = date("purchaseDate", of: inner)
        card.transactionId = text("transactionId", of: inner)
        return card
    }

    private mutating func price(of fields: Fields) -> Money? {
        let currency: Currency? = value(
            "currency", of: fields, want: "three capital letters such as \"USD\"",
            code: "currency"
        ) { if case .string(let code) = $0 { Currency(code: code) } else { nil } }
        let isForeign = currency != nil && currency != .nok
        return amount(
            "price", of: fields, in: currency ?? .nok, example: isForeign ? "30.00" : nil)
    }

    private mutating func rate(of fields: Fields) -> SandboxRate? {
        value("rate", of: fields, want: "a rate with at most four decimals: 10.6250") { value in
            switch value {
            case .number(let text), .string(let text): SandboxRate(parsing: text)
            default: nil
            }
        }
    }

    /// The details of a payment.
    private mutating func detail(_ key: String, of fields: Fields) -> SandboxDetail? {
        let known = [
            "receiverName", "formattedAccountNumber", "cid", "reference", "payerName",
            "registrationDate",
        ]
        guard let inner = self.fields(key, of: fields, known: known),
            let receiver = text("receiverName", of: inner, example: "FJORDBY KRAFT AS")
        else { return nil }
        var detail = SandboxDetail(receiverName: receiver)
        detail.formattedAccountNumber =
            text("formattedAccountNumber", of: inner) ?? detail.formattedAccountNumber
        detail.cid = text("cid", of: inner) ?? detail.cid
        detail.reference =
            whole("reference", in: 0...99_999_999, of: inner).map { Int64($0) } ?? detail.reference
        detail.payerName = text("payerName", of: inner)
        detail.registrationDate = date("registrationDate", of: inner) ?? detail.registrationDate
        return detail
    }
}
