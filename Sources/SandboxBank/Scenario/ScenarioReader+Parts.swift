import Finance

extension SandboxScenario {
    private static let version = 1

    init(_ object: ScenarioObject) {
        _ = object.whole("version", in: Self.version...Self.version, example: "1")
        name = object.text("name") ?? "scenario"
        start = Self.start(object)
        accounts = object.objects("accounts", example: "[ … ]") { SandboxAccount($0) }
        credentials = object.object("credentials") { SandboxCredentials($0) } ?? .builtIn
        history = object.objects("history") { SandboxAction($0) }
        switches = Self.switches(object)
        lists = object.objects("lists") { SandboxList($0) }
        timeline = Self.timeline(object)
    }

    private static func start(_ object: ScenarioObject) -> SandboxDate {
        object.value(
            "day", want: "\"2026-03-06\", \"today\" or \"today-9\"",
            example: "\"2026-03-06\" or \"today\""
        ) { node in
            guard let text = node.string else { return nil }
            if let day = CalendarDay(isoText: text) { return .day(day) }
            if text == "today" { return .today }
            guard text.hasPrefix("today"), let days = Int(text.dropFirst(5)), abs(days) <= 3_660
            else { return nil }
            return .offset(days)
        } ?? .today
    }

    private static func switches(_ object: ScenarioObject) -> [SandboxSwitch: SwitchValue] {
        let members = object.value(
            "switches", want: "an object such as {\"outage\": true}", \.members)
        let settings = (members ?? []).compactMap { member in
            object.reader.setting(
                member.key, member.value, at: "switches.\(member.key)", member.keyRange)
        }
        return Dictionary(settings) { _, last in last }
    }

    private static func timeline(_ object: ScenarioObject) -> [Step] {
        // Left out, the next step follows on the same day.
        var last = (at: 0, day: 0)
        return object.objects("timeline") { step in
            last.at = step.whole("at", in: 1...Bank.mostSteps) ?? last.at + 1
            last.day = step.whole("day", in: 0...36_600) ?? last.day
            return Step(
                at: last.at, day: last.day, note: step.text("note"),
                actions: step.objects("do") { SandboxAction($0) })
        }
    }
}

extension SandboxCredentials {
    fileprivate init(_ object: ScenarioObject) {
        clientId = object.text("clientId", example: "fakeclient")
        clientSecret = Secret(object.text("clientSecret", example: "an invented secret"))
        customerId = Secret(object.text("customerId") ?? Self.inventedCustomerId)
    }
}

extension SandboxAccount {
    fileprivate init(_ object: ScenarioObject) {
        id = object.text("id", example: "FA4E0000000000000000000000000001")
        number = object.text("number", example: "99990000001")
        name = object.text("name")
        type = object.text("type") ?? "Standard account"
        balance = object.money("balance")
        creditLimit = object.amount("creditLimit") ?? .zero(.nok)
        owner = object.text("owner") ?? SandboxCredentials.inventedCustomerId
    }
}

extension SandboxList {
    fileprivate init(_ object: ScenarioObject) {
        let names = Endpoint.allCases.map(\.rawValue)
        let name = object.word("endpoint", among: names, example: "payments")
        endpoint = name.flatMap(Endpoint.init) ?? .payments
        account = object.text("account")
        rows = object.list("rows") { row, path in
            if row.members == nil {
                object.reader.misfit(row, path, want: "an object as the bank would send it")
            }
            return row
        }
    }
}

extension SandboxAction {
    private static let names = [
        "reserve", "book", "post", "transfer", "release", "setBalance", "switch",
    ]

    init?(_ object: ScenarioObject) {
        switch object.word("action", among: Self.names, example: "reserve") {
        case "reserve": self = .reserve(SandboxReservation(object))
        case "book": self = .book(SandboxBooking(object))
        case "post": self = .post(SandboxPosting(object))
        case "transfer": self = .transfer(SandboxTransfer(object))
        case "release": self = .release(reservation: object.text("reservation", example: "r1"))
        case "setBalance":
            self = .setBalance(account: object.accountName, balance: object.money("balance"))
        case "switch":
            let name = object.text("name", example: "outage")
            guard let value = object.member("value", example: "true"),
                let setting = object.reader.setting(
                    name, value, at: object.path(of: "name"), object.node.range)
            else { return nil }
            self = .turn(setting.0, setting.1)
        default: return nil
        }
    }
}

