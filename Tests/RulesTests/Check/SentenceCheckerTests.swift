import Finance
import TestSupport
import Testing

@testable import Rules

@Suite("Checks on a sentence alone (RL-52)")
struct SentenceCheckerTests {
    private func codes(_ sentence: String) -> [String] {
        SentenceParser.check(sentence).problems.map(\.code)
    }

    @Test(
        "sentences that make sense have no finding",
        arguments: [
            "balance under 100 NOK", "new debit over 500", "new debit over 100 under 200 NOK",
            "balance under 100 and balance over 50", "balance under 100, until at least 100",
            "balance under 100, until over 99.99", "balance at most 100, until over 100",
            "balance over 500, until at most 500", "available under 10% of its credit limit",
            "available under 10% of its credit limit, until over 12% of its credit limit",
            "balance of Bruks under 100 NOK and balance of Euro under 100 EUR",
            "balance under 100 or balance over 200", "number of purchases today is over 5",
            "spending on each account this month is over available",
            "bank is unreachable for 1 hour",
            "bank unreachable, remind every 1 day", "spending today over 5, for 1 hour",
            "new debit over 500, between 22:00 and 07:00, only on weekdays, at most twice a week",
            "balance of 'A' under available on 'B'", "total balance of 'A' under 5",
            "data is older than 6 hours", "balance dropped by 5000 NOK in 24 hours",
            "available rose by more than 10% in 7 days", "total balance changed by 1 in 1 day",
            "credit used rose by at least 5000 in 1 month, at most once a day",
            "balance of Bruks is projected under 0 in the next 7 days, until over 50, for 1 hour",
            "available projected under 10% of its credit limit in the next 1 month",
            "upcoming payments in the next 7 days exceed available on 'Bruks'",
            "upcoming payments on each account in the next 2 weeks are over balance",
            "new debit over 500 while balance is under 1000, only on weekdays",
            "a reservation of 'Bruks' is older than 8 days, at most once a week",
            "sign-in expires in less than 14 days, remind every 1 week",
            "notifications are failing for 1 hour", "bank is unreachable and balance under 100",
            "bank is unreachable or data is older than 6 hours, remind every 1 day",
            "balance under 100, between 00:00 and 24:00",
        ])
    func fine(_ sentence: String) {
        #expect(codes(sentence) == [])
    }

    @Test(
        "clauses suit the kind of rule (RL-36)",
        arguments: [
            ("balance under 1, for 1 hour", true), ("spending today over 1, for 1 hour", true),
            ("bank unreachable, for 1 hour", true), ("new debit, for 1 hour", false),
            ("balance under 1, until over 2", true),
            ("spending today over 1, until under 1", false),
            ("bank unreachable, until over 1", false), ("new debit, until over 1", false),
            ("balance under 1 or available under 1, until over 2", false),
            ("balance under 1, remind every 1 day", true),
            ("spending today over 1, remind every 1 day", true),
            ("bank unreachable, remind every 1 day", true),
            ("new debit, remind every 1 day", false),
            ("new debit, between 07:00 and 08:00", true), ("new debit, only on monday", true),
            ("new debit, at most once a day", true), ("bank unreachable, at most once a day", true),
        ])
    func clauses(_ sentence: String, _ isAllowed: Bool) {
        #expect(codes(sentence) == (isAllowed ? [] : ["clause-not-allowed"]))
    }

    @Test(
        "until must not overlap what fires",
        arguments: [
            ("balance under 100, until over 50", nil),
            ("balance under 100, until under 150", nil),
            ("balance under 100, until at least 99", nil),
            ("balance over 500, until under 600", nil),
        ] as [(String, String?)])
    func overlaps(_ sentence: String, _ suggestion: String?) {
        let problems = SentenceParser.check(sentence).problems
        #expect(problems.map(\.code) == ["until-overlaps"])
        #expect(problems.first?.suggestion == suggestion)
    }

