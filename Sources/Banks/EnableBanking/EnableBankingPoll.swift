import Finance
import Foundation

/// One poll: balances and rows of each account, and the outcome of the whole.
struct EnableBankingPoll: Sendable {
    /// Banks let a program read 90 days while the person is away, today among them; some 60 or 30.
    private static let reachInDays = [89, 59, 29]
    private static let mostPages = 100

    let client: EnableBankingClient
    let request: FetchRequest
    let today: CalendarDay
    private(set) var result = PollResult()
    /// Why no further requests are sent.
    private(set) var end: BankError?
    private var firstError: BankError?
    private var hasFacts = false

    init(client: EnableBankingClient, request: FetchRequest, today: CalendarDay, expires: Date?) {
        self.client = client
        self.request = request
        self.today = today
        result.tolerances = .enableBanking
        result.signInExpires = expires
        if request.includesScheduled { result.scheduled = [] }
    }

    /// - Throws: an error that leaves nothing usable.
    mutating func run(_ accounts: [EnableBankingAccount]) async throws(BankError) {
        for account in accounts { try await read(account) }
        if !hasFacts, let firstError { throw firstError }
    }

    private mutating func read(_ account: EnableBankingAccount) async throws(BankError) {
        var observation = account.observation(source: client.configuration.id)
        var refusal: BankError?
        do throws(BankError) { try await addBalances(of: account, to: &observation) } catch {
            if error == .failed(EnableBankingProblems.noBalances) {
                refusal = error
            } else {
                try note(error)
            }
        }
        do throws(BankError) { try await addRows(of: account, to: &observation) } catch {
            try note(error)
        }
        if let refusal {
            // Some banks give no balances at all; the known figures then become stale by
            // themselves.
            if observation.isTransactionListComplete {
                result.remark(refusal)
            } else {
                try note(refusal)
            }
        }
        // An account of which nothing was read keeps its last figures.
        guard
            observation.booked != nil || observation.available != nil
                || observation.isTransactionListComplete
        else { return }
        hasFacts = true
        result.add(observation)
    }

    /// Stores why something is missing; an error of the whole bank ends the poll.
    private mutating func note(_ error: BankError) throws(BankError) {
        switch error {
        case .cancelled, .signInRefused: throw error
        case .throttled:
            end = error
            result.lack(.failed(EnableBankingProblems.usedUp))
        case .notFound, .failed: if error.isOutage { end = error }
        }
        firstError = firstError ?? error
        result.lack(error)
    }

    private mutating func addBalances(
        of account: EnableBankingAccount, to observation: inout AccountObservation
    ) async throws(BankError) {
        guard end == nil else { return result.lack(end ?? .cancelled) }
        let answer = try await client.ask(.balances(uid: account.uid))
        let balances = try EnableBankingBalances(
            try answer.requiredRows("balances"), currency: account.currency, today: today)
        observation.booked = balances.booked
        observation.available = balances.available
        if balances.isWeak { result.remark(.failed(EnableBankingProblems.weakBalance)) }
    }

    private mutating func addRows(
        of account: EnableBankingAccount, to observation: inout AccountObservation
    ) async throws(BankError) {
        guard end == nil else { return }
        let (start, list) = try await list(account)
        let rows = try EnableBankingRows(list, of: account, from: start, today: today)
        result.transactions += rows.transactions
        result.scheduled? += rows.scheduled
        for remark in rows.remarks { result.remark(.failed(remark)) }
        observation.coveredFrom = start
        observation.isTransactionListComplete = true
    }

    /// All rows of an account since the first requested day that the bank gives access to.
    private func list(
        _ account: EnableBankingAccount
    ) async throws(BankError) -> (start: CalendarDay, rows: [AnswerRow]) {
        let known = request.knownThrough[account.id]?.askedAgainFrom
        var starts = Self.reachInDays.map { today.adding(days: -$0) }
        if let known {
            let first = min(max(known, starts[0]), today)
            starts = [first] + starts.filter { $0 > first }
        }
        for start in starts {
            do throws(BankError) {
                return (start, try await pages(of: account, from: start))
            } catch {
                guard error == .failed(EnableBankingProblems.wrongPeriod) else { throw error }
            }
        }
        throw .failed(EnableBankingProblems.everyPeriod)
    }

    /// Requests pages until there is no further key; a page before that may be empty.
    private func pages(
        of account: EnableBankingAccount, from start: CalendarDay
    ) async throws(BankError) -> [AnswerRow] {
        var rows: [AnswerRow] = []
        var keys: Set<String> = []
        var key: String?
        for _ in 0..<Self.mostPages {
            let answer = try await client.ask(
                .transactions(uid: account.uid, from: start, key: key))
            let page = try answer.requiredRows("transactions")
            await client.api.budget?.note(rows: page.count)
            rows += page.dropFirst(Self.repeated(rows, page))
            key = try answer.words("continuation_key")
            guard let key else { return rows }
            guard keys.insert(key).inserted else { break }
        }
        throw .failed(EnableBankingProblems.endlessPages)
    }

    /// How many rows at the beginning of a page are the last ones of the pages before it.
    ///
    /// A row that the bank adds between two requests moves the others over the border. Only rows
    /// with the bank's identifier are known to be the same.
    private static func repeated(_ rows: [AnswerRow], _ page: [AnswerRow]) -> Int {
        let longest = min(rows.count, page.count, 20)
        return (0...longest).reversed().first { count in
            zip(rows.suffix(count), page).allSatisfy { before, row in
                guard let id = row.json["transaction_id"]?.string, !id.isEmpty,
                    before.json["transaction_id"]?.string == id
                else { return false }
                return before.json["entry_reference"]?.string
                    == row.json["entry_reference"]?.string
            }
        } ?? 0
    }
}
