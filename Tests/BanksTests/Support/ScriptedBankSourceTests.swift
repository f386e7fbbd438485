import Finance
import TestSupport
import Testing

@Suite("The scripted bank", .io)
struct ScriptedBankSourceTests {
    @Test("does what every bank source has to do")
    func conformance() async throws {
        try await BankSourceConformance(Self.bank).run()
    }

    @Test("answers in the order of the script and keeps what was asked")
    func order() async {
        let bank = ScriptedBankSource(
            id: "a", clock: ManualClock("2026-03-06T09:00:00Z"),
            answers: [.throttled(retryAfter: nil), .facts(accounts: [Make.account()])])
        let request = FetchRequest(includesScheduled: true)
        #expect(await bank.fetch(request).outcome == .throttled(retryAfter: nil))
        #expect(bank.remainingAnswers == 1)
        #expect(await bank.fetch(FetchRequest()).outcome == .complete)
        #expect(bank.requests == [request, FetchRequest()])
    }

    @Test("a poll that the script does not foresee fails the test")
    func unscripted() async {
        let bank = ScriptedBankSource(id: "a", clock: ManualClock("2026-03-06T09:00:00Z"))
        await withKnownIssue {
            let snapshot = await bank.fetch(FetchRequest())
            #expect(!snapshot.outcome.hasFacts)
        }
    }

    private static func bank(_ situation: BankSourceConformance.Situation) -> any BankSource {
        let bank = ScriptedBankSource(
            id: Make.source, clock: ManualClock("2026-03-06T09:00:00Z"))
        let second = Make.account("a2")
        switch situation {
        case .working:
            let rows = [
                Make.observation("-95.00", "2026-03-06", .pending),
                Make.observation("-12.50", "2026-03-02", .booked),
            ]
            let item = ScheduledItem(
                bankAccountID: rows[0].bankAccountID, id: "p1", amount: rows[0].amount,
                due: rows[0].date, text: nil, kind: .payment)
            bank.append { request in
                var accounts = [Make.account(), second]
                for index in accounts.indices {
                    let id = accounts[index].details.bankAccountID
                    accounts[index].coveredFrom = request.knownThrough[id]?.adding(days: -14)
                }
                return .facts(accounts: accounts, transactions: rows, scheduled: [item])
            }
        case .halfBroken:
            var broken = second
            broken.isTransactionListComplete = false
            bank.append(.facts(accounts: [Make.account(), broken], isPartial: true))
        case .throttling: bank.append(.throttled(retryAfter: .seconds(120)))
        case .refusing:
            let failure = SourceFailure(kind: .refused, problem: "no", fix: "ask the bank")
            bank.append(.failed(failure))
        case .hanging:
            bank.append { (_) in
                await waitForCancellation()
                return .throttled(retryAfter: nil)
            }
        }
        return bank
    }
}
