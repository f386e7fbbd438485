import Finance
import Recording

/// The banks of a case, which answer the next poll.
struct CaseBank: Sendable {
    /// The accounts in the order in which they were first named.
    private(set) var accounts: [CaseAccount] = []
    private var rows: [CaseRow] = []
    /// Scheduled items; `nil` as long as the case has none, so that answers contain none.
    private var scheduled: [CaseRow]?

    /// The keys of a row: those of a snapshot line, a name for the case and an end.
    static let rowKeys = [
        "row", "gone", "account", "id", "amount", "currency", "status", "date", "posted", "text",
        "merchant", "mcc", "type", "foreign", "counterparty", "ownTransfer",
    ]
    static let itemKeys = [
        "item", "gone", "account", "id", "amount", "currency", "due", "text", "kind",
    ]

    /// The banks that have accounts, in order.
    var sources: [String] {
        let named = Set(accounts.map(\.source)).sorted()
        return named.isEmpty ? [CaseAccount.standardSource] : named
    }

    mutating func add(_ account: CaseAccount) { accounts.append(account) }

    /// Changes an account; makes it at `source` if there is none of this name.
    mutating func change(
        _ name: String, at source: String? = nil, _ body: (inout CaseAccount) -> Void
    ) {
        if let index = accounts.firstIndex(where: { $0.name == name }) {
            body(&accounts[index])
        } else {
            var account = CaseAccount(name: name)
            account.source = source ?? account.source
            body(&account)
            accounts.append(account)
        }
    }

    /// Adds a row to the answers, changes the one of the same name, or removes it.
    mutating func takeRow(_ node: JSONNode, on day: CalendarDay) throws(CaseProblem) {
        rows = try list(rows, taking: node, named: "row", as: "transactions") { bank, row in
            let currency = bank.accounts.first { $0.name == row.account }?.currency ?? "NOK"
            return [
                ("currency", .string(currency)), ("status", "booked"),
                ("date", .string(day.description)),
            ]
        }
    }

    /// Makes the bank answer that nothing is scheduled.
    mutating func clearItems() { scheduled = [] }

    /// Adds a scheduled item to the answers, changes the one of the same name, or removes it.
    mutating func takeItem(_ node: JSONNode) throws(CaseProblem) {
        scheduled = try list(scheduled ?? [], taking: node, named: "item", as: "scheduled") {
            [("id", .string($1.name))]
        }
    }

    /// A list after a step's change to one of its rows.
    ///
    /// - Parameter defaults: the members of a new row besides its account.
    private mutating func list(
        _ rows: [CaseRow], taking node: JSONNode, named key: String, as list: String,
        defaults: (CaseBank, CaseRow) -> [(String, JSONOutput)]
    ) throws(CaseProblem) -> [CaseRow] {
        var rows = rows
        let known = rows.firstIndex { $0.name == node[key]?.string }
        if node["gone"]?.boolean == true {
            guard let known else {
                throw CaseProblem(
                    "there is nothing of this name to take out",
                    fix: "name what an earlier step has", at: node.range)
            }
            rows.remove(at: known)
            return rows
        }
        if known == nil {
            var row = try started(node, rows.count + 1, named: key)
            row.members += defaults(self, row)
            rows.append(row)
        }
        let index = known ?? rows.count - 1
        rows[index].take(node, besides: [key, "gone"])
        try check(rows[index], as: list, node)
        return rows
    }

    private mutating func started(
        _ node: JSONNode, _ number: Int, named key: String
    ) throws(CaseProblem) -> CaseRow {
        let only = accounts.count == 1 ? accounts[0].name : nil
        guard let account = node["account"]?.string ?? only else {
            throw CaseProblem(
                "the row has no account", fix: "name one with \"account\"", at: node.range)
        }
        change(account) { _ in }
        return CaseRow(
            name: node[key]?.string ?? "\(key) \(number)",
            members: [("account", .string(account))], account: account)
    }

    /// Parses the row by itself, so that its problems are reported at its place.
    private func check(_ row: CaseRow, as list: String, _ node: JSONNode) throws(CaseProblem) {
        let accounts = accounts.filter { $0.name == row.account }.map(\.json)
        let line = JSONOutput.object([
            ("observedAt", "2026-01-01T00:00:00Z"), ("source", "bank"), ("outcome", "complete"),
            ("accounts", .array(accounts)), (list, .array([row.json])),
        ]).text
        do throws(RecordingError) {
            _ = try SnapshotLineReader().snapshot(Array(line.utf8), number: 1)
        } catch {
            let problem = error.fault.problem
            let member = node.members?.first { problem.contains("'\($0.key)'") }
            throw CaseProblem(problem, fix: error.fault.fix, at: member?.value.range ?? node.range)
        }
    }

    /// The answer of a bank as members of a snapshot line, without the accounts that are missing.
    func answer(of source: String, without missing: Set<String>) -> [(String, JSONOutput)] {
        let listed = accounts.filter { $0.source == source && !missing.contains($0.name) }
        let names = Set(listed.map(\.name))
        let rows = rows.filter { names.contains($0.account) }.map(\.json)
        let items = scheduled.map { $0.filter { names.contains($0.account) }.map(\.json) }
        return [("accounts", .array(listed.map(\.json))), ("transactions", .array(rows))]
            + (items.map { [("scheduled", .array($0))] } ?? [])
    }
}

/// An account of a case's bank.
struct CaseAccount: Sendable {
    /// Its name, by which rows and balances refer to it.
    let name: String
    var source = CaseAccount.standardSource
    var displayName: String
    var isLiability = false
    var currency = "NOK"
    var creditLimit = "0"
    var number: String?
    /// The first day that the bank's answers cover, as ISO text.
    var from: String?
    var aliases: [String] = []
    /// Its figures at the bank; `nil` before they were first given.
    var figures: CaseSeries.Figures?

    /// The bank of accounts that name none.
    static let standardSource = "bank"

    init(name: String) {
        self.name = name
        displayName = name
    }

    var json: JSONOutput {
        let figures = figures ?? CaseSeries.Figures(booked: "0", available: "0")
        let known = [
            ("booked", figures.booked), ("available", figures.available), ("number", number),
            ("from", from),
        ]
        return .object(
            [
                ("id", .string(name)), ("name", .string(displayName)),
                ("kind", isLiability ? "liability" : "asset"), ("currency", .string(currency)),
                ("creditLimit", .string(creditLimit)),
            ] + known.compactMap { key, text in text.map { (key, .string($0)) } })
    }
}

/// A row in a list of a case's bank: a transaction or a scheduled item.
struct CaseRow: Sendable {
    let name: String
    /// The members of a snapshot line's object.
    var members: [(key: String, json: JSONOutput)]
    let account: String

    /// Applies a step's changes, except for the keys that only the case uses.
    mutating func take(_ node: JSONNode, besides own: Set<String>) {
        for member in node.members ?? [] where !own.contains(member.key) {
            members.removeAll { $0.key == member.key }
            members.append((member.key, member.value.output))
        }
    }

    var json: JSONOutput { .object(members.map { ($0.key, $0.json) }) }
}
