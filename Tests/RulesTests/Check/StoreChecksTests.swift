import Finance
import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Checks with the store (RL-52)")
struct StoreChecksTests {
    private static let accounts: [AccountObservation] = [
        Make.account("a1", name: "Brukskonto"), Make.account("a2", name: "Sparekonto", number: nil),
        Make.card("c1", name: "VISA KREDITTKORT"),
    ]

    private func findings(
        _ sentence: String, accounts: [AccountObservation] = accounts,
        texts: [String] = ["REMA 1000 TORSHOV", "*0000 06.03 NOK 9.00 KIWI 505 Kurs: 1.0000"],
        naming: AccountNaming = AccountNaming(), bindings: [String: [UUID]] = [:],
        type: TransactionType = .unknown, mcc: String? = nil
    ) -> [RuleFinding] {
        let file = #"{"version":1,"rules":[{"when":"\#(sentence)"}]}"#
        let result = RulesFile.load(Array(file.utf8), fileName: "rules.json", channels: [])
        #expect(result.ruleSet != nil, "\(result.findings)")
        let facts = Facts(
            accounts: Dictionary(
                accounts.map { ($0.details.id, Make.accountFacts($0)) },
                uniquingKeysWith: { first, _ in first }))
        return StoreChecks.findings(
            for: result, facts: facts,
            transactions: texts.map {
                Make.transaction(
                    Make.observation("-10.00", "2026-03-06", text: $0, type: type, mcc: mcc))
            }, zone: Make.oslo, pollInterval: .seconds(300), naming: naming, bindings: bindings)
    }

    @Test(
        "what suits the store has no finding",
        arguments: [
            "balance of 'brukskonto' under 100 NOK", "new debit at 'REMA*' or 'kiwi*'",
            "balance of Bruks under 1",
            "available on 'VISA KREDITTKORT' under 10% of its credit limit",
            "total balance of all accounts except Sparekonto under 5",
            "balance under 1, for 5 minutes",
        ])
    func fine(_ sentence: String) {
        let naming = AccountNaming(aliases: [Make.source: ["Brukskonto": ["Bruks"]]])
        #expect(findings(sentence, naming: naming).isEmpty)
    }

    @Test("a figure that the bank gives for none of the accounts is never judged, which is said")
    func withoutFigures() {
        let bare = Make.account("a1", name: "Brukskonto", booked: nil)
        let other = Make.account("a2", name: "Sparekonto")
        var half = Make.account("a1", name: "Brukskonto")
        half.available = nil
        for sentence in ["balance under 100", "available on Brukskonto under 100"] {
            let found = findings(sentence, accounts: [bare])
            #expect(found.map(\.code) == ["figure-not-given"])
            #expect(found.map(\.severity) == [.warning])
            #expect(found.first?.message.contains("\"Brukskonto\"") == true)
        }
        #expect(findings("balance under 100", accounts: [bare, other]).isEmpty)
        #expect(findings("balance under 100", accounts: [half]).isEmpty)
        let available = findings("available under 100", accounts: [half]).first
        #expect(available?.message.hasSuffix("it gives \"balance\"") == true)
    }

    @Test("an unknown account is an error with the nearest name")
    func unknownAccount() throws {
        let finding = try #require(findings("balance of 'Bruksknto' under 100").first)
        #expect(finding.code == "unknown-account")
        #expect(finding.severity == .error)
        #expect(finding.suggestion == "balance of 'Brukskonto' under 100")
        #expect(finding.expected == ["Brukskonto", "Sparekonto", "VISA KREDITTKORT"])
        #expect(finding.column == 43)
        #expect(finding.length == 11)
        let far = try #require(findings("new debit on Xyz").first)
        #expect(far.code == "unknown-account")
        #expect(far.suggestion == nil)
    }

