import TestSupport
import Testing

@testable import Rules

@Suite("Any input at all")
struct RobustnessTests {
    @Test(
        "random characters never stop the parser, and places stay inside",
        arguments: Trials.some(1, of: 0..<4))
    func random(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabet = Array("abn 01'\"«»“”(),.%<>=:-*?åøÅ\u{A0}\u{301}😀\u{0}\n{}".unicodeScalars)
        for _ in 0..<Trials.count(300, of: 15_000) {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                view.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
            }
            check(String(view))
        }
    }

    @Test(
        "promised sentences with words shuffled, cut, doubled and mixed",
        arguments: Trials.some(1, of: 0..<4))
    func mutated(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(100 + seed))
        let words = RuleSentences.all.flatMap { $0.split(separator: " ").map(String.init) }
        for _ in 0..<Trials.count(200, of: 6_000) {
            guard let sentence = RuleSentences.all.randomElement(using: &random) else { return }
            var parts = sentence.split(separator: " ").map(String.init)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<parts.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where parts.count > 1: parts.remove(at: place)
                case 1: parts.insert(parts[place], at: place)
                case 2: parts[place] = words.randomElement(using: &random) ?? ""
                default: parts.swapAt(place, Int.random(in: 0..<parts.count, using: &random))
                }
            }
            check(parts.joined(separator: " "))
        }
    }

    @Test(
        "long lists are answered at once, whether they can be read or not (RL-5)",
        arguments: [
            "spending at \(names("and", 24)) over 500", "kjøp på \(names("og", 24)) over",
            "both \(names("under 5 and", 20)) under 5", "new purchase at Kiwi \(words("or", 100))",
            "balance under 5 \(words("and", 100))", words("and", 120), words("when", 90),
            "balance under 5 \(words("while or", 50))", words("either A or", 40),
            "purchase at \(names("or", 24)) over 500 or fee over \(words("and", 60))",
        ])
    func lists(_ sentence: String) {
        let start = ContinuousClock.now
        check(sentence)
        // A tenth of it on a machine without other work; it took minutes, and for ever.
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    private static func words(_ word: String, _ count: Int) -> String {
        Array(repeating: word, count: count).joined(separator: " ")
    }

    private static func names(_ link: String, _ count: Int) -> String {
        (0..<count).map { "N\($0)o" }.joined(separator: " \(link) ")
    }

    @Test(
        "random bytes are a file with findings or rules, never a crash",
        arguments: Trials.some(1, of: 0..<2))
    func files(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(200 + seed))
        let file = Array(
            #"{"version":1,"rules":[{"id":"å","when":"balance \u0075ndr 1","title":"{a}"}]}"#.utf8)
        for _ in 0..<Trials.count(300, of: 10_000) {
            var bytes = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[place], at: place)
                }
            }
            let result = RulesFile.load(bytes, fileName: "f", channels: [])
            #expect((result.ruleSet == nil) == result.findings.contains { $0.severity == .error })
        }
    }

    @Test("the longest sentence is read, a longer one is refused with a clear word (RL-7)")
    func length() throws {
        let start = "balance of 'A' under 1"
        let part = " or balance of 'A' under 1"
        let fitting = start + String(repeating: part, count: (500 - start.count) / part.count)
        #expect((try? SentenceParser.parse(fitting).get()) != nil)
        let long = fitting + part
        guard case .failure(let error) = SentenceParser.parse(long) else {
            Issue.record("a sentence of \(long.count) characters was accepted")
            return
        }
        #expect(error.problems.map(\.code) == ["too-long"])
        #expect(error.problems.first?.message.contains("500") == true)
    }

    @Test("parentheses nest four deep and no deeper (RL-3)")
    func depth() {
        let four = "((((balance under 1))))"
        let five = "(\(four))"
        #expect((try? SentenceParser.parse(four).get()) != nil)
        guard case .failure(let error) = SentenceParser.parse(five) else {
            Issue.record("five were accepted")
            return
        }
        #expect(error.problems.map(\.code) == ["too-deep"])
    }

    @Test("a sentence full of mistakes is answered at once")
    func manyMistakes() {
        let part = "balance of all accounts under 1"
        let sentence = Array(repeating: part, count: 14).joined(separator: " and ")
        #expect(SentenceParser.check(sentence).problems.count >= 14)
    }

    private func check(_ sentence: String) {
        let length = sentence.unicodeScalars.count
        let (_, problems) = SentenceParser.check(sentence)
        for problem in problems {
            #expect(problem.span.lowerBound >= 0 && problem.span.upperBound <= length)
            #expect(!problem.message.isEmpty)
            #expect(!problem.message.contains("::="))
            if let suggestion = problem.suggestion {
                #expect((try? SentenceParser.parse(suggestion).get()) != nil)
            }
        }
    }
}
