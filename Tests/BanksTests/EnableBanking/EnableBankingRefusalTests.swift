import Finance
import HTTP
import SandboxBank
import TestSupport
import Testing
import Threads

@testable import Banks

@Suite("What Enable Banking answers in place of data")
struct EnableBankingRefusalTests {
    private static let rows = HTTPResponse.json(#"{"transactions": []}"#)
    private static let balances = HTTPResponse.json(
        """
        {"balances": [{"balance_type": "CLBD",
          "balance_amount": {"currency": "NOK", "amount": "95.00"}}]}
        """)

    /// A poll of one account whose bank answers like this, and what was asked.
    private static func fetch(
        balances: HTTPResponse = balances,
        _ rows: @escaping @Sendable (String) -> HTTPResponse = { _ in rows }
    ) async throws -> (snapshot: Snapshot, asked: [String]) {
        let account = try Fixture.row(
            """
            {"uid": "u", "identification_hash": "h", "cash_account_type": "CACC",
             "currency": "NOK"}
            """)
        var state = SignInState(["session": "s"])
        state.accounts = [try #require(try EnableBankingAccount(account))]
        let transport = ScriptedTransport { (request) throws(TransportError) in
            request.url.contains("/transactions") ? rows(request.url) : balances
        }
        let configuration = EnableBankingConfiguration(
            applicationID: EnableBankingApplication.id,
            privateKey: Secret(EnableBankingApplication.privateKey),
            redirectURI: "https://example.org/")
        let snapshot = await EnableBankingSource(
            configuration: configuration, transport: transport,
            clock: ManualClock("2026-03-06T09:00:00Z"), store: InMemorySignInStore(state)
        ).fetch(FetchRequest())
        return (snapshot, transport.requests.map(\.url))
    }

    private static func fetch(
        _ body: String, status: Int
    ) async throws -> (snapshot: Snapshot, asked: [String]) {
        try await fetch { _ in .json(body, status: status) }
    }

    @Test(
        "an answer without its list is no empty list: the rows of the account are missing",
        arguments: [
            "{}", #"{"transactions": null}"#,
            #"{"message": "Error interacting with ASPSP", "error": "ASPSP_ERROR"}"#,
        ])
    func noRows(body: String) async throws {
        let snapshot = try await Self.fetch(body, status: 200).snapshot
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.map(\.isTransactionListComplete) == [false])
        #expect(
            snapshot.shortfalls.map(\.problem)
                == ["transactions: the answer has no 'transactions'"])
    }

