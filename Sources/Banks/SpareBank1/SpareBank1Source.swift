public import Finance
import Foundation
public import HTTP

/// A customer's own accounts at a bank of the SpareBank 1 alliance.
///
/// One poll requests the accounts and then the transactions of all of them together, because the
/// bank allows 60 calls an hour.
public struct SpareBank1Source: BankSource {
    private let configuration: SpareBank1Configuration
    private let transport: any HTTPTransport
    private let session: SpareBank1Session
    private let clock: any WallClock
    private let store: any SignInStore
    var limits = PollBudget.Limits()
    /// How many rows one call may bring.
    var rowLimit = 500

    public init(
        configuration: SpareBank1Configuration, store: any SignInStore,
        transport: any HTTPTransport, clock: any WallClock
    ) {
        self.configuration = configuration
        self.transport = transport
        self.clock = clock
        self.store = store
        session = SpareBank1Session(configuration.tokens(transport, clock), store: store)
    }

    public var id: String { configuration.id }

    public func fetch(_ request: FetchRequest) async -> Snapshot {
        let snapshot: Snapshot
        do throws(BankError) {
            try store.checkPause(at: clock.now)
            snapshot = try await result(of: poll(request)).snapshot(source: id, at: clock.now)
        } catch {
            snapshot = error.snapshot(source: id, at: clock.now, signInExpires: signInExpires)
        }
        return snapshot.hiding(await session.secrets)
    }

    /// When the sign-in may end, once nothing has renewed it for 25 days: the bank's own tutorials
    /// give a refresh token 30.
    private var signInExpires: Date? {
        guard let state = try? store.load(), let renewed = SpareBank1Session.accessEnds(in: state),
            clock.now > renewed.addingTimeInterval(25 * 86_400)
        else { return nil }
        return renewed.addingTimeInterval(30 * 86_400)
    }

    private func result(of poll: SpareBank1Poll) async throws(BankError) -> PollResult {
        do { return try await poll.run() } catch {
            await store.postpone(after: error, at: clock.now)
            throw error
        }
    }

    private func poll(_ request: FetchRequest) -> SpareBank1Poll {
        let api = BankAPI(
            transport: transport, problems: SpareBank1Problems(id: id),
            budget: PollBudget(limits, clock: clock, request))
        return SpareBank1Poll(
            configuration: configuration, api: api, session: session, request: request,
            today: CalendarDay(of: clock.now, in: configuration.zone), rowLimit: rowLimit)
    }
}

/// One poll: everything is requested, then the outcome of the whole is decided.
struct SpareBank1Poll: Sendable {
    let configuration: SpareBank1Configuration
    let api: BankAPI<SpareBank1Problems>
    let session: SpareBank1Session
    let request: FetchRequest
    let today: CalendarDay
    let rowLimit: Int

    /// - Throws: an error that leaves nothing usable; one with the transactions makes the result
    ///   partial.
    func run() async throws(BankError) -> PollResult {
        var result = PollResult()
        result.tolerances = .spareBank1
        var accounts = try await accounts(&result)
        do {
            let start = start(accounts)
            let rows = try await rows(of: accounts, from: start)
            result.transactions = rows.observations
            for account in accounts.indices {
                accounts[account].coveredFrom = start
                accounts[account].isTransactionListComplete = !rows.misses(accounts[account])
            }
            for shortfall in rows.shortfalls { result.lack(shortfall) }
        } catch {
            guard !error.endsPoll else { throw error }
            result.lack(error)
        }
        for account in accounts { result.add(account) }
        return result
    }

    /// The rows of a span of days, with what is missing of them.
    private struct Rows {
        var observations: [TransactionObservation] = []
        var shortfalls: [BankError] = []
        /// Whether rows of any account may be missing, or those of cards.
        var missesAny = false
        var missesCards = false
        /// The accounts with a row that can't be read.
        var unreadable: Set<String> = []

        func misses(_ account: AccountObservation) -> Bool {
            missesAny || missesCards && account.kind == .liability
                || unreadable.contains(account.id)
        }
    }

    /// Cards and some kinds of accounts are listed only on request.
    private static let kinds = [
        "Nok", "Currency", "Bsu", "CreditCard", "Ask", "Pension",
    ].map { "include\($0)Accounts=true" }.joined(separator: "&")

    /// All accounts; an empty list and one with duplicates are malformed.
    ///
    /// One that can't be read is left out, and its figures if only those can't; the others are whole.
    private func accounts(
        _ result: inout PollResult
    ) async throws(BankError) -> [AccountObservation] {
        let list = try await list("accounts", "/accounts?\(Self.kinds)")
        var accounts: [AccountObservation] = []
        var unread: BankError?
        for (place, row) in list.rows.enumerated() {
            let row = row.asAccount(place + 1, api.problems)
            do throws(BankError) {
                var account = try SpareBank1Account.observation(row, source: configuration.id)
                do throws(BankError) {
                    try SpareBank1Account.addFigures(row, to: &account)
                } catch { result.lack(error) }
                accounts.append(account)
            } catch {
                result.lack(error)
                unread = unread ?? error
            }
        }
        if accounts.isEmpty, let unread { throw unread }
        for code in list.missing { result.lack(api.problems.missing("accounts", code: code)) }
        try accounts.checkList(api.problems.malformed("accounts"))
        return accounts
    }

