import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("What a channel may show (privacy)")
struct NotificationCutTests {
    private let policy = AlertPolicy(
        zone: Samples.oslo, channels: ["chat": .summary, "lock": .generic, "hook": .full])
    private let channels = ["hook", "chat", "lock"]

    private func sent(_ scene: Scene, to channel: String) -> [AlertNotification] {
        scene.outbox.filter { $0.channel == channel }.map(\.notification)
    }

    /// No figure of the scene and no word of the bank may be in there.
    private func expectDiscreet(_ notifications: [AlertNotification]) {
        for notification in notifications {
            let text = NotificationCoding.text(notification)
            for secret in ["612", "1125", "HOTELL", "95,00", "95.00", "160", "5\u{A0}000"] {
                #expect(!text.contains(secret), "\(secret) in \(text)")
            }
            #expect(notification.data.value == nil && notification.data.transaction == nil)
            #expect(notification.data.limit == nil && notification.data.sum == nil)
        }
    }

    @Test("an identifier is the same on every channel (D40)")
    func sameID() throws {
        var scene = Scene(Samples.rule(notify: channels), policy: policy)
        try scene.at("08:00", Samples.holds())
        #expect(Set(scene.outbox.map(\.notification.id)).count == 1)
        #expect(scene.outbox.map(\.channel) == channels)
        #expect(sent(scene, to: "hook") == scene.notified)
    }

