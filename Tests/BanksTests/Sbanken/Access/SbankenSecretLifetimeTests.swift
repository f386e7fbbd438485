import TestSupport
import Testing

@testable import Banks

@Suite("How long a secret of Sbanken works", .io)
struct SbankenSecretLifetimeTests {
    @Test(
        "three calendar months from the day of issue, at the first moment of that day",
        arguments: [
            ("2026-03-06", "2026-06-05T22:00:00Z"), ("2026-11-30", "2027-02-27T23:00:00Z"),
        ])
    func end(_ issued: String, _ instant: String) {
        let end = SbankenSecretLifetime.end(issued: Make.day(issued), in: Make.oslo)
        #expect(end == Make.instant(instant))
    }
}
