import Finance

extension Bank {
    mutating func resource(
        _ resource: WireRoute.Resource, _ request: WireRequest, _ envelope: Envelope
    ) -> WireReply {
        do {
            return switch resource {
            case .accounts: accounts(envelope)
            case .account(let id): account(id, envelope)
            case .transactions(let id): try rows(of: id, request, envelope, archive: false)
            case .archive(let id): try rows(of: id, request, envelope, archive: true)
            case .list(let endpoint, let id): try list(endpoint, of: id, request, envelope)
            }
        } catch {
            return envelope.badRequest(error.message, shape: .list)
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
        return page(
            try PageQuery(request).of(found).map(\.output), total: found.count, envelope)
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
    private func rows(
        of account: SandboxAccount, _ query: RowQuery, archive: Bool
    ) -> [LedgerRow] {
        (ledger.rows + ledger.lingering(at: step)).filter { row in
            guard row.account == account.id, query.days.contains(row.accountingDate) else {
                return false
            }
            if let reservation = row.reservation {
                return !archive && reservation.listedFrom <= step
            }
            return !archive || isArchived(row)
        }.sorted { left, right in
            guard (left.reservation == nil) == (right.reservation == nil) else {
                return left.reservation != nil
            }
            return (left.accountingDate, left.number) > (right.accountingDate, right.number)
        }
    }

    func isArchived(_ row: LedgerRow) -> Bool {
        guard row.reservation == nil else { return false }
        return row.accountingDate.days(until: day) >= switches.number(.archiveDelay)
    }

    /// Another order at each answer, and the same orders in each run.
    private mutating func shuffle(_ rows: inout [LedgerRow]) {
        counters.shuffles += 1
        guard rows.count > 1 else { return }
        let start = counters.shuffles % rows.count
        // Two rows have two orders only, and reversing would undo the turn.
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
