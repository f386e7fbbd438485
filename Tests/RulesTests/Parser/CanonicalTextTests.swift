import TestSupport
import Testing

@testable import Rules

@Suite("Canonical words")
struct CanonicalWordsTests {
    private func body(_ sentence: String) throws -> Body {
        try SentenceParser.parse(sentence).get().body
    }

    @Test("can be read again, mean the same and stay as they are", arguments: RuleSentences.all)
    func roundTrip(_ sentence: String) throws {
        let first = try SentenceParser.parse(sentence).get()
        let second = try SentenceParser.parse(first.canonicalWords).get()
        #expect(second.canonicalWords == first.canonicalWords)
        #expect(second.body.key == first.body.key)
        #expect(second.clauses.map(\.name) == first.clauses.map(\.name))
    }

    @Test(
        "bodies that differ only in words have the same key (RL-1)",
        arguments: [
            ("balance under 100 NOK", "Balance IS below 100 kr"),
            ("balance under 100 NOK", "balance are less than 100,00 nok"),
            ("balance under 100 NOK", "balance < 100 NOK, until over 150, for 1 hour"),
            ("balance of 'Brukskonto' over 8 000", "balance on «brukskonto» exceeds 8000.00"),
            ("balance of Bruks at least 1", "balance of \"Bruks\" >= 1"),
            ("balance of any account under 1", "balance on each account under 1"),
            ("new debit over 500 at 'REMA*'", "new debits at \"rema*\" more than 500"),
            ("new debit at 'A' or 'B'", "new debit at 'b' or 'a'"),
            ("new purchase in category 5411", "new purchase in category '5411'"),
            (
                "total balance of all accounts except 'A', 'B' under 1",
                "total balance of all accounts except 'B', 'A' under 1"
            ),
            ("number of purchases today over 5", "number of purchase today is above 5"),
        ])
    func sameKey(_ left: String, _ right: String) throws {
        #expect(try body(left).key == body(right).key)
    }

    @Test("all promised sentences have keys of their own but for the repeated ones")
    func differentKeys() throws {
        let keys = try Dictionary(grouping: RuleSentences.all) { try body($0).key }
        let repeated = keys.values.filter { Set($0).count > 1 }.map(\.count).reduce(0, +)
        // Three rules on Brukskonto under 100 that differ in clauses and quotes, and two each of
        // `new debit over 500 NOK …` do not collide with anything else.
        for group in keys.values where group.count > 1 {
            let words = Set(try group.map { try body($0).canonicalWords })
            #expect(words.count == 1, "\(group)")
        }
        #expect(repeated <= 8)
    }

    @Test(
        "bodies that mean something else have another key",
        arguments: [
            ("balance under 100", "balance under 100 NOK"),
            ("balance under 100", "balance under 101"),
            ("balance under 100", "balance at most 100"),
            ("balance under 100", "available under 100"),
            ("balance of Bruks under 1", "balance of Felles under 1"),
            ("balance of Ase under 1", "balance of Åse under 1"),
            ("new debit over 5", "new pending debit over 5"), ("new debit", "new credit"),
            ("new debit at 'A'", "new debit containing 'A'"),
            ("spending today over 5", "spending this week over 5"),
            ("spending in the last 7 days over 5", "spending in the last 1 week over 5"),
            ("balance under 1 and available under 2", "balance under 1 or available under 2"),
            (
                "(balance under 1 or balance over 5) and available under 2",
                "balance under 1 or balance over 5 and available under 2"
            ),
        ])
    func otherKey(_ left: String, _ right: String) throws {
        #expect(try body(left).key != body(right).key)
    }

    @Test(
        "a text keeps quotes that it does not contain",
        arguments: [
            ("balance of \"Ola's\" under 1", "balance of \"Ola's\" is under 1"),
            ("balance of «a\"b'c» under 1", "balance of «a\"b'c» is under 1"),
            ("balance of Bruks under 1", "balance of 'Bruks' is under 1"),
            ("balance under 8 000,5 kr", "balance is under 8000.50 NOK"),
        ])
    func words(_ sentence: String, _ canonical: String) throws {
        #expect(try body(sentence).canonicalWords == canonical)
    }
}