    @Test("a summary has rule and account, no amounts and no texts from the bank")
    func summary() throws {
        var scene = Scene(
            Samples.rule(
                "low", "new debit over 500", kind: .event, notify: channels,
                message: "{amount} at {merchant}", title: "{text}"), policy: policy)
        try scene.at("09:00", Samples.event("HOTELL", -61_235))
        try scene.at("09:05", Samples.corrected("HOTELL", from: -61_235, to: -112_500))
        try scene.at("09:10", (1...9).map { Samples.event("HOTELL \($0)", -500_000) })
        let notifications = sent(scene, to: "chat")
        expectDiscreet(notifications)
        #expect(notifications.titles == ["Brukskonto", "Corrected: Brukskonto", "9 transactions"])
        #expect(notifications.map(\.data.body) == Array(repeating: "new debit over 500", count: 3))
        #expect(
            notifications.last?.data.items?.map(\.title) == [
                "Brukskonto: 3 transactions · and 6 more"
            ])
        #expect(notifications.map(\.data.rule?.id) == ["low", "low", "low"])
    }

    @Test("a summary says what became of a level")
    func level() throws {
        var clauses = Clauses.remind(1, .hour)
        clauses.hold = nil
        var scene = Scene(Samples.rule(clauses: clauses, notify: ["chat"]), policy: policy)
        try scene.at("08:00", Samples.holds())
        try scene.at("09:00")
        try scene.at("09:05", Samples.clear(16_000))
        let notifications = sent(scene, to: "chat")
        expectDiscreet(notifications)
        #expect(
            notifications.titles == ["Brukskonto", "Still: Brukskonto", "Resolved: Brukskonto"])
    }

    @Test("a summary of held alerts says which are over and which fire, and counts equal lines")
    func held() throws {
        var scene = Scene(
            Samples.rule(clauses: .daytime(), notify: ["hook", "chat"]), policy: policy)
        try scene.at("00:00", Samples.clear())
        for hour in 1...2 {
            try scene.at("0\(hour):00", Samples.holds())
            try scene.at("0\(hour):30", Samples.clear())
        }
        try scene.at("03:00", Samples.holds())
        try scene.at("06:00")
        let notifications = sent(scene, to: "chat")
        #expect(notifications.titles == ["3 alerts"])
        #expect(
            notifications.first?.data.items?.map(\.title) == [
                "Over: Brukskonto: 2 alerts", "Brukskonto",
            ])
        #expect(sent(scene, to: "hook").first?.data.items?.count == 3)
    }

    @Test("a summary of one alert that came and went says that it is over")
    func cameAndWent() throws {
        var scene = Scene(Samples.rule(clauses: .daytime(), notify: ["chat"]), policy: policy)
        try scene.at("00:00", Samples.clear())
        try scene.at("01:00", Samples.holds())
        try scene.at("02:00", Samples.clear())
        try scene.at("06:00")
        let notifications = sent(scene, to: "chat")
        #expect(notifications.titles == ["Over: Brukskonto"])
        #expect(notifications.first?.data.items?.map(\.title) == ["Over: Brukskonto"])
    }

    @Test("own words that say no amount are kept in a summary")
    func ownWords() throws {
        var scene = Scene(
            Samples.rule(notify: ["chat"], message: "fill up {account}", title: "{value}"),
            policy: policy)
        try scene.at("08:00", Samples.holds())
        #expect(sent(scene, to: "chat").map(\.data.body) == ["fill up Brukskonto"])
        #expect(sent(scene, to: "chat").titles == ["Brukskonto"])
    }

    @Test("own words of a thousand characters are kept whole on every channel")
    func longWords() throws {
        let words = String(repeating: "ring the bank, ", count: 66) + "now."
        var scene = Scene(Samples.rule(notify: ["hook", "chat"], message: words), policy: policy)
        try scene.at("08:00", Samples.holds())
        #expect(sent(scene, to: "hook").map(\.data.body) == [words])
        #expect(sent(scene, to: "chat").map(\.data.body) == [words])
    }

    @Test("a summary of the bank's trouble has no words of the bank")
    func health() throws {
        var scene = Scene(Samples.health(), policy: policy)
        scene.policy.channels["desktop"] = .summary
        try scene.at("08:00", Samples.selfAlert())
        let notification = try #require(scene.outbox.first?.notification)
        #expect(notification.data.title == "sbanken does not answer")
        #expect(notification.data.body == scene.notified.first?.data.body)
        #expect(!notification.data.body.contains("api.example"))
    }

    @Test("a summary of a refused sign-in says so and what to do")
    func refusedSignIn() throws {
        var scene = Scene(Samples.health(), policy: policy)
        scene.policy.channels["desktop"] = .summary
        try scene.at("08:00", Samples.selfAlert(.holds, .refused))
        let notification = try #require(scene.outbox.first?.notification)
        #expect(notification.data.title == "sbanken refuses the sign-in")
        #expect(notification.data.body.contains("Check the network"))
        #expect(!notification.data.body.contains("unreachable"))
    }

    @Test("a generic notice says that something happened, nothing else")
    func generic() throws {
        var scene = Scene(
            Samples.rule(notify: ["lock"]), Samples.rule("save", notify: ["lock"]),
            policy: policy)
        try scene.at("08:00", Samples.holds(), Samples.holds(1, "save"))
        try scene.at("08:05", Samples.clear())
        let notifications = sent(scene, to: "lock")
        expectDiscreet(notifications)
        for notification in notifications {
            let text = NotificationCoding.text(notification)
            #expect(!text.contains("Brukskonto") && !text.contains("balance"))
            #expect(notification.data.rule == nil && notification.data.items == nil)
        }
        #expect(notifications.titles == ["Something happened", "Alert resolved"])
    }

    @Test("a channel without a setting shows no amounts, the own screen everything")
    func defaults() {
        #expect(policy.detail(of: "desktop") == .full)
        #expect(policy.detail(of: "terminal") == .full)
        #expect(policy.detail(of: "stranger") == .summary)
    }

    @Test("hostile account names and texts are harmless in every notice")
    func hostile() throws {
        let account = Samples.account(
            "Bruks\u{202E}\u{1B}[2Jkonto", number: "99990000001", firstSeen: "06:00")
        var scene = Scene(
            Samples.rule(), facts: Facts(accounts: [account.account.id: account]))
        try scene.at("08:00", Samples.holds(on: account))
        #expect(scene.notified.titles == ["Bruks[2Jkonto: 95,00 kr"])
        #expect(scene.notified.first?.data.account?.name == "Bruks[2Jkonto")
        #expect(!NotificationCoding.text(scene.notified[0]).contains("99990000001"))
    }
}
