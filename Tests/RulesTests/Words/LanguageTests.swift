import Foundation
import TestSupport
import Testing

@testable import Rules

@Suite("Everyday sentences (RL-67)")
struct LanguageTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    private static func trials(in file: String) -> [LanguageTrial] {
        let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
        let samples = LanguageTrial.samples(text)
        return Trials.every(samples.count > 1_000 ? 5 : 1, of: samples).map(LanguageTrial.init)
    }

    static let trials = trials(in: "language.tsv")
    /// Sentences of people who knew no table: how far the tables reach.
    private static let strangers = [
        "language-trial.tsv", "language-free.tsv", "language-fresh.tsv", "language-open.tsv",
        "language-wide.tsv", "language-daily.tsv", "language-chat.tsv", "language-people.tsv",
        "language-short.tsv",
    ].map(trials)
    private static let all = trials + strangers.joined()

    @Test("nine of ten that can be said are read as meant, and none as something else")
    func bars() {
        for (language, least) in [("en", 90.0), ("nb", 90.0)] {
            for isHeldBack in [false, true] {
                let count = LanguageCount(
                    Self.trials.filter {
                        $0.sample.language == language && $0.sample.isHeldBack == isHeldBack
                    })
                print("\(language), \(isHeldBack ? "held back" : "built with"): \(count.summary)")
                #expect(count.total > 60)
                #expect(count.share >= least)
            }
        }
    }

    @Test("nothing is read as something else, and no suggestion means something else")
    func wrong() {
        for stranger in Self.strangers {
            for isHeldBack in [false, true] {
                let half = stranger.filter { $0.sample.isHeldBack == isHeldBack }
                print(
                    "a stranger's, \(isHeldBack ? "held back" : "built with"): "
                        + LanguageCount(half).summary)
            }
            #expect(stranger.count > 200)
        }
        for trial in Self.all where [.otherwise, .wrongFix].contains(trial.outcome) {
            Issue.record("\(trial.outcome.rawValue): \(trial.sample.text) → \(trial.reading ?? "")")
        }
    }

    /// Every sentence that was read, with a word put in at each of its places outside quotes.
    private static func sentences(
        of trials: [LanguageTrial], with word: String
    ) -> [(before: String, after: String)] {
        let texts = trials.filter { $0.outcome == .asMeant }.map(\.sample.text)
        return texts.filter { !$0.contains(/['"«“]/) }.flatMap { text in
            let words = text.split(separator: " ").map(String.init)
            return (0...words.count).map { place in
                var more = words
                more.insert(word, at: place)
                return (text, more.joined(separator: " "))
            }
        }
    }

    private static func reads(_ text: String) -> Sentence? {
        try? SentenceParser.parse(text).get()
    }

    @Test("an unknown word anywhere is refused, or a part of an account's name (RL-61, RL-64)")
    func unknownWords() {
        for (_, sentence) in Trials.every(15, of: Self.sentences(of: Self.all, with: "zorkly")) {
            guard let read = Self.reads(sentence) else { continue }
            let isName = sentence.contains(
                /\b(in|on|of|to|from|på|av) (my |the )?zorkly (account|konto)/)
            #expect(
                isName && read.body.canonicalWords.contains(/'zorkly (account|konto)'/),
                "\(sentence)")
        }
    }

    @Test("a negation that is put in is never left out (RL-66)", arguments: ["en", "nb"])
    func negations(_ language: String) {
        let strangers = Self.strangers.joined().filter { $0.sample.language == language }
        let word = language == "en" ? "not" : "ikke"
        for (before, after) in Trials.every(15, of: Self.sentences(of: strangers, with: word)) {
            #expect(Self.reads(after)?.meaning != Self.reads(before)?.meaning, "\(after)")
        }
    }

    @Test(
        "a limit on notifications is read behind every sentence without one",
        arguments: ["en", "nb"])
    func limits(_ language: String) throws {
        let clause = language == "en" ? ", at most 3 times a week" : ", høyst 3 ganger i uken"
        var count = 0
        for trial in Self.all where trial.outcome == .asMeant && trial.sample.language == language {
            let sentence = try SentenceParser.parse(trial.sample.text).get()
            guard sentence.clauses.isEmpty, sentence.body.isLimitable else { continue }
            count += 1
            let whole = trial.sample.text.withoutEnd + clause
            let read = Self.reads(whole)
            #expect(read?.body.key == sentence.body.key && read?.clauses.count == 1, "\(whole)")
        }
        #expect(count > 200)
    }

    @Test(
        "a clause that was cut off is an error, not a weaker rule",
        arguments: [
            "balance under 100 for", "new debit over 500 only", "balance under 50 when",
            "spending this month is over 8000 once", "no credit by the 15th of",
        ])
    func cutOff(_ text: String) {
        #expect(Self.reads(text) == nil)
    }

    @Test("what is read by its parts can be written in standard words, and means the same")
    func roundTrip() throws {
        for trial in Self.all where trial.outcome == .asMeant {
            let sentence = try SentenceParser.parse(trial.sample.text).get()
            let words = sentence.canonicalWords
            #expect(
                Self.reads(words)?.body.key == sentence.body.key, "\(trial.sample.text): \(words)")
        }
    }

    @Test("every reading in other words points into what was written")
    func places() throws {
        for trial in Self.all where trial.outcome == .asMeant {
            let sentence = try SentenceParser.parse(trial.sample.text).get()
            let span = sentence.body.span
            #expect(span.lowerBound >= 0)
            #expect(span.upperBound <= trial.sample.text.unicodeScalars.count)
            #expect(
                sentence.clauses.allSatisfy {
                    $0.span.upperBound <= sentence.text.unicodeScalars.count
                })
        }
    }
}

