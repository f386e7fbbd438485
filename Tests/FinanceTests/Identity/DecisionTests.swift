import Finance
import TestSupport
import Testing

@Suite("What a person decides")
struct DecisionTests {
    private static let held = Make.reservation("-95.00", "2026-03-02", text: "KIWI 505")
    private static let booking = Make.observation(
        "-97.00", "2026-03-05", text: "HELT ANNEN TEKST", posted: "2026-03-05")

    private static func answer(_ day: Int, _ rows: [TransactionObservation]) -> Snapshot {
        Make.snapshot("2026-03-0\(day)T09:00:00Z", [Make.account(from: "2026-02-20")], rows)
    }

    /// A reservation and a booking that nothing connects.
    private static func stranger() -> Ledger {
        var ledger = Ledger()
        ledger.take(answer(1, []))
        ledger.take(answer(2, [held]))
        ledger.take(answer(5, [booking]))
        return ledger
    }

    private static func isNotified(_ changes: [TransactionChange]) -> Bool {
        changes.contains { !$0.isBaseline }
    }

    @Test("a join makes one transaction under the older identity, stored and not told")
    func join() throws {
        var ledger = Self.stranger()
        let two = ledger.transactions()
        #expect(two.count == 2)
        ledger.decide(.join, two[1].id, two[0].id)
        let changes = ledger.take(Self.answer(6, [Self.booking])).changes.transactions
        #expect(changes.map(\.cause) == [.removed, .amended])
        #expect(!Self.isNotified(changes))
        let whole = try #require(ledger.transactions().first)
        #expect(ledger.transactions().count == 1)
        #expect(whole.id == two[0].id && whole.status == .booked)
        #expect(whole.reservedAmount == Make.money("95.00"))
        let record = ledger.records().first { $0.transaction.id == whole.id }
        #expect(record?.evidence?.tier == .person)
    }

    @Test("every later answer respects a join, also when the reservation comes back")
    func joinLasts() {
        var ledger = Self.stranger()
        let two = ledger.transactions()
        ledger.decide(.join, two[0].id, two[1].id)
        for (day, rows) in [
            (6, [Self.booking, Self.held]), (7, [Self.booking]), (8, [Self.held, Self.booking]),
        ] {
            let changes = ledger.take(Self.answer(day, rows)).changes.transactions
            #expect(!Self.isNotified(changes), "day \(day)")
            #expect(ledger.transactions().map(\.id) == [two[0].id], "day \(day)")
        }
        let twin = ledger.take(Self.answer(9, [Self.booking, Self.booking])).changes.transactions
        #expect(twin.map(\.cause) == [.appeared])
        #expect(ledger.transactions().count == 2)
    }

    @Test("a second join of the same two changes nothing", arguments: [false, true])
    func joinTwice(isSwapped: Bool) {
        var ledger = Self.stranger()
        let two = ledger.transactions().map(\.id)
        let again = isSwapped ? Array(two.reversed()) : two
        ledger.decide(.join, two[0], two[1])
        ledger.decide(.join, again[0], again[1])
        let changes = ledger.take(Self.answer(6, [Self.booking])).changes.transactions
        #expect(changes.map(\.cause) == [.removed, .amended])
        ledger.decide(.join, again[0], again[1])
        #expect(ledger.take(Self.answer(7, [Self.booking])).changes.transactions.isEmpty)
        #expect(ledger.transactions().map(\.id) == [two[0]])
        #expect(ledger.transactions().first?.reservedAmount == Make.money("95.00"))
    }

    @Test("a split gives the booking its own transaction for good, and tells nothing new")
    func split() throws {
        var ledger = Ledger()
        let booked = Make.observation(
            "-95.00", "2026-03-02", text: "02.03 KIWI 505 FJORDBY", posted: "2026-03-05")
        ledger.take(Self.answer(1, []))
        ledger.take(Self.answer(2, [Self.held]))
        ledger.take(Self.answer(5, [booked]))
        let whole = try #require(ledger.transactions().first)
        ledger.decide(.split, whole.id)
        let changes = ledger.take(Self.answer(6, [booked])).changes.transactions
        #expect(!Self.isNotified(changes))
        #expect(Set(ledger.transactions().map(\.status)) == [.pending, .booked])
        #expect(ledger.transactions().contains { $0.id == whole.id && $0.status == .pending })
        // Even under another text the booking is not taken for that reservation's again.
        var rewritten = booked
        rewritten.text = "02.03 KIWI 505 FJORDBY SENTER"
        for day in 7...9 { ledger.take(Self.answer(day, [rewritten])) }
        #expect(ledger.transactions().map(\.status) == [.booked])
        #expect(ledger.transactions().first?.id != whole.id)
    }

    @Test("a split takes a join back")
    func splitJoined() {
        var ledger = Self.stranger()
        let two = ledger.transactions()
        ledger.decide(.join, two[0].id, two[1].id)
        ledger.take(Self.answer(6, [Self.booking]))
        ledger.decide(.split, two[0].id)
        let changes = ledger.take(Self.answer(6, [Self.booking])).changes.transactions
        #expect(!Self.isNotified(changes))
        #expect(Set(ledger.transactions().map(\.id)) == Set(two.map(\.id)))
    }

    @Test("what can't be one movement is not joined")
    func objections() {
        let booked = Make.record(Self.booking)
        let other = Make.record(Make.observation("-97.00", "2026-03-05", text: "NOE ANNET"))
        let credit = Make.record(Make.reservation("97.00", "2026-03-05"))
        let pending = Make.record(Self.held)
        #expect(IdentityDecision.objection(to: booked, booked) == .sameTransaction)
        #expect(IdentityDecision.objection(to: booked, other) == .bothBooked)
        #expect(IdentityDecision.objection(to: booked, credit) == .otherDirection)
        #expect(IdentityDecision.objection(to: pending, booked) == nil)
    }

    @Test("what evidence left open is a question, until somebody answers it")
    func questions() {
        var ledger = Ledger()
        let one = Make.reservation("-50.00", "2026-03-02", text: "VISA")
        let rows = ["KAFFE", "AVIS"].map {
            Make.observation(
                "-50.00", "2026-03-02", text: "*0000 02.03 NOK 50.00 \($0)BAREN Kurs: 1.0000",
                posted: "2026-03-05", type: .pointOfSale)
        }
        ledger.take(Self.answer(1, []))
        ledger.take(Self.answer(2, [one]))
        ledger.take(Self.answer(5, rows))
        let questions = OpenQuestion.among(ledger.records())
        #expect(questions.count == 2)
        #expect(Set(questions.map(\.reservation)).count == 1)
    }
}