extension ScenarioReader {
    fileprivate func setting(
        _ name: String, _ node: JSONNode, at path: String, _ range: Range<Int>
    ) -> (SandboxSwitch, SwitchValue)? {
        guard let found = SandboxSwitch.named(name) else {
            let error = SandboxError.unknownSwitch(name)
            report(error.code, path, range, error.problem, fix: error.fix)
            return nil
        }
        guard let value = SwitchValue(node), found.allows(value) else {
            refuse(node, for: found, at: path)
            return nil
        }
        return (found, value)
    }

    func refuse(_ node: JSONNode, for name: SandboxSwitch, at path: String) {
        report(
            "switch-value", path, node.range, "switch '\(name)' cannot be \(node.kindName)",
            fix: "use \(name.valuesText)")
    }
}

extension ScenarioObject {
    fileprivate var accountName: String { text("account", example: "Brukskonto") }

    /// The text of a row: left out is the bank's own, `null` is none.
    fileprivate var rowText: SandboxText {
        let text = text("text")
        return node["text"] == nil ? .usual : .exactly(text)
    }

    /// The kind of a booked row: a name of the table, or a code and a label.
    fileprivate func rowKind(example: String? = nil) -> SandboxRowKind? {
        if node["kind"]?.members != nil {
            return object("kind") { kind in
                SandboxRowKind(
                    code: kind.whole("code", in: 0...9_999, example: "312") ?? 0,
                    label: kind.text("label", example: "GEBYR"))
            }
        }
        let name = word("kind", among: SandboxRowKind.named.map(\.name), example: example)
        return SandboxRowKind.named.first { $0.name == name }?.kind
    }
}

extension SandboxReservation {
    fileprivate init(_ object: ScenarioObject) {
        id = object.text("id", example: "r1")
        account = object.accountName
        amount = object.money("amount")
        text = object.rowText
        let kinds = ReservationKind.allCases.map(\.rawValue)
        kind = object.word("kind", among: kinds).flatMap(ReservationKind.init) ?? .visa
        date = object.date("date") ?? .today
    }
}

extension SandboxBooking {
    fileprivate init(_ object: ScenarioObject) {
        reservation = object.text("reservation", example: "r1")
        amount = object.amount("amount")
        text = object.rowText
        kind = object.rowKind()
        date = object.date("date") ?? .today
        interestDate = object.date("interestDate")
        card = object.object("card") { SandboxCard($0) }
    }
}

extension SandboxPosting {
    fileprivate init(_ object: ScenarioObject) {
        account = object.accountName
        amount = object.money("amount")
        kind = object.rowKind(example: "giro") ?? .giro
        text = object.rowText
        date = object.date("date") ?? .today
        interestDate = object.date("interestDate")
        card = object.object("card") { SandboxCard($0) }
        detail = object.object("detail") { SandboxDetail($0) }
    }
}

extension SandboxTransfer {
    fileprivate init(_ object: ScenarioObject) {
        from = object.text("from", example: "Brukskonto")
        to = object.text("to", example: "Lommepenger")
        amount = object.money("amount")
        text = object.rowText
        date = object.date("date") ?? .today
    }
}

extension SandboxCard {
    fileprivate init(_ object: ScenarioObject) {
        merchant = object.text("merchant", example: "FJORDBY TAXI AS")
        cardNumber = object.text("number") ?? cardNumber
        city = object.text("city") ?? city
        categoryCode = object.text("categoryCode") ?? categoryCode
        category = object.text("category") ?? category
        let currency = object.value("currency", want: "three capital letters such as \"USD\"") {
            $0.string.flatMap { Currency(code: $0) }
        }
        price = object.amount(
            "price", in: currency ?? .nok, isRequired: currency.map { $0 != .nok } ?? false)
        rate =
            object.value("rate", want: "a rate with at most four decimals: 10.6250") {
                ($0.number ?? $0.string).flatMap { SandboxRate(parsing: $0) }
            } ?? rate
        purchaseDate = object.date("purchaseDate")
        transactionId = object.text("transactionId")
    }
}

extension SandboxDetail {
    fileprivate init(_ object: ScenarioObject) {
        receiverName = object.text("receiverName", example: "FJORDBY KRAFT AS")
        formattedAccountNumber = object.text("formattedAccountNumber") ?? formattedAccountNumber
        cid = object.text("cid") ?? cid
        reference = object.whole("reference", in: 0...99_999_999) ?? reference
        payerName = object.text("payerName")
        registrationDate = object.date("registrationDate") ?? registrationDate
    }
}
