import Finance
import Settings

/// One poll: everything is requested, then the outcome of the whole is decided.
struct SbankenPoll: Sendable {
    let client: SbankenClient
    let request: FetchRequest
    let today: CalendarDay
    var cache = SbankenPollCache()

    /// Runs the poll.
    ///
    /// - Throws: an error that leaves nothing usable. One with a single account's transactions
    ///   makes the result partial; one with scheduled items leaves them unknown.
    func run() async throws(BankError) -> PollResult {
        var result = PollResult()
        let accounts = try await accounts(&result)
        var isOutage = false
        for account in accounts {
            // If the bank has stopped answering, the rest is left for next time.
            if !isOutage {
                isOutage = try await addTransactions(of: account, to: &result)
            } else {
                result.add(account)
            }
        }
        if request.includesScheduled, !isOutage { result.scheduled = try await scheduled(accounts) }
        if !isOutage { result.cards = try await cards(&result) }
        return result
    }

    /// Adds an account and its rows; true if the bank stopped answering.
    private func addTransactions(
        of account: AccountObservation, to result: inout PollResult
    ) async throws(BankError) -> Bool {
        let found: Rows
        do { found = try await rows(of: account) } catch {
            guard !error.endsPoll else { throw error }
            result.lack(error)
            result.add(account)
            return error.isOutage
        }
        result.transactions += found.rows
        if let remark = found.remark { result.remark(remark) }
        var observation = account
        observation.coveredFrom = found.start
        observation.isTransactionListComplete = true
        result.add(observation)
        return false
    }

    /// All accounts; an empty list, one with duplicates and a truncated one are malformed.
    private func accounts(
        _ result: inout PollResult
    ) async throws(BankError) -> [AccountObservation] {
        var accounts: [AccountObservation] = []
        for row in try await client.list(.accounts) {
            accounts.append(try SbankenAccount.observation(row, source: client.configuration.id))
        }
        try accounts.checkList(client.malformed(.accounts))
        let listed = Set(accounts.map(\.id))
        // An account that the list lacks is gone only if the bank confirms it.
        for id in request.knownThrough.keys.sorted() where !listed.contains(id) {
            do { accounts.append(try await account(id)) } catch {
                guard !error.endsPoll else { throw error }
                if error != .notFound(SbankenProblems.notFound) { result.lack(error) }
            }
        }
        return accounts
    }

    private func account(_ id: String) async throws(BankError) -> AccountObservation {
        let row = try await client.single(.account(id))
        let account = try SbankenAccount.observation(row, source: client.configuration.id)
        guard account.id == id else {
            throw client.malformed(.accounts)("another account was answered")
        }
        return account
    }
}

extension SbankenPoll {
    /// The cards, once a day and if the settings request them; `nil` if not requested or not
    /// available.
    ///
    /// No other fact depends on them.
    func cards(_ result: inout PollResult) async throws(BankError) -> [PaymentCard]? {
        guard client.configuration.settings.readsCards, await cache.cardsReadOn != today else {
            return nil
        }
        do throws(BankError) {
            var cards: [PaymentCard] = []
            for row in try await client.list(.cards) { cards.append(try SbankenCard.card(row)) }
            await cache.noteCards(on: today)
            return cards
        } catch {
            guard error.mayConcernOneList else { throw error }
            // A list that is refused today will be refused all day; an outage passes.
            if !error.isOutage { await cache.noteCards(on: today) }
            result.remark(error)
            return nil
        }
    }
}

extension SbankenPoll {
    private static let daysAhead = 180

    /// Payments, standing orders and e-invoices of all accounts; `nil` if one list is not
    /// available.
    ///
    /// Half of the due items would be misleading.
    func scheduled(_ accounts: [AccountObservation]) async throws(BankError) -> [ScheduledItem]? {
        do {
            var items: [ScheduledItem] = []
            for account in accounts {
                items += try await list(
                    .payments(account: account.id), account.id, SbankenScheduled.payment)
                items += try await list(
                    .standingOrders(account: account.id), account.id,
                    SbankenScheduled.standingOrder)
            }
            let endpoint = SbankenEndpoint.eInvoices(
                client.configuration.settings.dialect, from: today.adding(days: -Self.daysAhead),
                through: today.adding(days: Self.daysAhead))
            let payer = accounts.first { $0.kind == .asset } ?? accounts.first
            return items + (try await list(endpoint, payer?.id ?? "", SbankenScheduled.eInvoice))
        } catch {
            guard error.mayConcernOneList else { throw error }
            return nil
        }
    }

    private func list(
        _ endpoint: SbankenEndpoint, _ account: String,
        _ read: (AnswerRow, String) throws(BankError) -> ScheduledItem?
    ) async throws(BankError) -> [ScheduledItem] {
        var items: [ScheduledItem] = []
        for row in try await client.list(endpoint) {
            if let item = try read(row, account) { items.append(item) }
        }
        return items
    }
}

/// Rows of the three lists of scheduled items.
///
/// All amounts are positive in the bank's answers and leave the account, so they are negative here.
/// The receiver's name comes first as text, because payments and standing orders for the same thing
/// agree in it.
enum SbankenScheduled {
    /// A payment that waits for its day; `nil` for one that was stopped.
    static func payment(_ row: AnswerRow, account: String) throws(BankError) -> ScheduledItem? {
        guard try row.flag("isActive") ?? true else { return nil }
        let receiver = try row.words("beneficiaryName")
        let text = try row.words("text")
        return ScheduledItem(
            bankAccountID: account, id: try row.required(try row.words("paymentId"), "paymentId"),
            amount: try outgoing(row, "amount"),
            due: try row.required(try row.day("dueDate"), "dueDate"), text: receiver ?? text,
            kind: .payment)
    }

    /// The next payment of a standing order; `nil` if there is none.
    static func standingOrder(
        _ row: AnswerRow, account: String
    ) throws(BankError) -> ScheduledItem? {
        guard let due = try row.day("nextDueDate") else { return nil }
        if let end = try row.day("standingOrderEndDate"), end < due { return nil }
        let number = try row.required(try row.whole("standingOrderId"), "standingOrderId")
        return ScheduledItem(
            bankAccountID: account, id: String(number), amount: try outgoing(row, "amount"),
            due: due, text: try row.words("beneficiaryName"), kind: .standingOrder)
    }

    /// An e-invoice that is not approved yet; an approved one is among the payments.
    ///
    /// The bank does not say which account will pay; `account` is the one to assume.
    static func eInvoice(_ row: AnswerRow, account: String) throws(BankError) -> ScheduledItem? {
        guard FoldedText(try row.words("status")) == FoldedText("NEW") else { return nil }
        let hasNewAmount = try row.amount("updatedAmount", in: .nok) != nil
        let newDue = try row.day("updatedDueDate")
        let oldDue = try row.day("originalDueDate")
        return ScheduledItem(
            bankAccountID: account, id: try row.required(try row.words("eFakturaId"), "eFakturaId"),
            amount: try outgoing(row, hasNewAmount ? "updatedAmount" : "originalAmount"),
            due: try row.required(newDue ?? oldDue, "originalDueDate"),
            text: try row.words("issuerName"), kind: .eInvoice)
    }

    private static func outgoing(_ row: AnswerRow, _ name: String) throws(BankError) -> Money {
        let amount = try row.required(try row.amount(name, in: .nok), name)
        return try row.required(try? amount.magnitude().negated(), name)
    }
}
