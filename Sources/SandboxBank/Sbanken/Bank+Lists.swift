import Finance

extension Bank {
    /// Answers requests below an API's base path.
    mutating func resource(
        _ path: [String], _ request: WireRequest, _ envelope: Envelope
    ) -> WireReply {
        do {
            let reply = try lists(path, request, envelope) ?? .empty(404)
            return reply.status == 404 || request.method == "GET"
                ? reply : .empty(405, headers: [("Allow", "GET")])
        } catch { return envelope.badRequest(error.message) }
    }

    /// - Returns: `nil` for an address that does not exist.
    private mutating func lists(
        _ path: [String], _ request: WireRequest, _ envelope: Envelope
    ) throws(QueryRefusal) -> WireReply? {
        let id = path.last ?? ""
        switch (path.first, path.count) {
        case ("accounts", 1): return accounts(envelope)
        case ("accounts", 2): return account(id, envelope)
        case ("transactions", 2): return try rows(of: id, request, envelope, archive: false)
        case ("transactions", 3) where path[1] == "archive":
            return try rows(of: id, request, envelope, archive: true)
        case ("payments", 2): return try list(.payments, of: id, request, envelope)
        case ("standingorders", 2): return try list(.standingOrders, of: id, request, envelope)
        case (envelope.dialect == .v1 ? "efakturas" : "efaktura", 1):
            return try list(.eFakturas, of: nil, request, envelope)
        case ("cards", 1): return try list(.cards, of: nil, request, envelope)
        default: return nil
        }
    }

    private func accounts(_ envelope: Envelope) -> WireReply {
        guard !switches.isOn(.emptyAccounts) else { return envelope.list([], total: 0) }
        let all = ledger.accounts.map(json)
        return page(all, total: all.count, envelope)
    }

    private func account(_ id: String, _ envelope: Envelope) -> WireReply {
        guard !switches.isOn(.emptyAccounts), let account = account(id: id) else {
            return envelope.notFound(shape: .single)
        }
        return envelope.single(json(account))
    }

    private mutating func rows(
        of id: String, _ request: WireRequest, _ envelope: Envelope, archive: Bool
    ) throws(QueryRefusal) -> WireReply {
        guard let account = account(id: id) else { return envelope.notFound(shape: .list) }
        let query = try RowQuery(request, today: day)
        let mode = query.endsTodayExplicitly ? switches.word(.endDateToday) : "fine"
        if mode == "2021" { return envelope.failure(status: 500) }
        var found = rows(of: account, query, archive: archive)
        if mode == "2020" { found.removeAll { $0.reservation != nil } }
        if switches.isOn(.shuffle) { shuffle(&found) }
        let style = style(for: account)
        let json = query.page.of(found).enumerated().map { index, row in
            let amount = index == 0 ? wrongAmount : nil
            return archive
                ? style.archived(row, amount: amount)
                : style.statement(row, amount: amount, isArchived: isArchived(row))
        }
        return page(json, total: found.count, envelope)
    }

    /// Answers the endpoints whose rows the scenario gives; e-invoices can be asked for by status
    /// and due date.
    private func list(
        _ endpoint: SandboxList.Endpoint, of id: String?, _ request: WireRequest,
        _ envelope: Envelope
    ) throws(QueryRefusal) -> WireReply {
        let account = id.flatMap(account(id:))
        if endpoint.isPerAccount, account == nil { return envelope.notFound(shape: .list) }
        var found = scenario.lists.filter { list in
            list.endpoint == endpoint
                && (!endpoint.isPerAccount
                    || list.account.flatMap { try? ledger.account(named: $0) } == account)
        }.flatMap(\.rows)
        if endpoint == .eFakturas {
            let status = request.parameter("status")?.uppercased() ?? "ALL"
            let start = try request.day("startDate")
            let end = try request.day("endDate")
            found = found.filter { row in
                (status == "ALL" || row["status"]?.string == status)
                    && Self.isDue(row, from: start, through: end)
            }
        }
        return page(try PageQuery(request).of(found).map(\.output), total: found.count, envelope)
    }

    /// Whether an invoice is due between the days; one without a day only if no days are given.
    private static func isDue(
        _ row: JSONNode, from start: CalendarDay?, through end: CalendarDay?
    ) -> Bool {
        let text = row["updatedDueDate"]?.string ?? row["originalDueDate"]?.string
        guard let day = text.flatMap({ CalendarDay(isoText: $0.prefix(10)) }) else {
            return start == nil && end == nil
        }
        return day >= start ?? day && day <= end ?? day
    }

    private func page(_ rows: [JSONOutput], total: Int, _ envelope: Envelope) -> WireReply {
        let half = switches.isOn(.halfPage)
        return envelope.list(half ? Array(rows.prefix(rows.count / 2)) : rows, total: total)
    }

    private func account(id: String) -> SandboxAccount? {
        ledger.accounts.first { $0.id.lowercased() == id.lowercased() }
    }

    private var wrongAmount: JSONOutput? {
        switches.isOn(.threeDecimals) ? .number("999.999") : nil
    }