extension Body {
    /// Whether notifications about it may be limited: not those of a summary.
    fileprivate var isLimitable: Bool { if case .summary = self { false } else { true } }
}

extension String {
    /// The text without the mark behind its last sentence; the point of `den 15.` belongs to the day.
    fileprivate var withoutEnd: String {
        guard let last, ".!?".contains(last),
            firstMatch(of: /(den|the|innen|before|by|før) \d+\.$/) == nil
        else {
            return self
        }
        return String(dropLast())
    }
}

/// What a suggestion may never lose or turn (RL-66), looked at apart from how it is made.
private struct Content: Equatable {
    private let numbers: [String]
    private let negations: [String]
    private let known: [String: Int]

    init(_ sentence: String) {
        let tokens = EverydayTokens.tokens(of: sentence)
        numbers = tokens.compactMap { token in
            if case .number(let number) = token.kind { "\(number)" } else { nil }
        }.sorted()
        let words = tokens.map(\.folded).filter { !$0.isEmpty }
        negations = words.filter { ["not", "no", "except", "without"].contains($0) }.sorted()
        let filling = Set([
            "is", "are", "a", "an", "the", "of", "new", "in", "by", "at", ",", "be", "it",
        ])
        known = Dictionary(
            words.filter { EverydayWords.isKnown($0) && !filling.contains($0) }.map { ($0, 1) },
            uniquingKeysWith: +)
    }

    /// Whether all that was said before is still said.
    func isKept(in later: Content) -> Bool {
        negations == later.negations && numbers.allSatisfy(later.numbers.contains)
            && known.keys.allSatisfy { later.known[$0] != nil }
    }
}

@Suite("Suggestions keep the meaning (RL-66)")
struct SuggestionTests {
    private static func changes(of sentence: String) -> [String] {
        let words = sentence.split(separator: " ").map(String.init)
        var all: [[String]] = []
        for place in words.indices {
            var shorter = words
            shorter.remove(at: place)
            all.append(shorter)
            for extra in ["not", "about", "lower", "average", "without", "weekday"] {
                var longer = words
                longer.insert(extra, at: place)
                all.append(longer)
            }
            if place > 0 {
                var swapped = words
                swapped.swapAt(place, place - 1)
                all.append(swapped)
            }
        }
        return all.map { $0.joined(separator: " ") }
    }

    @Test("through dropped words, other words, swapped order and negations")
    func changed() {
        var (count, suggested) = (0, 0)
        let sentences = LanguageTests.trials.map(\.sample.text) + RuleSentences.all
        // A refusal with all that it tries takes some milliseconds.
        for sentence in Trials.every(100, of: Set(sentences.flatMap(Self.changes)).sorted()) {
            count += 1
            guard case .failure(let error) = SentenceParser.parse(sentence),
                let suggestion = error.problems.first?.suggestion
            else { continue }
            suggested += 1
            #expect(
                Content(sentence).isKept(in: Content(suggestion)), "\(sentence) → \(suggestion)")
        }
        print("suggestions: \(count) changed sentences, \(suggested) with a suggestion")
        #expect(count > Trials.count(300, of: 30_000))
    }
}
