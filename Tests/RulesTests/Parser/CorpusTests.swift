import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("What fuzzing found")
struct CorpusTests {
    @Test("every kept sentence is read with work in proportion to its length")
    func sentences() throws {
        for (name, bytes) in Trials.every(4, of: try FuzzCorpus.inputs(of: "sentence")) {
            let text = String(decoding: bytes, as: UTF8.self)
            let length = text.unicodeScalars.count
            let (sentence, problems) = SentenceParser.check(text)
            #expect(sentence != nil || !problems.isEmpty, "\(name)")
            for problem in problems {
                #expect(
                    problem.span.lowerBound >= 0 && problem.span.upperBound <= length, "\(name)")
            }
            let attempt = ParseAttempt(text)
            // At any token each phrase of the grammar is tried a few times at most.
            #expect(attempt.parser.trials <= 1_000 * attempt.parser.tokens.count, "\(name)")
            if let sentence { try checkRoundTrip(sentence, name) }
        }
    }

    private func checkRoundTrip(_ first: Sentence, _ name: String) throws {
        let words = first.canonicalWords
        guard words.unicodeScalars.count <= SentenceParser.lengthLimit else { return }
        let second = try SentenceParser.parse(words).get()
        #expect(second.canonicalWords == words, "\(name)")
        #expect(second.body.key == first.body.key, "\(name)")
    }

    @Test("every kept file is refused with an error or gives rules")
    func files() throws {
        for (name, bytes) in try FuzzCorpus.inputs(of: "rules") {
            let result = RulesFile.load(bytes, fileName: "f", channels: ["desktop", "terminal"])
            let isRefused = result.findings.contains { $0.severity == .error }
            #expect((result.ruleSet == nil) == isRefused, "\(name)")
        }
    }

    @Test("the words that fuzzing writes are all the keywords there are")
    func dictionary() throws {
        let words = Set(try FuzzCorpus.words(of: "sentence").map { Substring($0) })
        #expect(Vocabulary.reserved.subtracting(words) == [])
        let others =
            Vocabulary.categories.flatMap(\.phrase.words) + Vocabulary.types.flatMap(\.phrase.words)
            + Vocabulary.weekdays.flatMap(\.phrase.words)
        #expect(Set(others).subtracting(words) == [])
    }
}