    @Test("shares of the same figure are held against each other")
    func shares() {
        let share = "of its credit limit"
        #expect(
            codes("available under 10% \(share), until over 5% \(share)") == ["until-overlaps"])
        #expect(
            codes("available under 5% \(share) and available over 10% \(share)")
                == ["contradiction"])
    }

    @Test(
        "what nothing can meet is refused",
        arguments: [
            "balance under 100 and balance over 200", "balance under 100 and balance at least 100",
            "balance under 100 and balance over 99.99", "new debit over 500 under 500",
            "number of purchases today over 5 and number of purchases today under 6",
            "(balance under 1 and balance over 2) or available under 5",
            "new purchase at Rema over 500 at Kiwi",
            "new purchase in category groceries in category restaurants",
        ])
    func contradictions(_ sentence: String) {
        #expect(codes(sentence) == ["contradiction"])
    }

    @Test(
        "two currencies are never compared (RL-4)",
        arguments: [
            "available under 500 NOK and balance under 50 EUR",
            "balance under 100 NOK, until over 15 EUR", "new debit over 5 NOK under 9 EUR",
            "balance over 1 NOK and balance under 9 EUR",
            "spending over 100 EUR this month is over 900 NOK",
        ])
    func currencies(_ sentence: String) {
        #expect(codes(sentence).contains("mixed-currency"))
    }

    @Test("kr is NOK (RL-4)")
    func kroner() {
        #expect(codes("balance under 100 kr, until over 150 NOK") == [])
    }

    @Test("balance of all accounts is a sum or each by itself (D43)")
    func total() throws {
        let problem = try #require(
            SentenceParser.check("balance of all accounts except 'A' under 1").problems.first)
        #expect(problem.code == "total-needed")
        #expect(problem.expected.count == 2)
        // Either would be a guess.
        #expect(problem.suggestion == nil)
    }

    @Test(
        "kinds follow the body",
        arguments: [
            ("balance under 1", RuleKind.level), ("spending today over 1", .window),
            ("spending today over 1 and balance under 1", .level), ("new debit", .event),
            ("bank unreachable", .health), ("no credit by the 15th", .absence),
            ("summary every day at 08:00", .summary), ("balance dropped by 5 in 1 day", .change),
            ("2 debits of the same amount on the same day", .repeat),
            ("balance projected under 0 in the next 7 days", .forecast),
            ("reservation dropped", .event),
        ])
    func kinds(_ sentence: String, _ kind: RuleKind) throws {
        #expect(try SentenceParser.parse(sentence).get().body.kind == kind)
    }

    @Test("clauses are collected")
    func collected() throws {
        let rule = Make.rule(
            "balance under 100, until over 150, for 30 minutes, only between 22:00 and 07:00, "
                + "only on weekends, at most twice a month, remind every 1 day")
        #expect(rule.clauses.hold == CalendarSpan(count: 30, unit: .minute))
        #expect(rule.clauses.recovery?.relation == .over)
        #expect(rule.clauses.notifying == DailyInterval(startMinute: 1_320, endMinute: 420))
        #expect(rule.clauses.weekdays == [6, 7])
        #expect(rule.clauses.limit == RateLimit(count: 2, period: .month))
        #expect(rule.clauses.remindEvery == CalendarSpan(count: 1, unit: .day))
    }

    @Test("a sentence of the program itself works or throws")
    func builtIn() throws {
        let rule = try Rule.builtIn(id: "bank", sentence: "bank is unreachable for 1 hour")
        #expect(rule.kind == .health)
        #expect(rule.clauses.hold == CalendarSpan(count: 1, unit: .hour))
        #expect(throws: SentenceError.self) {
            try Rule.builtIn(id: "x", sentence: "bank is unreachabel")
        }
        #expect(throws: SentenceError.self) {
            try Rule.builtIn(id: "x", sentence: "balance of all accounts under 5")
        }
    }
}
