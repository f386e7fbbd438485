import TestSupport
import Testing

@testable import Rules

@Suite("Formatting rules")
struct RulesFormatterTests {
    private func format(_ text: String) -> (text: String, result: FormattedRules) {
        let result = RulesFormatter.format(Array(text.utf8), fileName: "rules.json")
        return (String(decoding: result.bytes, as: UTF8.self), result)
    }

    @Test("rewrites sentences and leaves every other byte")
    func rewrites() {
        let (text, result) = format(
            #"""
            // mine
            { "version" : 1, "rules":[
              { "when": "balance of Bruks < 100 kr until > 150", "id":"low" , }, // "when": "x < 1"
              {"note":"\u00e5 < 1", "when": "balance of '\u00c5s' is under 1", "id":"same"},
              {"notify": ["nobody-knows"], "when":"new debits at \"REMA*\" more than 8 000,5"} ] }
            """#)
        #expect(
            text == #"""
                // mine
                { "version" : 1, "rules":[
                  { "when": "balance of 'Bruks' is under 100 NOK, until over 150", "id":"low" , }, // "when": "x < 1"
                  {"note":"\u00e5 < 1", "when": "balance of '\u00c5s' is under 1", "id":"same"},
                  {"notify": ["nobody-knows"], "when":"new debit at 'REMA*' over 8000.50"} ] }
                """#)
        #expect(result.changes.map(\.line) == [3, 5])
        #expect(result.changes.map(\.rule) == ["low", "new-debit-at-rema-over-800050"])
        #expect(result.changes.first?.before == "balance of Bruks < 100 kr until > 150")
        #expect(format(text).result.changes.isEmpty)
        #expect(format(text).text == text)
    }

    @Test("rewrites a rule that is nothing but its sentence (RL-79)")
    func plainSentences() {
        let (text, result) = format(
            #"{"version":1,"rules":[ "balance < 100 kr", {"when": "new debits over 500"}, "new fee" ]}"#
        )
        #expect(
            text
                == #"{"version":1,"rules":[ "balance is under 100 NOK", {"when": "new debit over 500"}, "new fee" ]}"#
        )
        #expect(result.changes.count == 2)
    }

    @Test("a file with an error stays as it is and says why")
    func refused() {
        let text = #"{"version":1,"rules":[{"when":"balance < 1"},{"when":"balnce < 1"}]}"#
        let (same, result) = format(text)
        #expect(same == text)
        #expect(result.isRefused)
        #expect(result.changes.isEmpty)
    }

    @Test("a sentence that would become too long stays as it is")
    func tooLong() {
        let names = (0..<60).map { "A\($0)" }.joined(separator: " or ")
        let sentence = "new debit at \(names) > 5"
        #expect(sentence.count <= SentenceParser.lengthLimit)
        let (_, result) = format(#"{"version":1,"rules":[{"when":"\#(sentence)"}]}"#)
        #expect(!result.isRefused)
        #expect(result.changes.isEmpty)
    }

    /// The promised sentences that this version evaluates.
    static let available = RuleSentences.all.filter { SentenceParser.check($0).problems.isEmpty }

    @Test("keeps rules what they are: identifiers, keys and clauses", arguments: available)
    func sameRule(_ sentence: String) throws {
        let quoted = sentence.replacing("\"", with: "\\\"")
        let before = #"{"version":1,"rules":[{"when":"\#(quoted)"}]}"#
        let old = RulesFile.load(Array(before.utf8), fileName: "a", channels: [])
        let new = RulesFile.load(format(before).result.bytes, fileName: "a", channels: [])
        let (left, right) = (try #require(old.located.first), try #require(new.located.first))
        #expect(left.rule.id == right.rule.id)
        #expect(left.rule.bodyKey == right.rule.bodyKey)
        #expect(Self.shape(left.rule.clauses) == Self.shape(right.rule.clauses))
    }

    @Test(
        "random trees are printed and read back as the same trees",
        arguments: Trials.some(2, of: 0..<20 as Range<UInt64>))
    func roundTrip(_ seed: UInt64) throws {
        var random = RandomSentence(seed: seed)
        var count = 0
        for _ in 0..<200 {
            let sentence = random.next()
            let words = sentence.canonicalWords
            guard words.unicodeScalars.count <= SentenceParser.lengthLimit else { continue }
            count += 1
            let again = try #require(try? SentenceParser.parse(words).get(), "\(words)")
            #expect(again.canonicalWords == words)
            #expect(again.body.key == sentence.body.key, "\(words)")
            #expect(Self.shape(again.body) == Self.shape(sentence.body), "\(words)")
            #expect(
                again.clauses.map { Self.shape($0.kind) }
                    == sentence.clauses.map { Self.shape($0.kind) }, "\(words)")
        }
        #expect(count > 150)
    }

    /// Everything about a node but its places.
    private static func shape(_ node: Any) -> String {
        var text = ""
        dump(node, to: &text)
        let places = ["span:", "lowerBound:", "upperBound:"]
        return text.split(separator: "\n")
            .filter { line in !places.contains { line.contains($0) } }.joined(separator: "\n")
    }
}
