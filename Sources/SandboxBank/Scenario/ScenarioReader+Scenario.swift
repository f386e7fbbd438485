import Finance

extension ScenarioReader {
    /// The only version of the file there is.
    static let version = 1

    /// Reads a whole scenario; `nil` if not even its outline can be read.
    mutating func scenario(_ node: JSONNode) -> SandboxScenario? {
        let known = [
            "version", "name", "day", "credentials", "accounts", "history", "switches", "lists",
            "timeline",
        ]
        guard let fields = fields(of: node, at: "", known: known) else { return nil }
        _ = whole("version", in: Self.version...Self.version, of: fields)
        let accounts = list("accounts", of: fields).compactMap { account($0.node, at: $0.path) }
        if fields.values["accounts"] == nil {
            _ = required("accounts", of: fields, example: "[ … ]")
        }
        var scenario = SandboxScenario(
            name: optionalText("name", of: fields) ?? "scenario",
            start: start(of: fields), accounts: accounts)
        if let node = fields.values["credentials"] {
            scenario.credentials = credentials(node) ?? .builtIn
        }
        scenario.history = list("history", of: fields).compactMap { action($0.node, at: $0.path) }
        scenario.switches = switches(of: fields)
        scenario.lists = list("lists", of: fields).compactMap { rows($0.node, at: $0.path) }
        scenario.timeline = timeline(of: fields)
        return scenario
    }

    private mutating func start(of fields: Fields) -> SandboxScenario.Start {
        let example = "\"2026-03-06\" or \"today\""
        guard let node = required("day", of: fields, example: example) else {
            return .today(plus: 0)
        }
        if case .string(let text) = node.value {
            if let day = CalendarDay(isoText: text) { return .day(day) }
            if text == "today" { return .today(plus: 0) }
            if text.hasPrefix("today"), let days = Int(text.dropFirst(5)), abs(days) <= 3_660 {
                return .today(plus: days)
            }
        }
        reportType("day", of: fields, node, want: "\"2026-03-06\", \"today\" or \"today-9\"")
        return .today(plus: 0)
    }

    private mutating func credentials(_ node: JSONNode) -> SandboxCredentials? {
        let known = ["clientId", "clientSecret", "customerId"]
        guard let fields = fields(of: node, at: "credentials", known: known) else { return nil }
        let id = text("clientId", of: fields, example: "fakeclient")
        let secret = text("clientSecret", of: fields, example: "an invented secret")
        let customer = optionalText("customerId", of: fields)
        guard let id, let secret else { return nil }
        return SandboxCredentials(
            clientId: id, clientSecret: Secret(secret),
            customerId: Secret(customer ?? SandboxCredentials.inventedCustomerId))
    }

    private mutating func account(_ node: JSONNode, at path: String) -> SandboxAccount? {
        let known = ["id", "number", "name", "type", "balance", "creditLimit", "owner"]
        guard let fields = fields(of: node, at: path, known: known) else { return nil }
        let id = text("id", of: fields, example: "FA4E0000000000000000000000000001")
        let number = text("number", of: fields, example: "99990000001")
        let balance = amount("balance", of: fields, example: "1200.00")
        guard let id, let number, let balance else { return nil }
        var account = SandboxAccount(
            id: id, number: number, name: optionalText("name", of: fields),
            type: optionalText("type", of: fields) ?? "Standard account", balance: balance)
        account.creditLimit = optionalAmount("creditLimit", of: fields) ?? .zero(.nok)
        account.owner = optionalText("owner", of: fields) ?? account.owner
        return account
    }

    private mutating func switches(of fields: Fields) -> [SandboxSwitch: SwitchValue] {
        guard let node = fields.values["switches"] else { return [:] }
        guard case .object(let members) = node.value else {
            reportType("switches", of: fields, node, want: "an object such as {\"outage\": true}")
            return [:]
        }
        let settings = members.compactMap { member in
            switchSetting(
                member.key, member.value, at: "switches.\(member.key)", member.keyRange)
        }
        return Dictionary(settings) { _, last in last }
    }

    private mutating func rows(_ node: JSONNode, at path: String) -> SandboxList? {
        guard let fields = fields(of: node, at: path, known: ["endpoint", "account", "rows"]),
            required("endpoint", of: fields, example: "\"payments\"") != nil
        else { return nil }
        let names = SandboxList.Endpoint.allCases.map(\.rawValue)
        let name = optionalWord("endpoint", among: names, of: fields)
        let account = optionalText("account", of: fields)
        let rows = list("rows", of: fields).compactMap { row -> String? in
            guard case .object = row.node.value else {
                report(
                    "type", row.path, row.node.range, "\(row.node.kindName) stands here",
                    fix: "write an object as the bank would send it")
                return nil
            }
            return String(decoding: row.node.output.bytes, as: UTF8.self)
        }
        return name.flatMap(SandboxList.Endpoint.init).map {
            SandboxList(endpoint: $0, account: account, rows: rows)
        }
    }

    private mutating func timeline(of fields: Fields) -> [SandboxScenario.Step] {
        var steps: [SandboxScenario.Step] = []
        for (node, path) in list("timeline", of: fields) {
            let known = ["at", "day", "note", "do"]
            guard let inner = self.fields(of: node, at: path, known: known) else { continue }
            // Left out, the next step follows on the same day.
            let at = optionalWhole("at", in: 1...Bank.mostSteps, of: inner)
            let day = optionalWhole("day", in: 0...36_600, of: inner)
            let note = optionalText("note", of: inner)
            let actions = list("do", of: inner).compactMap { action($0.node, at: $0.path) }
            steps.append(
                SandboxScenario.Step(
                    at: at ?? (steps.last?.at ?? 0) + 1, day: day ?? steps.last?.day ?? 0,
                    note: note, actions: actions))
        }
        return steps
    }
}
