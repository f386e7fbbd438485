import Finance
import Foundation
import TestSupport
import Testing

@Suite("What is held, at rest")
struct RestTests {
    private static let now = Make.instant("2026-03-06T09:00:00Z")
    private static let midnight = Make.instant("2026-03-06T23:00:00Z")

    private func isAtRest(_ records: [TransactionRecord], completeAt: String) -> Bool {
        let account = Make.accountFacts(Make.account(), at: completeAt)
        let id = account.account.id
        return Holdings(accounts: [id: account], records: [id: records])
            .areAtRest(until: Self.midnight, from: Self.now, zone: Make.oslo)
    }

    private func record(
        _ status: TransactionStatus, missingSince: String?, isGone: Bool
    ) -> TransactionRecord {
        let row = Make.observation("-100.00", "2026-02-20", status)
        let transaction = Transaction(
            id: StableHash("rest").uuid, accountID: Make.accountID(), observed: row,
            firstSeen: Self.now)
        return TransactionRecord(
            transaction: transaction, observation: row, isBaseline: false,
            missedAnswers: missingSince == nil ? 0 : 2,
            missingSince: missingSince.map(Make.instant), isGone: isGone)
    }

    @Test("is what was read on the same day and lacks nothing")
    func listed() {
        let listed = record(.pending, missingSince: nil, isGone: false)
        #expect(isAtRest([listed], completeAt: "2026-03-06T08:55:00Z"))
        #expect(!isAtRest([listed], completeAt: "2026-03-05T22:55:00Z"))
    }

    @Test(
        "are rows that are gone, once nobody can be taken for them",
        arguments: [
            ("2026-02-10T09:00:00Z", true), ("2026-02-24T12:00:00Z", false),
            ("2026-03-05T12:00:00Z", true),
        ])
    func gone(since: String, rests: Bool) {
        let gone = record(.pending, missingSince: since, isGone: true)
        #expect(isAtRest([gone], completeAt: "2026-03-06T08:55:00Z") == rests)
    }

    @Test("is no row that is missing and may be dropped")
    func missing() {
        let missing = record(.pending, missingSince: "2026-03-05T12:00:00Z", isGone: false)
        #expect(!isAtRest([missing], completeAt: "2026-03-06T08:55:00Z"))
    }
}
