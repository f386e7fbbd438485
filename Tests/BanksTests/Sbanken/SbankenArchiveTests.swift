import Finance
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Banks
@testable import Settings

@Suite("Sbanken's archive", .io)
struct SbankenArchiveTests {
    private static let today = Make.day("2026-03-06")

    private func past(from wanted: String?, knownFrom: String? = nil) -> SbankenPast? {
        SbankenPast(
            from: wanted.map(Make.day), knownFrom: knownFrom.map(Make.day),
            window: SbankenWindow(knownThrough: nil, today: Self.today), today: Self.today)
    }

    @Test("is asked in spans that the bank allows, without a gap and up to the newest year")
    func spans() throws {
        let found = try #require(past(from: "2021-05-05"))
        #expect(found.plainStart == Make.day("2025-03-06"))
        let spans = found.spans
        #expect(spans.first?.lowerBound == Make.day("2021-05-05"))
        #expect(spans.last?.upperBound == found.plainStart.adding(days: -1))
        #expect(spans.allSatisfy { $0.lowerBound.days(until: $0.upperBound) <= 365 })
        for (earlier, later) in zip(spans, spans.dropFirst()) {
            #expect(earlier.upperBound.adding(days: 1) == later.lowerBound)
        }
        #expect(past(from: "1999-01-01")?.start == Make.day("2000-01-01"))
        #expect(past(from: "2025-10-01")?.spans.isEmpty == true)
    }

    @Test("is not asked for what is known, not wanted, or in the usual window")
    func notAsked() {
        #expect(past(from: nil) == nil)
        #expect(past(from: "2021-05-05", knownFrom: "2021-05-05") == nil)
        #expect(past(from: "2021-05-05", knownFrom: "2021-05-06") != nil)
        #expect(past(from: "2026-01-01") == nil)
    }

    @Test(
        "a missing past is read once, with identifiers that stay, in both forms of the API",
        arguments: SbankenSettings.Dialect.allCases)
    func missingPast(dialect: SbankenSettings.Dialect) async throws {
        let archived = Self.page([Self.row("900000000000000001", "2023-05-02", "-49.0")], dialect)
        var bank = FakeBank(
            dialect,
            replacing: [
                "/Transactions/archive/\(FakeBank.main)?startDate=2023": { (_) in archived }
            ])
        bank.configuration.settings.historyFrom = Make.day("2023-04-01")
        let snapshot = await bank.fetch()
        #expect(snapshot.outcome == .complete && snapshot.shortfalls.isEmpty)
        let main = try #require(snapshot.accounts.first)
        #expect(main.coveredFrom == Make.day("2023-04-01") && main.isTransactionListComplete)
        let old = try #require(
            snapshot.transactions.first { $0.bankTransactionID == "900000000000000001" })
        #expect(old.status == .booked && old.date == Make.day("2023-05-02"))
        #expect(snapshot.transactions.count { $0.bankAccountID == FakeBank.main } == 14)
        let path = "/Transactions/archive/\(FakeBank.main)?startDate="
        #expect(
            bank.asked.filter { $0.contains(FakeBank.main) } == [
                path + "2023-04-01&endDate=2024-03-31&index=0&length=1000",
                path + "2024-04-01&endDate=2025-03-05&index=0&length=1000",
                "/Transactions/\(FakeBank.main)?startDate=2025-03-06&index=0&length=1000",
            ])
        let known = Dictionary(
            uniqueKeysWithValues: snapshot.accounts.map { ($0.details.bankAccountID, Self.today) })
        let from = known.mapValues { _ in Make.day("2023-04-01") }
        let before = bank.asked.count
        _ = await bank.source().fetch(FetchRequest(knownThrough: known, knownFrom: from))
        #expect(!bank.asked.dropFirst(before).contains { $0.contains("archive") })
    }

    @Test("a bank without it gives the usual days, says so, and is not asked with every poll")
    func noArchive() async {
        var bank = FakeBank(
            replacing: [
                "/archive/": FakeBank.always(HTTPResponse(status: 404, headers: [], body: []))
            ])
        bank.configuration.settings.historyFrom = Make.day("2023-04-01")
        let source = bank.source()
        let snapshot = await source.fetch(FetchRequest())
        #expect(snapshot.outcome == .complete)
        #expect(snapshot.accounts.first?.coveredFrom == Make.day("2025-12-06"))
        #expect(snapshot.shortfalls == [SbankenProblems.notFound.asRemark])
        let asked = bank.asked.count { $0.contains("archive") }
        _ = await source.fetch(FetchRequest())
        #expect(bank.asked.count { $0.contains("archive") } == asked)
    }

    @Test("an archive that does not answer is an outage like any other, and is asked again")
    func outage() async {
        var bank = FakeBank(replacing: ["/archive/": FakeBank.fails(.timedOut)])
        bank.configuration.settings.historyFrom = Make.day("2023-04-01")
        let source = bank.source()
        for _ in 0..<2 {
            let snapshot = await source.fetch(FetchRequest())
            #expect(snapshot.outcome == .partial)
        }
        #expect(bank.asked.count { $0.contains("archive") } == 2)
    }

    @Test("gives booked rows their identifiers, twins one each, reservations none")
    func identifiers() async throws {
        let rows = [
            Self.row("900000000000000012", "2026-03-05", "-42.0"),
            Self.row("900000000000000011", "2026-03-05", "-42.0"),
            Self.row("900000000000000013", "2026-03-04", "-99.0"),
        ]
        let plain =
            rows.map { $0.replacing("\"transactionId\"", with: "\"x\"") }
            + [Self.row("1", "2026-03-05", "-42.0", isReservation: true)]
        var bank = FakeBank(replacing: [
            "/Transactions/archive/\(FakeBank.main)": { (_) in Self.page(rows) },
            "/Transactions/\(FakeBank.main)": { (_) in Self.page(plain.reversed()) },
        ])
        bank.configuration.settings.readsArchive = true
        let found = await bank.fetch().transactions.filter { $0.bankAccountID == FakeBank.main }
        #expect(found.count == 4)
        #expect(
            Set(found.compactMap(\.bankTransactionID)) == [
                "900000000000000011", "900000000000000012", "900000000000000013",
            ])
        #expect(found.first?.status == .pending && found.first?.bankTransactionID == nil)
        let single = found.first { $0.amount.minorUnits == -9_900 }
        #expect(single?.bankTransactionID == "900000000000000013")
        #expect(!bank.asked.contains { $0.contains("endDate") })
    }

    private static func row(
        _ id: String, _ day: String, _ amount: String, isReservation: Bool? = nil
    ) -> String {
        """
        {"transactionId":"\(id)","accountingDate":"\(day)T00:00:00",
         "interestDate":"\(day)T00:00:00","amount":\(amount),"text":"NETTGIRO",
         "transactionType":"NETTGIRO","transactionTypeCode":203,"transactionTypeText":"NETTGIRO",
         "isReservation":\(isReservation ?? false),"source":1,"cardDetailsSpecified":false}
        """
    }

    private static func page(
        _ rows: [String], _ dialect: SbankenSettings.Dialect = .v2
    ) -> HTTPResponse {
        let envelope = #""isError":false,"errorType":null,"errorMessage":null,"#
        return .json(
            "{\(dialect == .v1 ? envelope : "")\"availableItems\":\(rows.count),"
                + "\"items\":[\(rows.joined(separator: ","))]}")
    }
}
