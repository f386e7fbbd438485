import Finance
import TestSupport
import Testing

@testable import Rules

@Suite("Explaining rules")
struct RuleExplanationTests {
    private func explain(
        _ sentence: String, urgency: Urgency = .normal, resolve: Bool = true
    ) -> RuleExplanation {
        RuleExplanation(Make.rule(sentence, urgency: urgency, resolve: resolve))
    }

    @Test(
        "names the accounts that a sentence without names means (RL-12)",
        arguments: [
            ("balance under 1", "each account that holds money", "one for each account"),
            ("available under 1", "each account", "one for each account"),
            ("credit used over 1", "each credit account", "one for each account"),
            ("balance of Bruks under 1", "'Bruks'", "one"),
            ("total balance of all accounts except 'A' under 1", "all accounts except 'A'", "one"),
            ("total balance under 1", "all accounts that hold money, together", "one"),
            ("new debit", "each account", "one for each transaction"),
            (
                "spending this month over 1", "all accounts of one currency together",
                "one for each currency and month"
            ),
            (
                "balance under 1 NOK",
                "each account that holds money; accounts in other currencies than NOK are left out",
                "one for each account"
            ),
            ("balance of Bruks under 1 NOK", "'Bruks'", "one"),
            (
                "spending on each account today over 1", "each account",
                "one for each account and day"
            ),
            ("bank is unreachable", "none", "one for each bank"),
        ])
    func accounts(sentence: String, accounts: String, alert: String) {
        let explanation = explain(sentence)
        #expect(explanation[.accounts].hasPrefix(accounts))
        #expect(explanation[.alert].hasPrefix(alert))
    }

    @Test(
        "says whether the limit itself counts (RL-10)",
        arguments: [
            ("balance under 100 NOK", "exactly 100 NOK does not count"),
            ("balance at most 100 NOK", "exactly 100 NOK counts"),
            ("number of purchases today is at least 3", "exactly 3 counts"),
        ])
    func limit(sentence: String, expected: String) {
        #expect(explain(sentence)[.fires].hasSuffix(expected))
    }

    @Test("says it once, however often the sentence does")
    func limitOnce() {
        let text = explain("balance under 100 or available under 100")[.fires]
        #expect(text.ranges(of: "exactly 100").count == 1)
    }

    @Test(
        "says what is left out and which side is meant",
        arguments: [
            ("new debit except own transfers", "money that leaves, without own transfers"),
            ("new debit over 5 except own transfers", "only those over 5"),
            ("new debit", "own transfers included"),
            ("no debit from 'Netflix*' by the 5th", "any other name the other side"),
            ("no salary by the last working day", "without Norway's public holidays"),
        ])
    func reads(sentence: String, expected: String) {
        let text = explain(sentence)[.reads]
        #expect(text.contains(expected))
        #expect(!text.contains("except own transfers"))
    }

    @Test(
        "says how a settlement differs and that it is over",
        arguments: [
            (
                "debit settled 10% above its reservation",
                "when one is booked at least 10% above its reservation"
            ),
            (
                "debit settled at another amount",
                "when one is booked at another amount than was reserved"
            ),
        ])
    func settlement(sentence: String, expected: String) {
        #expect(explain(sentence)[.fires] == expected)
        #expect(explain(sentence)[.recovers].contains("if the bank changes the booked amount"))
    }

    @Test("says of several payments that they are")
    func payments() {
        let text = explain("upcoming payments in the next 7 days over 5")[.fires]
        #expect(text.contains("that upcoming payments in the next 7 days are over 5"))
    }

    @Test("says when it is over and whether that is told")
    func recovery() {
        #expect(
            explain("balance under 100, until over 150")[.recovers]
                == "when balance is over 150; sent where the alert was sent")
        #expect(
            explain("balance under 100", resolve: false)[.recovers]
                == "as soon as it is no longer so; no notification is sent")
        #expect(explain("new debit")[.recovers].hasPrefix("never"))
        #expect(
            explain("spending in the last 7 days over 5")[.recovers].contains(
                "no notification is sent"))
        #expect(explain("spending today over 5")[.recovers].hasPrefix("silently when the next day"))
    }

    @Test("names accounts that a currency leaves out only where there is one currency")
    func currencies() {
        #expect(explain("balance under 5 NOK")[.accounts].hasSuffix("than NOK are left out"))
        let both = explain("balance under 5 NOK or balance under 5 EUR")
        #expect(!both[.accounts].contains("left out"))
    }

    @Test("says when it is quiet")
    func quiet() {
        #expect(explain("new debit")[.quiet] == "never: it is sent at once")
        #expect(
            explain("new debit, only between 07:00 and 22:00, at most twice a week")[.quiet]
                == "sent only between 07:00 and 22:00; the rest is kept until 07:00; sent at most "
                + "twice a week; the rest is counted and reported when the week ends, or with a "
                + "notification before")
        #expect(
            explain("balance under 5, at most once a day")[.quiet].hasSuffix(
                "the rest is counted and reported in the next notification"))
        let critical = explain(
            "bank is unreachable, only between 07:00 and 22:00", urgency: .critical)
        #expect(critical[.quiet].hasSuffix("it is sent in quiet hours too"))
    }

    static let available = RuleSentences.all.filter { SentenceParser.check($0).problems.isEmpty }

    @Test("has something to say about every topic of every sentence", arguments: available)
    func everything(_ sentence: String) {
        let explanation = explain(sentence)
        #expect(explanation.lines.map(\.topic) == RuleExplanation.Topic.allCases)
        #expect(explanation.lines.allSatisfy { !$0.text.isEmpty && !$0.text.contains("  ") })
    }

    @Test(
        "finds the accounts that a sum reads, without those that are excluded",
        arguments: [
            ("spending this month is over 200", ["Brukskonto", "Felles"]),
            ("spending except on 'Felles' this month is over 200", ["Brukskonto"]),
            ("balance of Brukskonto is under balance of Felles", ["Brukskonto", "Felles"]),
        ])
    func accountsRead(sentence: String, names: [String]) {
        var facts = Facts()
        for (id, name) in [("a1", "Brukskonto"), ("a2", "Felles")] {
            facts.accounts[Make.accountID(id)] = Make.accountFacts(Make.account(id, name: name))
        }
        let found = Evaluator.accounts(readBy: Make.rule(sentence), in: facts)
        #expect(found.map(\.displayName).sorted() == names)
    }
}
