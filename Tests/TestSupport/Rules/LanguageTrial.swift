import Foundation
import Rules

/// Everyday sentences with what they mean, and how the rule language reads them (RL-67).
///
/// Sentences of one half are for building; the other half is held back, by a hash of each sentence,
/// so that it measures how people are understood who are not on the list.
public struct LanguageTrial: Sendable {
    public struct Sample: Sendable {
        public let language: String
        public let text: String
        /// What it means in standard words, one of several; empty if no sentence says it.
        public let meanings: [String]

        public var isHeldBack: Bool {
            let hash = text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
                ($0 ^ UInt64($1)) &* 1_099_511_628_211
            }
            return (hash >> 17) & 1 == 1
        }
    }

    public enum Outcome: String, Sendable, CaseIterable {
        case asMeant = "read as meant"
        case otherwise = "read as something else"
        case goodFix = "refused with a good fix"
        case wrongFix = "refused with a fix that means something else"
        case refused
    }

    public let sample: Sample
    public let outcome: Outcome
    /// What was read or suggested, in standard words.
    public let reading: String?

    public init(_ sample: Sample) {
        self.sample = sample
        let meanings = sample.meanings.compactMap(Meaning.init)
        let (sentence, problems) = SentenceParser.check(sample.text)
        if let sentence, !problems.contains(where: { $0.severity == .error }) {
            reading = sentence.canonicalWords
            outcome = meanings.contains(Meaning(sentence)) ? .asMeant : .otherwise
            return
        }
        reading = problems.first?.suggestion
        guard let fix = reading.flatMap(Meaning.init) else {
            outcome = .refused
            return
        }
        outcome = meanings.contains(fix) ? .goodFix : .wrongFix
    }

    /// Whether the language of now has words for what the sample means.
    public var canBeSaid: Bool { sample.meanings.contains { Meaning($0) != nil } }

    /// Reads lines of language, sentence and meanings, apart by tabs; `#` begins a comment.
    public static func samples(_ text: String) -> [Sample] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let parts = line.split(separator: "\t").map(String.init)
            guard parts.count == 3 else { return nil }
            let meanings = parts[2] == "-" ? [] : parts[2].components(separatedBy: "|")
            return Sample(language: parts[0], text: parts[1], meanings: meanings)
        }
    }
}

/// What a sentence means, whatever its words and the order of its clauses.
private struct Meaning: Hashable {
    private let body: String
    private let clauses: [String]

    init(_ sentence: Sentence) {
        body = sentence.body.key
        let words = sentence.canonicalWords.dropFirst(sentence.body.canonicalWords.count)
        clauses = words.components(separatedBy: ", ").sorted()
    }

    init?(_ text: String) {
        guard case .success(let sentence) = SentenceParser.parse(text) else { return nil }
        self.init(sentence)
    }
}

/// How many sentences were read how.
public struct LanguageCount: Sendable {
    public private(set) var total = 0
    private var sayable = 0
    private var counts: [LanguageTrial.Outcome: Int] = [:]

    public init(_ trials: [LanguageTrial]) {
        for trial in trials {
            total += 1
            sayable += trial.canBeSaid ? 1 : 0
            counts[trial.outcome, default: 0] += 1
        }
    }

    public subscript(_ outcome: LanguageTrial.Outcome) -> Int { counts[outcome] ?? 0 }

    /// How many of 100 sentences that can be said are read as meant.
    public var share: Double {
        sayable == 0 ? 0 : Double(self[.asMeant] * 1_000 / sayable) / 10
    }

    public var summary: String {
        let parts = LanguageTrial.Outcome.allCases.map { "\(self[$0]) \($0.rawValue)" }
        return "\(total) sentences, \(sayable) can be said, \(share) % as meant: "
            + parts.joined(separator: ", ")
    }
}
