import Finance

extension ScenarioReader {
    /// The only version of the file there is.
    private static let version = 1

    /// Reads a whole scenario; `nil` if anything in it is wrong.
    mutating func scenario(_ node: JSONNode) -> SandboxScenario? {
        object(node, at: "") { reader, fields in
            _ = reader.whole("version", in: Self.version...Self.version, of: fields, example: "1")
            var scenario = SandboxScenario(
                name: reader.text("name", of: fields) ?? "scenario",
                start: reader.start(of: fields),
                accounts: reader.list("accounts", of: fields, example: "[ … ]") {
                    $0.account($1, at: $2)
                })
            scenario.credentials = reader.credentials(of: fields) ?? .builtIn
            scenario.history = reader.list("history", of: fields) { $0.action($1, at: $2) }
            scenario.switches = reader.switches(of: fields)
            scenario.lists = reader.list("lists", of: fields) { $0.rows($1, at: $2) }
            scenario.timeline = reader.timeline(of: fields)
            return scenario
        }
    }

    private mutating func start(of fields: Fields) -> SandboxScenario.Start {
        value(
            "day", of: fields, want: "\"2026-03-06\", \"today\" or \"today-9\"",
            example: "\"2026-03-06\" or \"today\""
        ) { node in
            guard let text = node.string else { return nil }
            if let day = CalendarDay(isoText: text) { return .day(day) }
            if text == "today" { return .today(plus: 0) }
            guard text.hasPrefix("today"), let days = Int(text.dropFirst(5)), abs(days) <= 3_660
            else { return nil }
            return .today(plus: days)
        } ?? .today(plus: 0)
    }

    private mutating func credentials(of fields: Fields) -> SandboxCredentials? {
        object("credentials", of: fields) { reader, fields in
            SandboxCredentials(
                clientId: reader.text("clientId", of: fields, example: "fakeclient"),
                clientSecret: Secret(
                    reader.text("clientSecret", of: fields, example: "an invented secret")),
                customerId: Secret(
                    reader.text("customerId", of: fields) ?? SandboxCredentials.inventedCustomerId))
        }
    }

    private mutating func account(_ node: JSONNode, at path: String) -> SandboxAccount? {
        object(node, at: path) { reader, fields in
            SandboxAccount(
                id: reader.text("id", of: fields, example: "FA4E0000000000000000000000000001"),
                number: reader.text("number", of: fields, example: "99990000001"),
                name: reader.text("name", of: fields),
                type: reader.text("type", of: fields) ?? "Standard account",
                balance: reader.money("balance", of: fields),
                creditLimit: reader.amount("creditLimit", of: fields) ?? .zero(.nok),
                owner: reader.text("owner", of: fields) ?? SandboxCredentials.inventedCustomerId)
        }
    }

    private mutating func switches(of fields: Fields) -> [SandboxSwitch: SwitchValue] {
        let members = value(
            "switches", of: fields, want: "an object such as {\"outage\": true}", \.members)
        let settings = (members ?? []).compactMap { member in
            switchSetting(member.key, member.value, at: "switches.\(member.key)", member.keyRange)
        }
        return Dictionary(settings) { _, last in last }
    }

    private mutating func rows(_ node: JSONNode, at path: String) -> SandboxList? {
        object(node, at: path) { reader, fields in
            let names = SandboxList.Endpoint.allCases.map(\.rawValue)
            let name = reader.word("endpoint", among: names, of: fields, example: "payments")
            return SandboxList(
                endpoint: name.flatMap(SandboxList.Endpoint.init) ?? .payments,
                account: reader.text("account", of: fields),
                rows: reader.list("rows", of: fields) { reader, row, path in
                    if row.members == nil {
                        reader.report(
                            "type", path, row.range, "\(row.kindName) does not fit here",
                            fix: "write an object as the bank would send it")
                    }
                    return row
                })
        }
    }

    private mutating func timeline(of fields: Fields) -> [SandboxScenario.Step] {
        // Left out, the next step follows on the same day.
        var last = (at: 0, day: 0)
        return list("timeline", of: fields) { reader, node, path in
            reader.object(node, at: path) { reader, fields in
                last.at = reader.whole("at", in: 1...Bank.mostSteps, of: fields) ?? last.at + 1
                last.day = reader.whole("day", in: 0...36_600, of: fields) ?? last.day
                return SandboxScenario.Step(
                    at: last.at, day: last.day, note: reader.text("note", of: fields),
                    actions: reader.list("do", of: fields) { $0.action($1, at: $2) })
            }
        }
    }
}

// Actions.
extension ScenarioReader {
    private static let actions = [
        "reserve", "book", "post", "transfer", "release", "setBalance", "switch",
    ]

    mutating func action(_ node: JSONNode, at path: String) -> SandboxAction? {
        object(node, at: path) { reader, fields in
            switch reader.word("action", among: Self.actions, of: fields, example: "reserve") {
            case "reserve": .reserve(reader.reservation(fields))
            case "book": .book(reader.booking(fields))
            case "post": .post(reader.posting(fields))
            case "transfer": .transfer(reader.transfer(fields))
            case "release":
                .release(reservation: reader.text("reservation", of: fields, example: "r1"))
            case "setBalance":
                .setBalance(
                    account: reader.text("account", of: fields, example: "Brukskonto"),
                    balance: reader.money("balance", of: fields))
            case "switch": reader.turn(fields)
            default: nil
            }
        }
    }

