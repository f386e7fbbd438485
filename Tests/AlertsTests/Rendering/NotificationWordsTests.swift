import Alerts
import Finance
import Foundation
import Rules
import Testing

@Suite("What notifications say, in each language")
struct NotificationWordsTests {
    private func rule(_ sentence: String, _ id: String = "low", isNamed: Bool = true) throws -> Rule
    {
        let base = try Rule.builtIn(id: id, sentence: sentence)
        return Rule(
            id: base.id, sentence: sentence, kind: base.kind, body: base.body,
            clauses: base.clauses, bodyKey: base.bodyKey, isNamed: isNamed)
    }

    private func scene(_ rule: Rule, _ language: Language) -> Scene {
        var policy = Samples.policy
        policy.language = language
        policy.bankNames = ["sbanken": "Sbanken"]
        return Scene(rule, policy: policy)
    }

    /// Title and body of what is sent when something begins, and when it ends.
    private func words(
        _ sentence: String, _ language: Language, _ subject: Subject, _ evidence: Verdict.Evidence
    ) throws -> [String] {
        var scene = try scene(rule(sentence), language)
        func verdict(_ finding: Verdict.Finding) -> Verdict {
            Verdict(ruleID: "low", subject: subject, finding: finding, evidence: evidence)
        }
        try scene.at("08:00", verdict(.clear(isRecovered: true)))
        try scene.at("08:05", verdict(.holds))
        try scene.at("2026-03-07T09:10:00Z", verdict(.clear(isRecovered: true)))
        return scene.notified.flatMap { [$0.data.title, $0.data.body] }
    }

    private static let account = Subject.account(Samples.checking.account.id)
    private static let all = Subject.window(account: nil, currency: .nok, periodStart: nil)

    @Test(
        "a level says subject, state, figure and limit",
        arguments: [
            (
                Language.english, "available under 100",
                [
                    "Brukskonto is low: 95,00 kr", "Available, limit 100,00 kr · rule low",
                    "Brukskonto is back at 95,00 kr",
                    "Low from 6 Mar 09:05 to 7 Mar 10:10 · rule low",
                ]
            ),
            (
                .norwegian, "available under 100",
                [
                    "Lite igjen på Brukskonto: 95,00 kr",
                    "Disponibelt, grense 100,00 kr · regel low",
                    "Brukskonto er tilbake på 95,00 kr",
                    "Under grensen fra 6. mars 09:05 til 7. mars 10:10 · regel low",
                ]
            ),
            (
                .english, "credit used over 50",
                [
                    "Credit used on Brukskonto is high: 95,00 kr",
                    "Credit used, limit 100,00 kr · rule low",
                    "Credit used on Brukskonto is back at 95,00 kr",
                    "High from 6 Mar 09:05 to 7 Mar 10:10 · rule low",
                ]
            ),
            (
                .norwegian, "balance over 50",
                [
                    "Høy saldo på Brukskonto: 95,00 kr", "Saldo, grense 100,00 kr · regel low",
                    "Brukskonto er tilbake på 95,00 kr",
                    "Over grensen fra 6. mars 09:05 til 7. mars 10:10 · regel low",
                ]
            ),
        ])
    func level(language: Language, sentence: String, expected: [String]) throws {
        let evidence = Verdict.Evidence(
            accountID: Samples.checking.account.id, value: Samples.kroner(9_500),
            limit: Samples.kroner(10_000))
        #expect(try words(sentence, language, Self.account, evidence) == expected)
    }

    @Test("a number of transactions is Norwegian in Norwegian")
    func transactions() throws {
        let evidence = Verdict.Evidence(count: 3)
        let words = try words(
            "number of transactions today over 2", .norwegian, Self.all, evidence)
        #expect(words.first?.hasPrefix("Antall bevegelser i dag") == true)
    }

    @Test(
        "a sum says what it is of and over which time",
        arguments: [
            (
                Language.english, "spending at 'KIWI*' this month over 90",
                "Spending at 'KIWI*' this month is high: 95,00 kr", "Limit 100,00 kr · rule low"
            ),
            (
                .norwegian, "spending this month over 90",
                "Forbruk denne måneden over grensen: 95,00 kr", "Grense 100,00 kr · regel low"
            ),
            (
                .english, "spending this month is on pace for over 90",
                "Spending this month will be high: 95,00 kr", "Limit 100,00 kr · rule low"
            ),
            (
                .norwegian, "upcoming payments before the next salary over 90",
                "Betalinger før neste lønn over grensen: 95,00 kr", "Grense 100,00 kr · regel low"
            ),
            (
                .english, "total balance under 100", "Total balance is low: 95,00 kr",
                "Balance, limit 100,00 kr · rule low"
            ),
            (
                .norwegian, "upcoming payments in the next 7 days over 90",
                "Betalinger de neste 7 dager over grensen: 95,00 kr", "Grense 100,00 kr · regel low"
            ),
        ])
    func sum(language: Language, sentence: String, title: String, body: String) throws {
        let evidence = Verdict.Evidence(
            value: Samples.kroner(9_500), limit: Samples.kroner(10_000))
        let words = try words(sentence, language, Self.all, evidence)
        #expect(words.prefix(2) == [title, body])
    }

