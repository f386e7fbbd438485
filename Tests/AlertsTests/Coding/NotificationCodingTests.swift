import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("The published form of a notice")
struct NotificationCodingTests {
    private let instant = InstantText.instant("2026-03-06T09:00:00Z") ?? .distantPast

    private var level: AlertNotification {
        var data = NotificationData(
            rule: NotificationRule(id: "low", sentence: "balance under 100 NOK"), kind: .level,
            reason: .entered, title: "Brukskonto: 95,00 kr", body: "balance under 100 NOK")
        data.account = NotificationAccount(id: "a-1", name: "Brukskonto", number: "•••• •• •0001")
        data.value = .money(Samples.kroner(9_500))
        data.limit = .money(Samples.kroner(10_000))
        return AlertNotification(type: .fired, id: "ntc_1", timestamp: instant, data: data)
    }

    @Test("has its members in the order of the contract, on one line")
    func order() {
        #expect(
            NotificationCoding.text(level) == """
                {"type":"alert.fired","id":"ntc_1","timestamp":"2026-03-06T09:00:00Z",\
                "data":{"rule":{"id":"low","sentence":"balance under 100 NOK"},"kind":"level",\
                "reason":"entered","alreadySo":false,"urgency":"normal",\
                "account":{"id":"a-1","name":"Brukskonto","number":"•••• •• •0001"},\
                "value":{"amount":"95.00","currency":"NOK"},\
                "limit":{"amount":"100.00","currency":"NOK"},"transaction":null,\
                "title":"Brukskonto: 95,00 kr","body":"balance under 100 NOK"}}
                """)
    }

    @Test("writes null for what has nothing to say, and leaves extras out")
    func nulls() {
        let data = NotificationData(
            rule: nil, kind: .health, reason: .unreachable, title: "t", body: "b")
        let text = NotificationCoding.text(
            AlertNotification(type: .healthFired, id: "ntc_2", timestamp: instant, data: data))
        for name in ["rule", "account", "value", "limit", "transaction"] {
            #expect(text.contains("\"\(name)\":null"))
        }
        for name in ["since", "items", "pending", "previousAmount", "count", "sum"] {
            #expect(!text.contains("\"\(name)\""))
        }
    }

    @Test("writes transactions and extras (D3, D60)")
    func extras() {
        let transaction = NotificationTransaction(
            Samples.transaction("HOTELL", -112_500), text: "HOTELL", merchant: nil,
            previous: Samples.kroner(-100_000))
        var notification = level
        notification.data.transaction = transaction
        notification.data.since = instant.addingTimeInterval(-0.5)
        notification.data.pending = true
        notification.data.previousAmount = Samples.kroner(-100_000)
        notification.data.count = 2
        notification.data.sum = Samples.kroner(-1)
        notification.data.items = [
            NotificationItem(
                rule: NotificationRule(id: "low", sentence: "s"), account: nil, value: nil,
                transaction: nil, title: "t", since: instant)
        ]
        let text = NotificationCoding.text(notification)
        #expect(
            text.contains(
                """
                "status":"pending","amount":"-1125.00","currency":"NOK","date":"2026-03-06",\
                "posted":null,"text":"HOTELL","merchant":null,"type":"pointOfSale",\
                "previousAmount":"-1000.00"}
                """))
        #expect(
            text.hasSuffix(
                """
                "since":"2026-03-06T08:59:59.500Z","items":[{"rule":{"id":"low","sentence":"s"},\
                "account":null,"value":null,"transaction":null,"title":"t",\
                "since":"2026-03-06T09:00:00Z"}],"pending":true,\
                "previousAmount":{"amount":"-1000.00","currency":"NOK"},"count":2,\
                "sum":{"amount":"-0.01","currency":"NOK"}}}
                """))
    }

    @Test("escapes what JSON demands and nothing else")
    func escapes() throws {
        var notification = level
        notification.data.title = "a/b \"c\" \\ \n\t\u{01} æøå 🧾 \u{2028}"
        let text = NotificationCoding.text(notification)
        #expect(text.contains(#""title":"a/b \"c\" \\ \n\t\u0001 æøå 🧾"#))
        #expect(!text.contains("\n"))
        #expect(try NotificationCoding.decode(Data(text.utf8)) == notification)
    }

    @Test("reads what it writes, and Foundation reads it as JSON")
    func roundTrip() throws {
        let data = Data(NotificationCoding.bytes(level))
        #expect(try NotificationCoding.decode(data) == level)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        #expect(object?["type"] as? String == "alert.fired")
    }

    @Test("refuses what is no notice", arguments: ["{}", "[]", "{\"type\":\"alert.fired\"}"])
    func refuses(_ text: String) {
        #expect(throws: DecodingError.self) { try NotificationCoding.decode(Data(text.utf8)) }
    }

    @Test(
        "writes and reads instants with milliseconds only where there are",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_772_787_600, "2026-03-06T09:00:00Z"),
            (1_772_787_600.250, "2026-03-06T09:00:00.250Z"), (-1, "1969-12-31T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
        ])
    func instants(_ seconds: Double, _ text: String) {
        let instant = Date(timeIntervalSince1970: seconds)
        #expect(InstantText.text(instant) == text)
        #expect(InstantText.instant(text) == instant)
    }

    @Test(
        "reads no other instant",
        arguments: [
            "", "2026-03-06", "2026-03-06T09:00:00", "2026-03-06T24:00:00Z",
            "2026-02-30T09:00:00Z", "2026-03-06T09:00:00+01:00", "2026-03-06T09:0a:00Z",
        ])
    func otherInstants(_ text: String) {
        #expect(InstantText.instant(text) == nil)
    }
}
