import TestSupport

@testable import Rules

/// Sentences on conditions with limits at random, of every shape that is evaluated incrementally.
struct RandomConditions {
    private static let shapes = [
        "balance of 'Brukskonto' is under # NOK", "balance on each account is under #",
        "balance under # until over ##", "available on each account at most # NOK",
        "total balance is under #", "total available is at least # NOK",
        "credit used is over # NOK", "balance on each account is over # EUR",
        "balance of 'Buffer' is at least #", "available is under 50% of its credit limit",
        "spending this month is over #", "spending on each account this week is over #",
        "spending on each account in the last 7 days is over #",
        "spending in the last 3 days is under #", "spending at 'KIWI*' today is at least #",
        "income on 'Sparekonto' in the last 2 weeks is at most #",
        "income on each account in the last 12 hours is over #",
        "number of purchases on each account in the last 5 days is over 2",
        "number of transactions this month is at most 4",
        "largest purchase on each account in the last 10 days is over #",
        "balance of 'Brukskonto' is under # and spending today is over #",
        "balance of 'Sparekonto' is over # or available on 'Kredittkort' is under #",
        "balance on each account is under # for 2 hours",
        "spending on each account in the last 4 days is over #, at most once a day",
        "balance of 'Brukskonto' is over balance of 'Sparekonto'", "balance under -#",
        "total balance of 'Brukskonto' and 'Sparekonto' is under #",
        "balance of 'Brukskonto' or 'Buffer' is under #, until over ##",
        "spending on 'Brukskonto' and 'Sparekonto' this week is over #",
        "spending on 'Brukskonto' or 'Sparekonto' in the last 4 days is over #",
        "spending except at 'KIWI*' this month is over #",
        "spending except on 'Brukskonto' this week is over #",
        "number of debits except at 'REMA*' on each account in the last 5 days is over 2",
        "spending last week is over #", "spending on each account last month is under #",
        "spending this month is over 120% of spending last month to the same day",
        "spending on each account this week is over 150% of usual",
        "income this week is under usual", "spending this month from the 25th is over #",
        "spending this week is on pace for over # NOK",
        "spending at 'KIWI*' this week is on pace for over usual",
    ]

    /// So many rules that each shape comes several times, each with an identifier of its own.
    static func rules(seed: UInt64) -> RuleSet {
        var random = SeededGenerator(seed: seed)
        let rules = (0..<3).flatMap { round in
            shapes.enumerated().map { place, shape in
                let limit = Int.random(in: 0...30, using: &random) * 10
                let sentence = shape.replacing("##", with: "\(limit + 50)")
                    .replacing("#", with: "\(limit)")
                return Make.rule(sentence, id: "r\(place)-\(round)")
            }
        }
        return RuleSet(rules: rules, fileHash: "test")
    }
}