    @Test("an answer without balances is no empty list of them")
    func noBalances() async throws {
        let snapshot = try await Self.fetch(balances: .json("{}")).snapshot
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.map(\.isTransactionListComplete) == [true])
        #expect(snapshot.shortfalls.map(\.problem) == ["balances: the answer has no 'balances'"])
    }

    @Test(
        "balances that fail are missing, those that the bank refuses are said",
        arguments: [
            (500, "{}", false), (502, "<html>", false),
            (400, #"{"message": "x", "error": "ASPSP_ERROR"}"#, true),
            (404, "{}", true), (400, #"{"message": "x"}"#, true),
        ])
    func failedBalances(status: Int, body: String, isRefusal: Bool) async throws {
        let balances = HTTPResponse.json(body, status: status)
        let snapshot = try await Self.fetch(balances: balances).snapshot
        #expect(snapshot.outcome == (isRefusal ? .complete : .partial))
        #expect((snapshot.shortfalls == [EnableBankingProblems.noBalances.asRemark]) == isRefusal)
        #expect(snapshot.accounts.map(\.isTransactionListComplete) == [true])
    }

    @Test("rows that come again over the border of a page are not two payments")
    func pageBorder() async throws {
        func row(_ number: Int, _ id: String = "") -> String {
            """
            {"transaction_amount": {"currency": "NOK", "amount": "\(number).00"},
             "transaction_id": "\(id)", "entry_reference": "r\(number)", "status": "BOOK",
             "credit_debit_indicator": "DBIT", "booking_date": "2026-03-05"}
            """
        }
        let first =
            #"{"continuation_key": "k", "transactions": [\#(row(1, "a")), \#(row(2, "b")), "#
            + #"\#(row(3, "c")), \#(row(9))]}"#
        for (second, count) in [
            ([row(2, "b"), row(3, "c"), row(9)], 7), ([row(9), row(5, "e")], 6),
        ] {
            let next = #"{"transactions": [\#(second.joined(separator: ","))]}"#
            let (snapshot, _) = try await Self.fetch { url in
                .json(url.contains("continuation_key") ? next : first)
            }
            #expect(snapshot.transactions.count == count)
        }
        let moved = #"{"transactions": [\#(row(2, "b")), \#(row(3, "c")), \#(row(4, "d"))]}"#
        let whole =
            #"{"continuation_key": "k", "transactions": [\#(row(1, "a")), "#
            + #"\#(row(2, "b")), \#(row(3, "c"))]}"#
        let (snapshot, _) = try await Self.fetch { url in
            .json(url.contains("continuation_key") ? moved : whole)
        }
        #expect(snapshot.transactions.map(\.amount.minorUnits) == [-100, -200, -300, -400])
    }

    @Test(
        "a period that is too long is known in every form, and fewer days are asked for",
        arguments: [
            (422, #"{"message": "Wrong transactions period requested"}"#),
            (400, #"{"message": "x", "error": "WRONG_TRANSACTIONS_PERIOD", "detail": null}"#),
            (422, #"{"message": "x", "detail": "wrong_transactions_period"}"#),
            (
                400,
                #"{"message": "x", "error": "ASPSP_ERROR", "#
                    + #""detail": {"title": "Range is Out of the last 90-day period"}}"#
            ),
            (400, #"{"message": "x", "detail": {"errors": [{"code": "PERIOD_INVALID"}]}}"#),
            (400, #"{"message": "x", "error": "period invalid: PERIOD_INVALID"}"#),
        ])
    func period(status: Int, body: String) async throws {
        let (snapshot, _) = try await Self.fetch { url in
            url.contains("date_from=2026-01-06") ? Self.rows : .json(body, status: status)
        }
        #expect(snapshot.outcome == .complete)
        #expect(snapshot.accounts.first?.coveredFrom?.description == "2026-01-06")
    }

    @Test("where every period is refused the text does not promise fewer days")
    func everyPeriod() async throws {
        let (snapshot, asked) = try await Self.fetch(
            #"{"message": "Wrong transactions period requested"}"#, status: 422)
        #expect(snapshot.outcome == .partial)
        #expect(asked.count { $0.contains("date_from=") } == 3)
        let said = try #require(snapshot.shortfalls.first)
        #expect(said.problem == "transactions: the bank refuses every period that is asked for")
        #expect(!said.fix.contains("fewer days"))
    }

    @Test(
        "the same words in another answer are no period",
        arguments: [(503, "message"), (422, "other")])
    func noPeriod(status: Int, field: String) async throws {
        let (snapshot, asked) = try await Self.fetch(
            #"{"message": "x", "\#(field)": "PERIOD_INVALID"}"#, status: status)
        #expect(asked.count { $0.contains("date_from=") } == 1)
        #expect(snapshot.shortfalls.map(\.kind) == [.server])
    }

    @Test("pages that never end are left after a hundred, and the rows are not believed")
    func endlessPages() async throws {
        let page = Lock(0)
        let (snapshot, asked) = try await Self.fetch { _ in
            let number = page.withLock {
                $0 += 1; return $0
            }
            return .json(#"{"transactions": [], "continuation_key": "k\#(number)"}"#)
        }
        #expect(snapshot.outcome == .partial)
        #expect(asked.count { $0.contains("/transactions") } == 100)
    }

    @Test("a refused address of this machine is not about the application's activation")
    func address() async throws {
        let failure = try await Self.fetch(
            balances: .json(#"{"message": "x", "error": "UNAUTHORIZED_IP"}"#, status: 403)
        ) { _ in .json(#"{"message": "x", "error": "UNAUTHORIZED_IP"}"#, status: 403) }
        .snapshot.failure
        #expect(failure?.kind == .refused)
        #expect(failure?.problem.contains("address") == true)
        #expect(failure?.fix.contains("activate") == false)
    }

    @Test(
        "a sign-in that ended is known by its message alone",
        arguments: [
            ("Session is expired", "the bank's consent has expired"),
            ("The session was revoked", "the consent was revoked at the bank"),
            ("Session is closed", "the consent was ended"),
        ])
    func ended(message: String, problem: String) async throws {
        let body = HTTPResponse.json(#"{"message": "\#(message)"}"#, status: 401)
        let failure = try await Self.fetch(balances: body).snapshot.failure
        #expect(failure?.problem == problem)
        #expect(failure?.fix == "saldovakt login dnb")
        let token = HTTPResponse.json(#"{"message": "Token is expired"}"#, status: 401)
        #expect(
            try await Self.fetch(balances: token).snapshot.failure
                == EnableBankingProblems.foreignKey)
    }
}