    @Test("a name that two accounts have is an error")
    func ambiguousAccount() {
        let twins = [Make.account("a1", name: "Felles"), Make.account("a2", name: "Felles")]
        #expect(
            findings("balance of Felles under 1", accounts: twins).map(\.code)
                == ["ambiguous-account"])
    }

    @Test("two banks with accounts of one name are told apart by bank and number")
    func ambiguousBanks() {
        let twins = [
            Make.account("a1", name: "Felles"),
            Make.account("a1", name: "Felles", source: "other", number: nil),
        ]
        let finding = findings("balance of Felles under 1", accounts: twins).first
        #expect(finding?.code == "ambiguous-account")
        #expect(finding?.severity == .error)
        #expect(finding?.expected.contains("the one at other") == true)
        #expect(finding?.expected.contains { $0.hasSuffix(" at sbanken") } == true)
        #expect(finding?.expected.contains { $0.contains("99990000001") } == false)
        let kept = findings(
            "balance of Felles under 1", accounts: twins, bindings: ["felles": [Make.accountID()]])
        #expect(kept.map(\.code) == ["ambiguous-account"])
        #expect(kept.map(\.severity) == [.warning])
    }

    @Test("an account that was renamed is followed, and the new name is suggested (D20)")
    func renamed() {
        let bindings = ["brukskonto": [Make.accountID("a1")]]
        let accounts = [Make.account("a1", name: "Lønnskonto"), Make.account("a2", name: "Annen")]
        let found = findings(
            "balance of 'Brukskonto' under 100", accounts: accounts, bindings: bindings)
        #expect(found.map(\.code) == ["renamed-account"])
        #expect(found.map(\.severity) == [.warning])
        #expect(found.first?.suggestion == "balance of 'Lønnskonto' under 100")
        let taken = findings(
            "balance of 'Brukskonto' under 100",
            accounts: accounts + [Make.account("a3", name: "Brukskonto")], bindings: bindings)
        #expect(taken.map(\.code) == ["renamed-account"])
        #expect(taken.first?.message.contains("another one") == true)
        #expect(findings("balance of 'Brukskonto' under 100", bindings: bindings).isEmpty)
        #expect(
            findings("balance of 'Brukskonto' under 100", accounts: accounts).map(\.code)
                == ["unknown-account"])
    }

    @Test(
        "rules that read no account can't fire",
        arguments: [
            "credit used over 5000", "total credit used over 5000",
            "total balance of all accounts except 'Brukskonto' under 5",
        ])
    func readsNothing(_ sentence: String) {
        let found = findings(sentence, accounts: [Make.account("a1")])
        #expect(found.map(\.code) == ["reads-no-account"])
        #expect(found.map(\.severity) == [.warning])
    }

    @Test("filters on what the bank never tells can't match")
    func neverNotified() {
        let category = "new debit in category groceries over 100"
        #expect(findings(category).map(\.code) == ["matched-nothing"])
        #expect(findings(category, mcc: "5812").isEmpty)
        #expect(findings("new debit of type atm").map(\.code) == ["matched-nothing"])
        #expect(findings("new debit of type atm", type: .fee).isEmpty)
    }

    @Test(
        "a kind that no stored row is known to be is reported where the bank gives few rows one",
        arguments: [
            ("no salary by the 15th", "credit"), ("new purchase over 500", "debit"),
            ("new withdrawal or new fee", "debit"), ("number of refunds today is over 3", "credit"),
            ("2 payments of the same amount on the same day", "debit"),
        ])
    func kindsWithoutRows(_ sentence: String, other: String) {
        let found = findings(sentence)
        #expect(Set(found.map(\.code)) == ["kind-not-given"])
        #expect(Set(found.map(\.severity)) == [.warning])
        #expect(found.first?.message.contains("\"\(other) containing 'TEXT'\"") == true)
        #expect(found.first?.message.contains("\"Brukskonto\"") == true)
        #expect(findings(sentence, type: .adjustment).isEmpty)
        #expect(findings(sentence, texts: []).isEmpty)
    }

    @Test("kinds that need no word of the bank are not reported")
    func kindsOfAllRows() {
        for sentence in [
            "new debit over 500", "new transfer over 500", "new subscription",
            "spending this month over 5", "new purchase on Sparekonto",
        ] { #expect(findings(sentence).isEmpty, "\(sentence)") }
        #expect(findings("new purchase", type: .pointOfSale).isEmpty)
    }

    @Test("texts that match only apart can't match together")
    func neverTogether() {
        #expect(
            findings("new interest at 'REMA*'", type: .fee).map(\.code) == ["matched-nothing"])
        #expect(findings("new debit at 'REMA*' over 90 000").isEmpty)
        #expect(
            findings("new debit at 'REMA*' containing 'KIWI'").map(\.code) == ["matched-nothing"])
        #expect(findings("new debit at 'REMA*' containing 'TORSHOV'").isEmpty)
    }

    @Test("names behind from and to are merchants or own accounts, by direction (RL-70)")
    func sides() {
        #expect(findings("no debit from 'REMA*' by the 5th").isEmpty)
        #expect(findings("new credit from 'REMA*'").map(\.code) == ["matched-nothing"])
        #expect(findings("new debit from Brukskonto").isEmpty)
        #expect(findings("spending from Brukskonto this month over 5").isEmpty)
        #expect(findings("new credit to Brukskonto").isEmpty)
    }

    @Test("amounts in a currency that no account has, in windows and absences too")
    func currenciesElsewhere() {
        for sentence in [
            "no debit over 5 EUR by the 15th", "number of debits over 5 EUR today is over 3",
        ] {
            #expect(findings(sentence).map(\.code) == ["no-account-in-currency"], "\(sentence)")
        }
    }

    @Test("a credit limit needs credit")
    func creditLimit() {
        let named = findings("available on Brukskonto under 10% of its credit limit")
        #expect(named.map(\.code) == ["no-credit-limit"])
        #expect(named.map(\.severity) == [.error])
        let all = findings(
            "available under 10% of its credit limit", accounts: [Make.account("a1")])
        #expect(all.map(\.severity) == [.warning])
    }

    @Test("currencies that no account has, and sums that leave accounts out (D16)")
    func currencies() {
        let finding = findings("balance under 100 EUR")
        #expect(finding.map(\.code) == ["no-account-in-currency"])
        #expect(finding.first?.expected == ["NOK"])
        #expect(finding.first?.suggestion == nil, "another currency is another amount (RL-66)")
        #expect(findings("new debit over 5 EUR").map(\.code) == ["no-account-in-currency"])
        let euro = AccountObservation(
            details: Make.details("e1", name: "Euro", currency: Currency(code: "EUR") ?? .nok),
            kind: .asset, booked: nil, available: nil)
        let mixed = Self.accounts + [euro]
        let left = findings("total balance of all accounts under 5 NOK", accounts: mixed)
        #expect(left.map(\.code) == ["left-out"])
        #expect(left.first?.message.contains("Euro") == true)
        let none = findings("total balance of all accounts under 5", accounts: mixed)
        #expect(none.map(\.code) == ["mixed-currency"])
        #expect(none.map(\.severity) == [.error])
        let sides = findings("balance of Brukskonto under balance of Euro", accounts: mixed)
        #expect(sides.map(\.code) == ["mixed-currency"])
    }

    @Test("a filter that matched nothing names the closest merchants")
    func matchedNothing() throws {
        let finding = try #require(findings("new debit at 'RENA*'").first)
        #expect(finding.code == "matched-nothing")
        #expect(finding.severity == .warning)
        #expect(finding.expected == ["REMA*"])
        #expect(finding.suggestion == "new debit at 'REMA*'")
        let one = findings("new debit at 'REMA*' or 'KIWO*'")
        #expect(one.map(\.expected) == [["KIWI*"]])
        // Without a star, the name that is written is only the beginning of the stored one.
        #expect(findings("new debit at 'Rema 1000'").map(\.expected) == [["REMA 1000*"]])
        #expect(findings("new debit containing 'rena'").map(\.expected) == [["REMA"]])
        // Words that share only letters are no misspellings of each other.
        #expect(findings("new debit containing 'rent'").map(\.expected) == [[]])
        #expect(findings("new debit at 'Kilo'").map(\.expected) == [[]])
        #expect(
            findings("spending containing 'xyz' today over 1").map(\.code) == ["matched-nothing"])
        #expect(findings("new debit at 'RENA*'", texts: []).isEmpty)
    }

    @Test("times that can't be seen")
    func times() {
        #expect(
            findings("balance under 1, for 4 minutes").map(\.code) == ["hold-below-interval"])
        #expect(
            findings("spending in the last 24 hours over 1").map(\.code) == ["finer-than-data"])
        #expect(findings("data is older than 4 minutes").map(\.code) == ["age-below-interval"])
    }
}