    private mutating func reservation(_ fields: Fields) -> SandboxReservation {
        let kinds = ReservationKind.allCases.map(\.rawValue)
        return SandboxReservation(
            id: text("id", of: fields, example: "r1"),
            account: text("account", of: fields, example: "Brukskonto"),
            amount: money("amount", of: fields), text: rowText(of: fields),
            kind: word("kind", among: kinds, of: fields).flatMap(ReservationKind.init) ?? .visa,
            date: date("date", of: fields) ?? .today)
    }

    private mutating func booking(_ fields: Fields) -> SandboxBooking {
        SandboxBooking(
            reservation: text("reservation", of: fields, example: "r1"),
            amount: amount("amount", of: fields), text: rowText(of: fields),
            kind: rowKind(of: fields), date: date("date", of: fields) ?? .today,
            interestDate: date("interestDate", of: fields), card: card(of: fields))
    }

    private mutating func posting(_ fields: Fields) -> SandboxPosting {
        SandboxPosting(
            account: text("account", of: fields, example: "Brukskonto"),
            amount: money("amount", of: fields),
            kind: rowKind(of: fields, example: "giro") ?? .giro, text: rowText(of: fields),
            date: date("date", of: fields) ?? .today,
            interestDate: date("interestDate", of: fields), card: card(of: fields),
            detail: detail(of: fields))
    }

    private mutating func transfer(_ fields: Fields) -> SandboxTransfer {
        SandboxTransfer(
            from: text("from", of: fields, example: "Brukskonto"),
            to: text("to", of: fields, example: "Lommepenger"),
            amount: money("amount", of: fields), text: rowText(of: fields),
            date: date("date", of: fields) ?? .today)
    }

    private mutating func turn(_ fields: Fields) -> SandboxAction? {
        let name = text("name", of: fields, example: "outage")
        guard let value = member("value", of: fields, example: "true") else { return nil }
        return switchSetting(name, value, at: fields.path(of: "name"), fields.node.range).map {
            .turn($0, $1)
        }
    }

    private mutating func switchSetting(
        _ name: String, _ node: JSONNode, at path: String, _ range: Range<Int>
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
    private mutating func rowKind(of fields: Fields, example: String? = nil) -> SandboxRowKind? {
        if fields.node["kind"]?.members != nil {
            return object("kind", of: fields) { reader, fields in
                SandboxRowKind(
                    code: reader.whole("code", in: 0...9_999, of: fields, example: "312") ?? 0,
                    label: reader.text("label", of: fields, example: "GEBYR"))
            }
        }
        let names = SandboxRowKind.named.map(\.name)
        let name = word("kind", among: names, of: fields, example: example)
        return SandboxRowKind.named.first { $0.name == name }?.kind
    }

    private mutating func card(of fields: Fields) -> SandboxCard? {
        object("card", of: fields) { reader, fields in
            var card = SandboxCard(
                merchant: reader.text("merchant", of: fields, example: "FJORDBY TAXI AS"))
            card.cardNumber = reader.text("number", of: fields) ?? card.cardNumber
            card.city = reader.text("city", of: fields) ?? card.city
            card.categoryCode = reader.text("categoryCode", of: fields) ?? card.categoryCode
            card.category = reader.text("category", of: fields) ?? card.category
            let currency = reader.value(
                "currency", of: fields, want: "three capital letters such as \"USD\""
            ) { $0.string.flatMap { Currency(code: $0) } }
            card.price = reader.amount(
                "price", of: fields, in: currency ?? .nok,
                isRequired: currency.map { $0 != .nok } ?? false)
            let rate = reader.value(
                "rate", of: fields, want: "a rate with at most four decimals: 10.6250"
            ) { ($0.number ?? $0.string).flatMap { SandboxRate(parsing: $0) } }
            card.rate = rate ?? card.rate
            card.purchaseDate = reader.date("purchaseDate", of: fields)
            card.transactionId = reader.text("transactionId", of: fields)
            return card
        }
    }

    private mutating func detail(of fields: Fields) -> SandboxDetail? {
        object("detail", of: fields) { reader, fields in
            var detail = SandboxDetail(
                receiverName: reader.text(
                    "receiverName", of: fields, example: "FJORDBY KRAFT AS"))
            detail.formattedAccountNumber =
                reader.text("formattedAccountNumber", of: fields) ?? detail.formattedAccountNumber
            detail.cid = reader.text("cid", of: fields) ?? detail.cid
            detail.reference =
                reader.whole("reference", in: 0...99_999_999, of: fields) ?? detail.reference
            detail.payerName = reader.text("payerName", of: fields)
            detail.registrationDate =
                reader.date("registrationDate", of: fields) ?? detail.registrationDate
            return detail
        }
    }
}
