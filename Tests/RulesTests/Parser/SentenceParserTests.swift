import Finance
import TestSupport
import Testing

@testable import Rules

@Suite("The parser")
struct SentenceParserTests {
    @Test("understands every sentence that the language promises", arguments: RuleSentences.all)
    func promised(_ sentence: String) throws {
        let parsed = try SentenceParser.parse(sentence).get()
        #expect(parsed.text == sentence)
    }
}
