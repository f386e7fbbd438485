import Alerts
import Finance
import Foundation
import TestSupport
import Testing

@testable import Watch

@Suite("Cards that are about to expire")
struct CardWarningTests {
    private func card(_ number: String, _ lastDay: String) -> PaymentCard {
        PaymentCard(
            id: number, number: number, scheme: "VISA", product: nil, status: .active,
            accountNumber: nil, lastDay: Make.day(lastDay))
    }

    private func reports(
        _ cards: [PaymentCard], known: [SelfAlertState] = [], in language: Language = .english
    ) -> [SelfAlertReport] {
        CardWarnings.reports(
            cards, of: "sbanken", today: Make.day("2026-03-06"), known: known,
            in: language)
    }

    @Test("cause an alert a month before, with the day and what to do")
    func expiring() throws {
        let found = reports([card("*0000", "2026-03-31"), card("*0001", "2027-01-31")])
        #expect(found.map(\.isOver) == [false])
        let selfAlert = try #require(found.first?.selfAlert)
        #expect(selfAlert.topic == .cardExpiring)
        #expect(selfAlert.name == "VISA *0000 at sbanken")
        #expect(
            selfAlert.problem.contains("2026-03-31") && selfAlert.problem.contains("Look whether"))
    }

    @Test("cause an alert in the language of the settings")
    func norwegian() {
        let found = reports([card("*0000", "2026-03-31")], in: .norwegian)
        #expect(found.first?.selfAlert.problem.hasPrefix("Siste dag er 2026-03-31.") == true)
    }

    @Test("are over once the bank lists another day, and only for the bank that was asked")
    func renewed() {
        let now = Make.instant("2026-03-06T09:00:00Z")
        let known = ["sbanken", "other"].map { source in
            SelfAlertState(
                WatchTexts.cardExpires(card("*0000", "2026-03-31"), of: source, in: .english),
                since: now,
                notifiedOn: ["desktop"])
        }
        let found = reports([card("*0000", "2030-03-31")], known: known)
        #expect(found.map(\.isOver) == [true])
        #expect(found.first?.selfAlert.name == "VISA *0000 at sbanken")
    }
}