    @Test(
        "a reminder says that it still is so, and one that passed that it was",
        arguments: [
            (Language.english, "Brukskonto is still low: 95,00 kr", "Brukskonto was low: 95,00 kr"),
            (
                .norwegian, "Fortsatt: lav saldo på Brukskonto: 95,00 kr",
                "Er over igjen: lav saldo på Brukskonto: 95,00 kr"
            ),
        ])
    func phases(language: Language, still: String, passed: String) throws {
        var scene = try scene(rule("balance under 100, remind every 1 hour"), language)
        try scene.at("08:00", Samples.clear())
        try scene.at("08:05", Samples.holds())
        #expect(try scene.at("09:05", Samples.holds()).titles == [still])
        var night = try self.scene(rule("balance under 100, between 07:00 and 22:00"), language)
        try night.at("00:00", Samples.clear())
        try night.at("00:05", Samples.holds())
        try night.at("01:05", Samples.clear())
        #expect(try night.at("06:00").titles == [passed])
    }

    @Test(
        "a transaction says its account, its day and what it matched",
        arguments: [
            (Language.english, "Brukskonto · reserved today · new debit over 500"),
            (.norwegian, "Brukskonto · reservert i dag · new debit over 500"),
        ])
    func event(language: Language, body: String) throws {
        var scene = try scene(rule("new debit over 500"), language)
        let notified = try scene.at("09:00", Samples.event("PUMPESTASJON 44"))
        #expect(notified.titles == ["−612,35 kr PUMPESTASJON 44"])
        #expect(notified.first?.data.body == body)
    }

    @Test(
        "a bank that fails says since when, how old the figures are and when it is tried again",
        arguments: [
            (
                Language.english, "Sbanken does not answer",
                "Since 08:00. Your figures are from 08:07. Trying again every 5 minutes."
            ),
            (
                .norwegian, "Sbanken svarer ikke",
                "Siden 08:00. Tallene dine er fra 08:07. Prøver igjen hvert 5. minutt."
            ),
        ])
    func bank(language: Language, title: String, body: String) throws {
        var scene = try scene(rule("bank unreachable", "bank"), language)
        scene.facts.sources["sbanken"] = SourceFacts(
            id: "sbanken", lastSuccess: Samples.instant("07:07"))
        let notified = try scene.at("08:00", Samples.selfAlert(since: "07:00"))
        #expect(notified.titles == [title])
        #expect(notified.first?.data.body == body)
    }

    @Test("a refused sign-in says what to do, not when it is tried again")
    func refused() throws {
        var scene = try scene(rule("bank unreachable", "bank"), .english)
        let notified = try scene.at("08:00", Samples.selfAlert(.holds, .refused))
        #expect(
            notified.first?.data.body
                == "Since 09:00. No connection to api.example. Check the network")
    }

    @Test("a refused sign-in says what to do in Norwegian too")
    func refusedInNorwegian() throws {
        var scene = try scene(rule("bank unreachable", "bank"), .norwegian)
        let notified = try scene.at("08:00", Samples.selfAlert(.holds, .refused))
        #expect(
            notified.first?.data.body
                == "Siden 09:00. Gjør dette: se hvorfor med «saldovakt doctor --online»")
    }

    @Test("a rule without a name of its own is named by its sentence")
    func unnamed() throws {
        var scene = try scene(rule("balance under 100", isNamed: false), .english)
        try scene.at("08:00", Samples.clear())
        let notified = try scene.at("08:05", Samples.holds())
        #expect(notified.first?.data.body == "Balance, limit 100,00 kr · balance under 100")
    }

    @Test("the language of a locale is Norwegian for all of Norway's languages, else English")
    func locales() {
        for locale in ["nb_NO.UTF-8", "nn_NO", "no", "NB"] {
            #expect(Language(localeIdentifier: locale) == .norwegian)
        }
        for locale in ["en_GB.UTF-8", "C", "", "sv_SE", "nl_NL"] {
            #expect(Language(localeIdentifier: locale) == .english)
        }
    }
}
