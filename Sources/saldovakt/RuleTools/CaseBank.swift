import Finance

/// The bank of a case: what it answers to the next poll.
struct CaseBank: Sendable {
    /// One row as members of a snapshot line's transaction, each JSON already.
    private struct Row: Sendable {
        let name: String
        var members: [(key: String, json: String)]
    }

    private var accounts: [CaseAccount] = []
    private var rows: [Row] = []
    /// What is scheduled, each item JSON already; `nil` before a step has said it.
    private var scheduled: [String]?

    /// The keys of a row: those of a snapshot line, a name for the case and an end.
    static let rowKeys = [
        "row", "gone", "account", "id", "amount", "currency", "status", "date", "posted", "text",
        "merchant", "mcc", "type", "foreign", "counterparty", "ownTransfer",
    ]

    /// The account of this name, which is made if there is none.
    private mutating func index(of name: String) -> Int {
        if let index = accounts.firstIndex(where: { $0.name == name }) { return index }
        accounts.append(CaseAccount(name: name))
        return accounts.count - 1
    }

    /// Sets up an account.
    mutating func add(_ account: CaseAccount) { accounts.append(account) }

    /// Sets what the bank says of an account.
    mutating func set(_ figures: CaseSeries.Figures, of account: String) {
        accounts[index(of: account)].figures = figures
    }

    /// Puts a row into the answers, changes the one of the same name, or takes it out.
    mutating func take(
        _ node: JSONNode, on day: CalendarDay, in json: PositionedJSON
    ) throws(CaseProblem) {
        let name = node["row"]?.string ?? "row \(rows.count + 1)"
        let known = rows.firstIndex { $0.name == name }
        if case .boolean(true)? = node["gone"]?.value {
            guard let known else {
                throw CaseProblem(
                    "there is no such row to take out", fix: "name one with \"row\"", at: node.range
                )
            }
            rows.remove(at: known)
            return
        }
        var row = Row(name: name, members: [])
        if let known { row = rows[known] } else { row.members = try defaults(node, day) }
        for member in node.members ?? [] where !["row", "gone"].contains(member.key) {
            row.members.removeAll { $0.key == member.key }
            row.members.append((member.key, json.text(in: member.value.range)))
        }
        if let account = node["account"]?.string { _ = index(of: account) }
        if let known { rows[known] = row } else { rows.append(row) }
    }

    private func defaults(
        _ node: JSONNode, _ day: CalendarDay
    ) throws(CaseProblem) -> [(key: String, json: String)] {
        let named = node["account"]?.string
        guard let account = named ?? onlyAccount else {
            throw CaseProblem(
                "the row has no account", fix: "name one with \"account\"", at: node.range)
        }
        let currency = accounts.first { $0.name == account }?.currency ?? "NOK"
        return [
            ("account", JSONText.string(account)), ("currency", JSONText.string(currency)),
            ("status", JSONText.string("booked")), ("date", JSONText.string(day.description)),
        ]
    }

    /// Replaces what is scheduled; an item of the only account need not name it.
    mutating func takeScheduled(
        _ node: JSONNode?, in json: PositionedJSON
    ) throws(CaseProblem) {
        guard let node else { return }
        guard let items = node.elements else {
            throw CaseProblem(
                "\"scheduled\" is no list",
                fix: "write [{\"amount\": \"-900\", \"due\": \"2026-03-20\"}]", at: node.range)
        }
        var texts: [String] = []
        for (place, item) in items.enumerated() {
            try CaseReader.checkKeys(of: item, known: Self.itemKeys)
            guard let account = item["account"]?.string ?? onlyAccount else {
                throw CaseProblem(
                    "the item has no account", fix: "name one with \"account\"", at: item.range)
            }
            _ = index(of: account)
            let own = (item.members ?? []).filter { $0.key != "account" }
                .map { ($0.key, json.text(in: $0.value.range)) }
            texts.append(
                JSONText.object(
                    [
                        ("account", JSONText.string(account)), ("id", JSONText.string("s\(place)")),
                    ] + own))
        }
        scheduled = texts
    }

    private static let itemKeys = ["account", "amount", "currency", "due", "text", "kind"]

    private var onlyAccount: String? { accounts.count == 1 ? accounts[0].name : nil }

    /// The answer as members of a snapshot line.
    var answer: [(String, String)] {
        let rows = rows.map { JSONText.object($0.members.map { ($0.key, $0.json) }) }
        return [
            ("accounts", JSONText.array(accounts.map(\.json))),
            ("transactions", JSONText.array(rows)),
        ] + (scheduled.map { [("scheduled", JSONText.array($0))] } ?? [])
    }
}
