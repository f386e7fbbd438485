import Alerts
import Finance
import Foundation
import Rules
import TestSupport

@testable import Console
@testable import Watch

/// A live view of four accounts at 10:05 in Oslo: two alerts fire, one of them critical.
struct LiveStage {
    static let now = Make.instant("2026-03-06T09:05:00Z")

    var model: LiveModel
    var language = Language.english
    var hasColour = false

    init(alerts: Int = 2, silences: [Silence] = []) throws {
        let accounts = [
            Make.account("a1", name: "Brukskonto 💰", booked: "12043.21", available: "9250.31"),
            Make.account("a2", name: "日本旅行", booked: "4000.00"),
            Make.account("a3", name: "👨‍👩‍👧 Felles", booked: "-150.00", available: "850.00"),
            Make.account("a4", name: "Sparing til en ny og lengre hyttetur", booked: "44798.11"),
        ].map { Make.accountFacts($0) }
        var facts = Facts(
            accounts: Dictionary(uniqueKeysWithValues: accounts.map { ($0.account.id, $0) }))
        facts.sources["sbanken"] = SourceFacts(id: "sbanken")
        var ledger = AlertLedger()
        for number in 0..<alerts {
            let alert = Self.alert(number)
            ledger.alerts[alert.key] = alert
        }
        ledger.silences = Dictionary(uniqueKeysWithValues: silences.map { ($0.id, $0) })
        let balances = try (1...6).map { day in
            try Make.balance(
                "a1", booked: ["900.00", "5000.00", "3000.00"][day % 3],
                at: "2026-03-0\(day)T08:00:00Z")
        }
        let old = SampleNotification.level(
            id: "ntc_old", title: "Felles is back at 850,00 kr", body: "Low from 4 Mar to 5 Mar",
            type: .resolved)
        let known = [SampleNotification.level(id: "ntc_0", title: "Older"), old, old]
        model = LiveModel(
            ruleCount: 2,
            facts: LiveFacts(facts, ledger, balances: balances, zone: Make.oslo, at: Self.now),
            history: known)
        model.apply(
            .polled(
                PollReport(
                    source: "sbanken", at: Self.now, outcome: .complete, shortfalls: [], known: [:],
                    changedTransactions: 0, isCommitted: true, isCompleteCycle: true,
                    missedSlots: 0, nextSlot: Self.now.addingTimeInterval(240))),
            words: EventStrings(zone: Make.oslo))
        var sent = SampleNotification.level(
            id: "ntc_new", title: "−1 249,00 kr ELEKTROHJORNET A",
            body: "Brukskonto · reserved today · new debit over 500")
        sent = AlertNotification(
            type: .fired, id: sent.id, timestamp: Self.now, data: sent.data)
        model.apply(.notified(sent), words: EventStrings(zone: Make.oslo))
    }

    private static func alert(_ number: Int) -> AlertState {
        let notification = SampleNotification.level(
            id: "ntc_\(number)", rule: "low\(number)",
            title: number == 1 ? "Card is missing" : "Lommepenger is low: 94,50 kr",
            body: "Available, limit 100,00 kr · rule low\(number)",
            urgency: number == 1 ? .critical : .normal)
        var alert = AlertState(
            ruleID: "low\(number)", body: "b", subject: .account(Make.accountID()),
            since: Make.instant("2026-03-05T08:00:00Z"))
        alert.life = .firing(
            AlertLife.Firing(
                notification: notification,
                notified: AlertLife.Notified(at: now, channels: ["desktop"])))
        return alert
    }

    func screen(columns: Int = 80, rows: Int = 24, at now: Date = now) -> [String] {
        LiveScreen(
            zone: Make.oslo, language: language, rulesPath: "rules.json", hasColour: hasColour
        ).lines(model, columns: columns, rows: rows, at: now)
    }

    @discardableResult
    mutating func press(_ keys: Key...) -> LiveModel.Outcome {
        keys.map { model.press($0) }.last ?? .goesOn
    }

    mutating func type(_ text: String) {
        for character in text { press(.character(character)) }
    }
}
