import Finance
import HTTP
import TestSupport
import Testing

@testable import Banks

@Suite("Lists in pages", .io)
struct SbankenPagingTests {
    @Test("pages are put together until nothing is missing", arguments: [0, 1, 2, 3, 4, 6, 7])
    func whole(count: Int) async throws {
        let rows = try await rows(pageLength: 3) { index, length in
            Self.page(index..<min(index + length, count), of: count)
        }
        #expect(rows == Array(0..<count))
    }

    @Test("a page that is short is an answer that is not whole")
    func short() async throws {
        for broken in [0, 3] {
            await #expect(throws: BankError.self) {
                try await rows(pageLength: 3) { index, length in
                    let end = min(index + length, 5) - (index == broken ? 1 : 0)
                    return Self.page(index..<end, of: 5)
                }
            }
        }
    }

    @Test("a page that is too long is an answer that is not whole")
    func long() async throws {
        await #expect(throws: BankError.self) {
            try await rows(pageLength: 3) { index, _ in Self.page(index..<index + 4, of: 5) }
        }
    }

    @Test(
        "a number that changes from page to page is an answer that is not whole", arguments: [4, 6])
    func changed(later: Int) async throws {
        await #expect(throws: BankError.self) {
            try await rows(pageLength: 3) { index, length in
                let total = index == 0 ? 5 : later
                return Self.page(index..<min(index + length, total), of: total)
            }
        }
    }

    @Test(
        "pages without end leave the poll partial, with the accounts' figures (D84)",
        arguments: [
            ("too many rows", PollBudget.Limits(rows: 5_000), 5),
            ("answers are too long", PollBudget.Limits(bytes: 60_000), 4),
            ("taken too long", PollBudget.Limits(firstRead: .seconds(6)), 6),
        ])
    func endless(why: String, limits: PollBudget.Limits, pages: Int) async throws {
        let clock = ManualClock("2026-03-06T09:00:00Z")
        let bank = FakeBank(replacing: [
            "/Transactions/": { (request) throws(TransportError) in
                clock.advance(by: 1)
                let index = Self.parameters(of: request.url)["index"] ?? 0
                return .json(Self.page(index..<index + 1_000, of: 10_000_000))
            }
        ])
        var source = SbankenSource(
            configuration: bank.configuration, transport: bank.transport, clock: clock)
        source.limits = limits
        let snapshot = await source.fetch(FetchRequest())
        #expect(snapshot.outcome == .partial)
        #expect(snapshot.accounts.count == 5)
        #expect(snapshot.accounts.allSatisfy { !$0.isTransactionListComplete })
        #expect(snapshot.shortfalls.map { $0.problem.contains(why) } == [true])
        #expect(bank.asked.count { $0.contains("/Transactions/") } == pages)
    }

    @Test("no question may take longer than what is left of the poll (D84)")
    func slow() async {
        let bank = FakeBank()
        var source = bank.source()
        source.limits.firstRead = .seconds(4)
        _ = await source.fetch(FetchRequest())
        #expect(bank.transport.requests.dropFirst().allSatisfy { $0.timeout <= .seconds(4) })
    }

    private static func page(_ range: Range<Int>, of total: Int) -> String {
        let items = range.map { #"{"number": \#($0)}"# }.joined(separator: ",")
        return #"{"availableItems": \#(total), "items": [\#(items)]}"#
    }

    @discardableResult
    private func rows(
        pageLength: Int, _ body: @escaping @Sendable (Int, Int) -> String
    ) async throws -> [Int] {
        let bank = FakeBank(replacing: [
            "/Transactions/": { (request) throws(TransportError) in
                let parameters = Self.parameters(of: request.url)
                return .json(body(parameters["index"] ?? -1, parameters["length"] ?? -1))
            }
        ])
        var client = SbankenClient(
            bank.configuration, bank.transport,
            SbankenTokens(bank.configuration, bank.transport, bank.clock),
            PollBudget(PollBudget.Limits(), clock: bank.clock, FetchRequest()))
        client.pageLength = pageLength
        let day = try #require(CalendarDay(isoText: "2026-03-01"))
        return try await client.list(.transactions(account: "A", from: day)).map {
            try #require(try $0.whole("number"))
        }
    }

    private static func parameters(of url: String) -> [String: Int] {
        let query = url.split(separator: "?").last ?? ""
        let pairs = query.split(separator: "&").map { $0.split(separator: "=") }
        return Dictionary(
            pairs.compactMap { pair in
                Int(pair[1]).map { (String(pair[0]), $0) }
            }
        ) { first, _ in first }
    }
}
