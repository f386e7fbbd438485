import Finance
import TestSupport
import Testing

@testable import Rules

@Suite("A slip of the finger in a keyword (RL-51)")
struct TypoTests {
    @Test("is always rejected, nearly always marked in its phrase and named right")
    func bar() throws {
        var count = TypoCount()
        let sentences = RuleSentences.binding + RuleSentences.twenty + RuleSentences.combined
        for slip in Trials.every(10, of: sentences.flatMap(Slip.all)) { count.add(slip) }
        print("typos: \(count.summary)")
        for miss in count.misses { print("  \(miss)") }
        #expect(count.total > Trials.count(1_000, of: 15_000))
        #expect(count.rejected == 100)
        #expect(count.marked >= 99)
        #expect(count.suggested >= 95)
    }

    @Test("the same in Norwegian")
    func norwegian() throws {
        var count = TypoCount()
        for sentence in RuleSentences.binding + RuleSentences.twenty + RuleSentences.combined {
            let words = try SentenceParser.parse(sentence).get().words(
                in: .norwegian, groups: .none)
            for slip in Slip.norwegian(in: try #require(words)) { count.add(slip) }
        }
        print("Norwegian typos: \(count.summary)")
        for miss in count.misses { print("  \(miss)") }
        #expect(count.total > 1_000)
        #expect(count.rejected == 100)
        #expect(count.marked >= 99)
        #expect(count.suggested >= 95)
    }
}
