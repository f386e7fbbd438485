import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Rules at rest")
struct RestTests {
    private static let midnight = "2026-03-06T23:00:00Z"

    @Test(
        "look at figures, rows and the day alone",
        arguments: [
            "balance under 100 NOK, until over 150", "new debit over 500",
            "spending today over 500", "spending in the last 7 days over 500",
            "bank unreachable for 2 hours",
            "total balance of all accounts under 1000 NOK", "new purchase at a new merchant",
        ])
    func resting(sentence: String) {
        #expect(Scene(sentence).isAtRest(until: Self.midnight))
    }

    @Test(
        "are those that follow the time of day never",
        arguments: [
            "spending in the last 3 hours over 500", "no salary by the 12th",
            "balance dropped by 300 in 1 hour",
            "a reservation is older than 5 days", "balance projected under 0 in the next 7 days",
            "new debit over 500 while balance under 1000",
        ])
    func restless(sentence: String) {
        #expect(!Scene(sentence).isAtRest(until: Self.midnight))
    }

    @Test("are those on a sign-in, unless its warning begins in between")
    func signIn() {
        var scene = Scene("sign-in expires in less than 7 days")
        scene.program.signInExpires = ["sbanken": Make.instant("2026-03-13T12:00:00Z")]
        #expect(!scene.isAtRest(until: Self.midnight))
        #expect(scene.isAtRest(until: Self.midnight, at: "2026-03-06T13:00:00Z"))
        #expect(scene.isAtRest(until: "2026-03-06T11:00:00Z"))
    }
}
