import Finance

extension ScenarioReader {
    /// The only version of the file there is.
    private static let version = 1

    /// Reads a whole scenario; `nil` if not even its outline can be read.
    mutating func scenario(_ node: JSONNode) -> SandboxScenario? {
        let known = [
            "version", "name", "day", "credentials", "accounts", "history", "switches", "lists",
            "timeline",
        ]
        guard let fields = fields(of: node, at: "", known: known) else { return nil }
        _ = whole("version", in: Self.version...Self.version, of: fields, example: "1")
        let accounts = list("accounts", of: fields).compactMap { account($0.node, at: $0.path) }
        require("accounts", of: fields, example: "[ … ]")
        var scenario = SandboxScenario(
            name: text("name", of: fields) ?? "scenario", start: start(of: fields),
            accounts: accounts)
        scenario.credentials = credentials(of: fields) ?? .builtIn
        scenario.history = list("history", of: fields).compactMap { action($0.node, at: $0.path) }
        scenario.switches = switches(of: fields)
        scenario.lists = list("lists", of: fields).compactMap { rows($0.node, at: $0.path) }
        scenario.timeline = timeline(of: fields)
        return scenario
    }

    private mutating func start(of fields: Fields) -> SandboxScenario.Start {
        let start: SandboxScenario.Start? = value(
            "day", of: fields, want: "\"2026-03-06\", \"today\" or \"today-9\"",
            example: "\"2026-03-06\" or \"today\""
        ) { value in
            guard case .string(let text) = value else { return nil }
            if let day = CalendarDay(isoText: text) { return .day(day) }
            if text == "today" { return .today(plus: 0) }
            guard text.hasPrefix("today"), let days = Int(text.dropFirst(5)), abs(days) <= 3_660
            else { return nil }
            return .today(plus: days)
        }
        return start ?? .today(plus: 0)
    }

    private mutating func credentials(of fields: Fields) -> SandboxCredentials? {
        let known = ["clientId", "clientSecret", "customerId"]
        guard let fields = self.fields("credentials", of: fields, known: known) else { return nil }
        let id = text("clientId", of: fields, example: "fakeclient")
        let secret = text("clientSecret", of: fields, example: "an invented secret")
        let customer = text("customerId", of: fields)
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
        return SandboxAccount(
            id: id, number: number, name: text("name", of: fields),
            type: text("type", of: fields) ?? "Standard account", balance: balance,
            creditLimit: amount("creditLimit", of: fields) ?? .zero(.nok),
            owner: text("owner", of: fields) ?? SandboxCredentials.inventedCustomerId)
    }

    private mutating func switches(of fields: Fields) -> [SandboxSwitch: SwitchValue] {
        let members: [JSONMember]? = value(
            "switches", of: fields, want: "an object such as {\"outage\": true}"
        ) { if case .object(let members) = $0 { members } else { nil } }
        let settings = (members ?? []).compactMap { member in
            switchSetting(
                member.key, member.value, at: "switches.\(member.key)", member.keyRange)
        }
        return Dictionary(settings) { _, last in last }
    }

    private mutating func rows(_ node: JSONNode, at path: String) -> SandboxList? {
        let known = ["endpoint", "account", "rows"]
        guard let fields = fields(of: node, at: path, known: known) else { return nil }
        let names = SandboxList.Endpoint.allCases.map(\.rawValue)
        let name = word("endpoint", among: names, of: fields, example: "payments")
        let account = text("account", of: fields)
        let rows = list("rows", of: fields).compactMap { row -> String? in
            guard case .object = row.node.value else {
                report(
                    "type", row.path, row.node.range, "\(row.node.kindName) does not fit here",
                    fix: "write an object as the bank would send it")
                return nil
            }
            return row.node.output.text
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
            let at = whole("at", in: 1...Bank.mostSteps, of: inner)
            let day = whole("day", in: 0...36_600, of: inner)
            let note = text("note", of: inner)
            let actions = list("do", of: inner).compactMap { action($0.node, at: $0.path) }
            steps.append(
                SandboxScenario.Step(
                    at: at ?? (steps.last?.at ?? 0) + 1, day: day ?? steps.last?.day ?? 0,
                    note: note, actions: actions))
        }
        return steps
    }
}