    private func json(_ account: SandboxAccount) -> JSONOutput {
        let balance = JSONOutput.shortest(ledger.balance(of: account))
        let isFirst = ledger.accounts.first == account
        return [
            "accountId": .string(account.id), "accountNumber": .string(account.number),
            "ownerCustomerId": .string(account.owner), "name": .text(account.name),
            "accountType": .string(account.type),
            "available": .shortest(ledger.available(of: account)),
            "balance": isFirst ? wrongAmount ?? balance : balance,
            "creditLimit": .shortest(account.creditLimit),
        ]
    }

    /// Open reservations first, then booked rows, each newest first.
    private func rows(of account: SandboxAccount, _ query: RowQuery, archive: Bool) -> [LedgerRow] {
        let rows = ledger.listed(at: step).filter { row in
            row.account == account.id && query.days.contains(row.accountingDate)
                && (!archive || isArchived(row))
        }
        return rows.filter { $0.reservation != nil } + rows.filter { $0.reservation == nil }
    }

    func isArchived(_ row: LedgerRow) -> Bool {
        guard row.reservation == nil else { return false }
        return row.accountingDate.days(until: day) >= switches.number(.archiveDelay)
    }

    /// Another order for each answer, and the same orders in each run.
    private mutating func shuffle(_ rows: inout [LedgerRow]) {
        counters.shuffles += 1
        guard rows.count > 1 else { return }
        let start = counters.shuffles % rows.count
        // Two rows have only two orders, and reversing would undo the rotation.
        let keeps = rows.count == 2 || (counters.shuffles / rows.count).isMultiple(of: 2)
        rows = keeps ? rows : rows.reversed()
        rows = Array(rows[start...] + rows[..<start])
    }

    private mutating func style(for account: SandboxAccount) -> RowStyle {
        guard switches.isOn(.cacheFlap) else { return RowStyle(switches: switches) }
        counters.answers[account.id, default: 0] += 1
        let isHit = (counters.answers[account.id] ?? 0).isMultiple(of: 2)
        return RowStyle(switches: switches, cache: isHit ? .hit : .miss)
    }
}

/// Why the bank refuses a query, in its own words as far as they are known.
struct QueryRefusal: Error, Sendable, Equatable {
    /// The sentence for `errorMessage` or `detail`.
    let message: String
}

/// The requested rows of an account.
///
/// The rules are those of the bank's interface description. Both days are optional; the end
/// defaults to today and the start to 30 days before it. They are at most 366 days apart, neither
/// later than tomorrow. `index` counts rows, `length` is 1 to 1000 and defaults to 100.
struct RowQuery: Sendable, Equatable {
    let days: ClosedRange<CalendarDay>
    let page: PageQuery
    /// Whether the client gave today as the last day, which has side effects of its own.
    let endsTodayExplicitly: Bool

    init(_ request: WireRequest, today: CalendarDay) throws(QueryRefusal) {
        let end = try request.day("endDate")
        let start = try request.day("startDate")
        let last = end ?? today
        let first = start ?? last.adding(days: -30)
        try Self.check(first, last, today: today)
        days = first...last
        page = try PageQuery(request)
        endsTodayExplicitly = end == today
    }

    private static func check(
        _ start: CalendarDay, _ end: CalendarDay, today: CalendarDay
    ) throws(QueryRefusal) {
        let tomorrow = today.adding(days: 1)
        let earliest = CalendarDay(year: 2000, month: 1, day: 1) ?? today
        let rules: [(Bool, String)] = [
            (start <= end, "StartDate must be less than or equal to EndDate."),
            (start <= tomorrow, "StartDate must be less than or equal to today + 1 day."),
            (end <= tomorrow, "EndDate must be less than or equal to today + 1 day."),
            (start >= earliest, "StartDate must be greater than or equal to 2000-01-01."),
            (start.days(until: end) <= 366, "The query cannot span more than 366 days."),
        ]
        for (holds, message) in rules where !holds { throw QueryRefusal(message: message) }
    }
}

/// The requested part of a list.
struct PageQuery: Sendable, Equatable {
    let index: Int
    let length: Int

    init(_ request: WireRequest) throws(QueryRefusal) {
        index = try request.whole("index") ?? 0
        length = try request.whole("length") ?? 100
        guard index >= 0 else {
            throw QueryRefusal(message: "Index must be greater than or equal to 0.")
        }
        guard (1...1_000).contains(length) else {
            throw QueryRefusal(message: "Length must be between 1 and 1000.")
        }
    }

    func of<Row>(_ rows: [Row]) -> [Row] { Array(rows.dropFirst(index).prefix(length)) }
}

extension WireRequest {
    /// A day; only the date part counts, a time and an offset may follow it.
    func day(_ name: String) throws(QueryRefusal) -> CalendarDay? {
        guard let text = parameter(name.lowercased()), !text.isEmpty else { return nil }
        let time = text.dropFirst(10)
        guard let day = CalendarDay(isoText: text.prefix(10)),
            time.isEmpty || time.hasPrefix("T") || time.hasPrefix(" ")
        else { throw QueryRefusal(message: "The value is not valid for \(name).") }
        return day
    }

    fileprivate func whole(_ name: String) throws(QueryRefusal) -> Int? {
        guard let text = parameter(name), !text.isEmpty else { return nil }
        guard let number = Int(text) else {
            throw QueryRefusal(message: "The value is not valid for \(name).")
        }
        return number
    }
}
