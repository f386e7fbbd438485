import Finance

extension ScenarioReader {
    private static let actionNames = [
        "reserve", "change", "book", "post", "transfer", "release", "setBalance", "switch",
    ]

    /// The names that each action knows besides `action`.
    private static let keys: [String: [String]] = [
        "reserve": ["id", "account", "amount", "text", "kind", "date"],
        "book": ["reservation", "amount", "text", "kind", "date", "interestDate", "card"],
        "post": ["account", "amount", "text", "kind", "date", "interestDate", "card", "detail"],
        "transfer": ["from", "to", "amount", "text", "date"],
        "change": ["reservation", "amount", "text"],
        "release": ["reservation"],
        "setBalance": ["account", "balance"],
        "switch": ["name", "value"],
    ]

    /// Reads an action; `nil` if something is wrong with it.
    mutating func action(_ node: JSONNode, at path: String) -> SandboxAction? {
        let before = findings.count
        let name = actionName(of: node, at: path)
        guard let name, let keys = Self.keys[name],
            let fields = fields(of: node, at: path, known: ["action"] + keys)
        else { return nil }
        let action = action(name, fields)
        return findings.count == before ? action : nil
    }

    private mutating func actionName(of node: JSONNode, at path: String) -> String? {
        guard case .object(let members) = node.value else {
            report("type", path, node.range, "\(node.kindName) stands here", fix: "write an object")
            return nil
        }
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        let fields = Fields(path: path, range: node.range, values: values)
        guard required("action", of: fields, example: "\"reserve\"") != nil else { return nil }
        return optionalWord("action", among: Self.actionNames, of: fields)
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
        let kind = optionalWord(
            "kind", among: ReservationKind.allCases.map(\.rawValue), of: fields)
        let date = optionalDate("date", of: fields)
        let rowText = rowText("text", of: fields)
        guard let id, let account, let amount else { return nil }
        var reservation = SandboxReservation(
            id: id, account: account, amount: amount, text: rowText,
            kind: kind.flatMap(ReservationKind.init) ?? .visa)
        reservation.date = date ?? .today
        return .reserve(reservation)
    }

    private mutating func book(_ fields: Fields) -> SandboxAction? {
        guard let reservation = text("reservation", of: fields, example: "r1") else { return nil }
        var booking = SandboxBooking(reservation: reservation)
        booking.amount = optionalAmount("amount", of: fields)
        booking.text = rowText("text", of: fields)
        booking.kind = rowKind("kind", of: fields)
        booking.date = optionalDate("date", of: fields) ?? .today
        booking.interestDate = optionalDate("interestDate", of: fields)
        booking.card = card("card", of: fields)
        return .book(booking)
    }

    private mutating func post(_ fields: Fields) -> SandboxAction? {
        let account = text("account", of: fields, example: "Brukskonto")
        let amount = amount("amount", of: fields, example: "-187.00")
        let kind =
            required("kind", of: fields, example: "\"giro\"") == nil
            ? nil : rowKind("kind", of: fields)
        guard let account, let amount, let kind else { return nil }
        var posting = SandboxPosting(
            account: account, amount: amount, kind: kind, text: rowText("text", of: fields))
        posting.date = optionalDate("date", of: fields) ?? .today
        posting.interestDate = optionalDate("interestDate", of: fields)
        posting.card = card("card", of: fields)
        posting.detail = detail("detail", of: fields)
        return .post(posting)
    }

    private mutating func transfer(_ fields: Fields) -> SandboxAction? {
        let from = text("from", of: fields, example: "Brukskonto")
        let to = text("to", of: fields, example: "Lommepenger")
        let amount = amount("amount", of: fields, example: "400.00")
        guard let from, let to, let amount else { return nil }
        var transfer = SandboxTransfer(
            from: from, to: to, amount: amount, text: rowText("text", of: fields))
        transfer.date = optionalDate("date", of: fields) ?? .today
        return .transfer(transfer)
    }

    private mutating func change(_ fields: Fields) -> SandboxAction? {
        let reservation = text("reservation", of: fields, example: "r1")
        let amount = optionalAmount("amount", of: fields)
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
        let value = required("value", of: fields, example: "true")
        guard let name, let value else { return nil }
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
                "switch-value", path, node.range, "switch '\(found)' cannot stand here",
                fix: "use \(found.valuesText)")
            return nil
        }
        return (found, value)
    }
}
