import Finance

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
        guard client.configuration.readsCards, await cache.wantsCards(on: today) else { return nil }
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