    /// An answer: its rows, and the bank's codes for data that it left out.
    private struct List {
        let rows: [AnswerRow]
        let missing: [String?]
    }

    private func list(_ name: String, _ path: String) async throws(BankError) -> List {
        // Any other form is answered with 406.
        let answer = try await api.ask(
            configuration.api(path), name,
            accept: "application/vnd.sparebank1.v1+json; charset=utf-8", session)
        await session.confirm()
        let malformed = api.problems.malformed(name)
        guard let rows = answer.json[name]?.elements else {
            throw malformed("the answer has no '\(name)'")
        }
        await api.budget?.note(rows: rows.count)
        return List(
            rows: rows.map { AnswerRow(json: $0, malformed: malformed) },
            missing: answer.json["errors"].map(Self.codes) ?? [])
    }

    /// The codes of the data that the bank left out: a list of codes, or of objects with one.
    ///
    /// A value that is no list counts as its only element, unless it is empty.
    private static func codes(in errors: JSONNode) -> [String?] {
        let isEmpty =
            errors.value == .null || errors.string == "" || errors.members?.isEmpty == true
        return (errors.elements ?? (isEmpty ? [] : [errors])).map { error in
            (error.string ?? error["code"]?.string).flatMap { AnswerRow.isWord($0) ? $0 : nil }
        }
    }
}

extension SpareBank1Poll {
    private static let firstDays = 90
    /// How many calls one poll may make; the bank allows 60 calls an hour.
    private static let mostCalls = 16

    /// The first requested day, the same for all accounts.
    private func start(_ accounts: [AccountObservation]) -> CalendarDay {
        let starts = accounts.map { account in
            request.knownThrough[account.id]?.askedAgainFrom ?? today.adding(days: -Self.firstDays)
        }
        return starts.reduce(today, min)
    }

    private func rows(
        of accounts: [AccountObservation], from start: CalendarDay
    ) async throws(BankError) -> Rows {
        var rows = Rows()
        var calls = 0
        // The newest days first: they matter most if not all can be read.
        var spans: [(first: CalendarDay, last: CalendarDay?)] = [(start, nil)]
        while let span = spans.popLast() {
            guard calls < Self.mostCalls else {
                rows.shortfalls.append(api.problems.cutList)
                rows.missesAny = true
                break
            }
            calls += 1
            let list = try await ask(accounts, span)
            let isCut = list.rows.count >= rowLimit
            let days = span.first.days(until: span.last ?? today)
            if isCut, days > 0 {
                let middle = span.first.adding(days: days / 2)
                spans += [(span.first, middle), (middle.adding(days: 1), span.last)]
                continue
            }
            try add(list, of: accounts, in: span, to: &rows)
            if isCut {
                rows.shortfalls.append(api.problems.cutList)
                rows.missesAny = true
            }
        }
        return rows
    }

    /// Requests a day more on each side, because it is undocumented whether the ends are included.
    ///
    /// The newest days have no end, because reservations may be dated ahead.
    private func ask(
        _ accounts: [AccountObservation], _ span: (first: CalendarDay, last: CalendarDay?)
    ) async throws(BankError) -> List {
        var query = accounts.map { "accountKey=\(URLText.encoded($0.id))" }
        query.append("fromDate=\(span.first.adding(days: -1))")
        if let last = span.last { query.append("toDate=\(last.adding(days: 1))") }
        query.append("rowLimit=\(rowLimit)")
        return try await list("transactions", "/transactions?" + query.joined(separator: "&"))
    }

    private func add(
        _ list: List, of accounts: [AccountObservation],
        in span: (first: CalendarDay, last: CalendarDay?), to rows: inout Rows
    ) throws(BankError) {
        let byKey = Dictionary(accounts.map { ($0.id, $0) }) { first, _ in first }
        let zone = configuration.zone
        for row in list.rows {
            let key = try row.words("accountKey")
            let account = try row.required(key.flatMap { byKey[$0] }, "accountKey")
            do throws(BankError) {
                let day = try row.required(try SpareBank1Row.day(row, in: zone), "date")
                guard day >= span.first, day <= span.last ?? day else { continue }
                rows.observations.append(try SpareBank1Row.observation(row, of: account, in: zone))
            } catch {
                // The rows of the other accounts are whole.
                if rows.unreadable.insert(account.id).inserted { rows.shortfalls.append(error) }
            }
        }
        for code in list.missing {
            rows.shortfalls.append(api.problems.missing("transactions", code: code))
            // With any other word, reservations may be missing on every account.
            if code == "CREDIT_ACCOUNTS_FAILED" {
                rows.missesCards = true
            } else {
                rows.missesAny = true
            }
        }
    }
}
