import Finance

extension Bank {
    /// Answers `GET /Accounts`.
    func accounts(_ envelope: Envelope) -> WireReply {
        guard !switches.isOn(.emptyAccounts) else { return envelope.list([], total: 0) }
        let all = ledger.accounts.enumerated().map { index, account in
            json(account, isFirst: index == 0)
        }
        return page(all, total: all.count, envelope)
    }

    /// Answers `GET /Accounts/{id}`.
    func account(_ id: String, _ envelope: Envelope) -> WireReply {
        guard !switches.isOn(.emptyAccounts), let account = account(id: id) else {
            return envelope.notFound(shape: .single)
        }
        return envelope.single(json(account, isFirst: ledger.accounts.first == account))
    }

    /// Answers `GET /Transactions/{id}` and `GET /Transactions/archive/{id}`.
    mutating func rows(
        of id: String, _ request: WireRequest, _ envelope: Envelope, archive: Bool
    ) -> WireReply {
        guard let account = account(id: id) else { return envelope.notFound(shape: .list) }
        let query: TransactionQuery
        do {
            query = try TransactionQuery(request, today: day)
        } catch {
            return envelope.badRequest(error.message, shape: .list)
        }
        let mode = query.endsTodayExplicitly ? switches.word(.endDateToday) : "fine"
        if mode == "2021" { return envelope.failure(status: 500) }
        var found = rows(of: account, query, archive: archive)
        if mode == "2020" { found.removeAll { $0.reservation != nil } }
        if switches.isOn(.shuffle) { shuffle(&found) }
        let style = style(for: account)
        let listed = found.dropFirst(query.index).prefix(query.length)
        let json = listed.enumerated().map { index, row in
            let amount = index == 0 ? wrongAmount : nil
            return archive
                ? style.archived(row, amount: amount)
                : style.statement(row, amount: amount, isArchived: isArchived(row))
        }
        return page(json, total: found.count, envelope)
    }

    /// Answers the endpoints whose rows the scenario gives.
    func list(
        _ endpoint: SandboxList.Endpoint, of id: String?, _ request: WireRequest,
        _ envelope: Envelope
    ) -> WireReply {
        let account = id.flatMap(account(id:))
        if endpoint.isPerAccount, account == nil { return envelope.notFound(shape: .list) }
        let all = scenario.lists.filter { list in
            guard list.endpoint == endpoint else { return false }
            guard endpoint.isPerAccount else { return true }
            return list.account.flatMap { try? ledger.account(named: $0) } == account
        }.flatMap(\.rows)
        let index = request.parameter("index").flatMap { Int($0) } ?? 0
        let length = request.parameter("length").flatMap { Int($0) } ?? 100
        guard index >= 0, (1...1_000).contains(length) else {
            return envelope.badRequest("Index or length is out of range.", shape: .list)
        }
        let json = all.dropFirst(index).prefix(length).compactMap { text in
            PositionedJSON(Array(text.utf8)).root?.output
        }
        return page(json, total: all.count, envelope)
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

    private func json(_ account: SandboxAccount, isFirst: Bool) -> JSONOutput {
        let balance = AmountText.shortest(ledger.balance(of: account))
        return .object([
            ("accountId", .string(account.id)),
            ("accountNumber", .string(account.number)),
            ("ownerCustomerId", .string(account.owner)),
            ("name", .text(account.name)),
            ("accountType", .string(account.type)),
            ("available", AmountText.shortest(ledger.available(of: account))),
            ("balance", isFirst ? wrongAmount ?? balance : balance),
            ("creditLimit", AmountText.shortest(account.creditLimit)),
        ])
    }

    /// Open reservations first, then booked rows, each newest first.
    private func rows(
        of account: SandboxAccount, _ query: TransactionQuery, archive: Bool
    ) -> [LedgerRow] {
        (ledger.rows + ledger.lingering(at: step)).filter { row in
            guard row.account == account.id, row.accountingDate >= query.start,
                row.accountingDate <= query.end
            else { return false }
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

    private func isArchived(_ row: LedgerRow) -> Bool {
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
        var style = RowStyle()
        style.offsetDates = switches.isOn(.offsetDates)
        style.sourceAsNumber = switches.isOn(.sourceAsNumber)
        style.blankText = switches.word(.blankText)
        style.hidesMerchants = switches.word(.reservationText) == "hidden"
        style.interestDate = switches.word(.interestDate)
        style.isPurchaseLate = switches.word(.purchaseYear) == "late"
        style.lacksCards = switches.word(.cardDetails) == "absent"
        style.paddedAmounts = switches.isOn(.paddedAmounts)
        if switches.isOn(.cacheFlap) {
            counters.answers[account.id, default: 0] += 1
            let isMiss = !(counters.answers[account.id] ?? 0).isMultiple(of: 2)
            style.cache = isMiss ? .miss : .hit
        }
        return style
    }
}
