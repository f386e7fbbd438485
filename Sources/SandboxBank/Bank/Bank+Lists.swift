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
            query = try TransactionQuery(
                request, today: day, isLoose: switches.isOn(.looseRanges))
        } catch {
            return envelope.badRequest(error.message, shape: .list)
        }
        let mode = query.endsTodayExplicitly ? switches.word(.endDateToday) : "fine"
        if mode == "2021" { return envelope.failure(status: 500) }
        var found = rows(of: account, query, archive: archive)
        if mode == "2020" { found.removeAll { $0.reservation != nil } }
        if switches.isOn(.shuffle) { shuffle(&found) }
        let style = style(for: account)
        let listed = found.dropFirst(max(0, query.index)).prefix(max(0, query.length))
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
        if endpoint.isPerAccount, id.flatMap(account(id:)) == nil {
            return envelope.notFound(shape: .list)
        }
        return paged(rows(of: endpoint, account: id).map(\.output), request, envelope)
    }

    /// The rows that the scenario gives for an endpoint.
    func rows(of endpoint: SandboxList.Endpoint, account id: String?) -> [JSONNode] {
        let account = id.flatMap(account(id:))
        return lists.filter { list in
            guard list.endpoint == endpoint else { return false }
            guard endpoint.isPerAccount else { return true }
            return list.account.flatMap { try? ledger.account(named: $0) } == account
        }.flatMap(\.rows).compactMap { PositionedJSON(Array($0.utf8)).root }
    }

    /// The part of a list that is asked for.
    func paged(
        _ all: [JSONOutput], _ request: WireRequest, _ envelope: Envelope
    ) -> WireReply {
        let index = request.parameter("index").flatMap { Int($0) } ?? 0
        let length = request.parameter("length").flatMap { Int($0) } ?? 100
        guard (index >= 0 && (1...1_000).contains(length)) || switches.isOn(.looseRanges) else {
            return envelope.badRequest("Index or length is out of range.", shape: .list)
        }
        let rows = all.dropFirst(max(0, index)).prefix(max(0, length))
        return page(Array(rows), total: all.count, envelope)
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
            ("ownerCustomerId", .string(owner(of: account))),
            ("name", .text(name(of: account))),
            ("accountType", .string(account.type)),
            ("available", AmountText.shortest(ledger.available(of: account))),
            ("balance", isFirst ? wrongAmount ?? balance : balance),
            ("creditLimit", AmountText.shortest(account.creditLimit)),
        ])
    }

    private func owner(of account: SandboxAccount) -> String {
        guard switches.isOn(.foreignOwner) else { return account.owner }
        let caller = scenario.credentials.customerId.reveal()
        return caller == Self.otherCustomer ? "00000000009" : Self.otherCustomer
    }

    /// An invented customer, no valid national number.
    private static let otherCustomer = "00000000008"

    private func name(of account: SandboxAccount) -> String? {
        let name = switches.isOn(.sharedNames) ? ledger.accounts.first?.name : account.name
        return switch switches.word(.accountName) {
        case "null": nil
        case "emoji": name.map { $0 + " 💰" }
        default: name
        }
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
        style.reservationText = switches.word(.reservationText)
        style.isNotReservation = switches.word(.bookedType) == "NotReservation"
        style.isOldCardText = switches.word(.cardText) == "2018"
        style.interestDate = switches.word(.interestDate)
        style.isPurchaseLate = switches.word(.purchaseYear) == "late"
        style.lacksCards = switches.word(.cardDetails) == "absent"
        style.paddedAmounts = switches.isOn(.paddedAmounts)
        if switches.isOn(.cacheFlap) {
            counters.answers[account.id, default: 0] += 1
            let isMiss = !(counters.answers[account.id] ?? 0).isMultiple(of: 2)
            style.cache = isMiss ? .miss : .hit
        }
        let number = switches.word(.reservationNumber)
        if number != "off" {
            style.cache = .miss
            style.reservationsLackNumber = number == "absent"
        }
        return style
    }
}
