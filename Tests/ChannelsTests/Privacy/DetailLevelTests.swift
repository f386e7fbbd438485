import Finance
import Foundation
import Rules
import TestSupport
import Testing

@testable import Alerts
@testable import Channels

/// What leaves the house at each level of detail, for every way out.
@Suite("Privacy of what goes out", .io)
struct DetailLevelTests {
    private static let amounts = ["612", "1234", "1 234"]
    private static let bankWords = ["PUMPESTASJON", "Pumpestasjon", "pumpestasjon"]
    private static let ownWords = ["Brukskonto", "new debit", "big", "0001"]

    /// A purchase with everything that a notification can tell.
    private func purchase(title: String, body: String) throws -> AlertNotification {
        var data = NotificationData(
            rule: NotificationRule(id: "big", sentence: "new debit over 500"), kind: .event,
            reason: .newTransaction, title: title, body: body)
        data.account = NotificationAccount(
            id: "7b0c", name: "Brukskonto", number: "•••• •• •0001")
        data.value = .money(Money(minorUnits: 61_235, currency: .nok))
        data.limit = .money(Money(minorUnits: 123_400, currency: .nok))
        let row = Make.transaction(
            Make.observation("-612.35", "2026-03-06", text: "PUMPESTASJON 44 OSLO"))
        data.transaction = NotificationTransaction(
            row, text: "PUMPESTASJON 44 OSLO", merchant: "Pumpestasjon 44", previous: nil)
        return AlertNotification(
            type: .fired, id: "ntc_1", timestamp: SampleNotification.instant, data: data)
    }

    private func rendered(_ renderer: Renderer, _ detail: DetailLevel) async throws -> String {
        let notification = try purchase(
            title: "−612,35 kr PUMPESTASJON 44", body: "new debit over 500")
        let rules = RulesFile.load(
            Array(
                #"{"version":1,"rules":[{"id":"big","when":"new debit over 500","notify":["a"]}]}"#
                    .utf8), fileName: "rules.json", channels: ["a"])
        let cut = NotificationCut(
            rules: try #require(rules.ruleSet),
            policy: AlertPolicy(zone: .gmt, pollIntervals: PollIntervals(.seconds(300))))
        return try await renderer.render(cut.cut(notification, to: detail))
    }

    @Test("generic tells that something happened, and nothing of it", arguments: Renderer.all)
    func generic(renderer: Renderer) async throws {
        let text = try await rendered(renderer, .generic)
        for word in Self.amounts + Self.bankWords + Self.ownWords {
            #expect(!text.contains(word), "\(word) in \(text)")
        }
        #expect(text.contains("saldovakt") || text.contains("alert"))
    }

    @Test(
        "a summary names account and rule, no amount and no word of the bank",
        arguments: Renderer.all)
    func summary(renderer: Renderer) async throws {
        let text = try await rendered(renderer, .summary)
        for word in Self.amounts + Self.bankWords {
            #expect(!text.contains(word), "\(word) in \(text)")
        }
        #expect(text.contains("Brukskonto") && text.contains("new debit over 500"))
    }

    @Test("full has it all, with the account's number masked", arguments: Renderer.all)
    func full(renderer: Renderer) async throws {
        let text = try await rendered(renderer, .full)
        #expect(text.contains("612") && text.contains("PUMPESTASJON"))
        #expect(!text.contains("9999"))
    }

    @Test(
        "no control or bidirectional character and no endless text gets out",
        arguments: Renderer.all.filter { !$0.isForPrograms })
    func neutral(renderer: Renderer) async throws {
        let hostile = "A\u{1B}[2J\u{7}\u{202E}B\u{2066}C\u{200F}\u{0}D\u{85}\u{9B}E"
        let long = hostile + String(repeating: "x", count: 20_000)
        let text = try await renderer.render(try purchase(title: long, body: long))
        for scalar in text.unicodeScalars {
            let isLine = scalar == "\n" || scalar == "\r"
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            let isBidi =
                (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                || scalar.value == 0x200E || scalar.value == 0x200F
            #expect(isLine || !(isControl || isBidi), "U+\(String(scalar.value, radix: 16))")
        }
        // Nor in the form in which JSON, forms and mails may write them.
        for escape in ["\\u00", "\\u20", "=1B", "=E2=80=AE"] { #expect(!text.contains(escape)) }
        #expect(text.utf8.count < 40_000)
    }
}
