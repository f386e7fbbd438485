import Finance
import Foundation
import Testing

@testable import SandboxBank

@Suite("Balances follow from the rows")
struct BalanceTests {
    private static let moment = LedgerMoment(day: CalendarDay(dayNumber: 20_518), step: 0)

    @Test(
        "available is balance plus limit plus reservations at every step",
        arguments: SandboxScenario.builtIn)
    func invariant(scenario: SandboxScenario) throws {
        var bank = Bank(scenario, now: .distantPast, logLimit: 1)
        for _ in 0...scenario.lastStep {
            for account in bank.ledger.accounts {
                let reserved = bank.ledger.rows
                    .filter { $0.account == account.id && $0.reservation != nil }
                    .reduce(Int64(0)) { $0 + $1.amount.minorUnits }
                let expected =
                    bank.ledger.balance(of: account).minorUnits + account.creditLimit.minorUnits
                    + reserved
                #expect(bank.ledger.available(of: account).minorUnits == expected)
            }
            bank.advance()
        }
        #expect(bank.problems.isEmpty)
    }

    @Test("a booking moves the booked amount, not the reserved one")
    func otherAmount() throws {
        var ledger = Self.ledger(balance: 2_000_00)
        try ledger.change(Self.reserve("pump", -1_000_00), at: Self.moment)
        #expect(Self.figures(ledger) == [2_000_00, 1_000_00])
        var booking = SandboxBooking(reservation: "pump")
        booking.amount = Money(minorUnits: -612_35, currency: .nok)
        try ledger.change(.book(booking), at: Self.moment)
        #expect(Self.figures(ledger) == [1_387_65, 1_387_65])
    }

    @Test("a released reservation gives its amount back")
    func release() throws {
        var ledger = Self.ledger(balance: 100_00)
        try ledger.change(Self.reserve("hotel", -80_00), at: Self.moment)
        try ledger.change(.release(reservation: "hotel"), at: Self.moment)
        #expect(Self.figures(ledger) == [100_00, 100_00])
        #expect(ledger.rows.isEmpty)
    }

    @Test("a transfer writes one row on each account and keeps the sum")
    func transfer() throws {
        var ledger = Ledger(accounts: SandboxScenario.sample.accounts)
        let before = ledger.accounts.reduce(Int64(0)) { $0 + ledger.balance(of: $1).minorUnits }
        let amount = Money(minorUnits: 400_00, currency: .nok)
        let action = SandboxAction.transfer(
            SandboxTransfer(from: "Brukskonto", to: "Lommepenger", amount: amount))
        try ledger.change(action, at: Self.moment)
        #expect(ledger.rows.map(\.amount.minorUnits) == [-400_00, 400_00])
        #expect(ledger.rows.allSatisfy { $0.text == "Overføring mellom egne kontoer" })
        let after = ledger.accounts.reduce(Int64(0)) { $0 + ledger.balance(of: $1).minorUnits }
        #expect(after == before)
    }

    @Test("setBalance replaces the balance and keeps reservations")
    func setBalance() throws {
        var ledger = Self.ledger(balance: 100_00)
        try ledger.change(Self.reserve("r", -10_00), at: Self.moment)
        let balance = Money(minorUnits: 99_00, currency: .nok)
        try ledger.change(.setBalance(account: "A", balance: balance), at: Self.moment)
        #expect(Self.figures(ledger) == [99_00, 89_00])
    }

    @Test("what cannot be done is refused and changes nothing", arguments: refusals)
    func refused(action: SandboxAction, error: SandboxError) throws {
        var ledger = Self.ledger(balance: 100_00)
        try ledger.change(Self.reserve("taken", -10_00), at: Self.moment)
        let before = ledger
        #expect(throws: error) { try ledger.change(action, at: Self.moment) }
        #expect(ledger == before)
    }

    private static let most = Money(minorUnits: .max, currency: .nok)
    private static let least = Money(minorUnits: .min, currency: .nok)
    private static let dollar = Money(
        minorUnits: -100, currency: Currency(code: "USD") ?? .nok)

    private static let refusals: [(SandboxAction, SandboxError)] = [
        (reserve("taken", -1), .reservationTaken("taken")),
        (reserve("r", 1), .notNegative(Money(minorUnits: 1, currency: .nok))),
        (reserve("r", -1, account: "B"), .unknownAccount("B")),
        (reserve("r", -1, account: "T"), .ambiguousAccount("T")),
        (.release(reservation: "r"), .unknownReservation("r")),
        (.book(SandboxBooking(reservation: "r")), .unknownReservation("r")),
        (.post(SandboxPosting(account: "A", amount: most, kind: .giro)), .overflow(account: "A")),
        (.post(SandboxPosting(account: "A", amount: dollar, kind: .giro)), .otherCurrency(dollar)),
        (.setBalance(account: "A", balance: dollar), .otherCurrency(dollar)),
        (.setBalance(account: "A", balance: least), .overflow(account: "A")),
        (
            .transfer(SandboxTransfer(from: "A", to: "99990000001", amount: most)),
            .sameAccount("A")
        ),
        (
            .transfer(SandboxTransfer(from: "A", to: "99990000002", amount: least)),
            .notPositive(least)
        ),
    ]

    private static func ledger(balance: Int64) -> Ledger {
        let accounts = [("1", "A"), ("2", "T"), ("3", "T")].map { digit, name in
            SandboxAccount(
                id: "FA4E000000000000000000000000000" + digit, number: "9999000000" + digit,
                name: name, type: "Standard account",
                balance: Money(minorUnits: balance, currency: .nok))
        }
        return Ledger(accounts: accounts)
    }

    private static func figures(_ ledger: Ledger) -> [Int64] {
        let account = ledger.accounts[0]
        return [ledger.balance(of: account), ledger.available(of: account)].map(\.minorUnits)
    }

    private static func reserve(
        _ id: String, _ øre: Int64, account: String = "A"
    ) -> SandboxAction {
        .reserve(
            SandboxReservation(
                id: id, account: account, amount: Money(minorUnits: øre, currency: .nok),
                text: "SHOP"))
    }
}
