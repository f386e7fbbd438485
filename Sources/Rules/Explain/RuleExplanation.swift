/// A rule in words: what it reads, when it fires, recovers and is quiet.
///
/// It follows from the rule alone; accounts and current figures come from a store.
///
/// ```swift
/// for line in RuleExplanation(rule).lines { print(line.topic.rawValue, line.text) }
/// ```
public struct RuleExplanation: Sendable, Hashable {
    /// What a line is about, in the order in which they are shown.
    public enum Topic: String, Sendable, Hashable, CaseIterable {
        /// Which sort of rule it is.
        case kind
        /// Which figures or transactions it looks at.
        case reads
        /// On which accounts, as far as the sentence says it.
        case accounts
        /// When it is told.
        case fires
        /// When it is over.
        case recovers
        /// When it is held back.
        case quiet
        /// When nothing is judged.
        case waits
        /// What makes two alerts different ones.
        case alert
        /// Where it is told.
        case told
    }

    /// One thing to know about the rule.
    public struct Line: Sendable, Hashable {
        /// What it is about.
        public let topic: Topic
        /// What is to be known.
        public let text: String

        /// Makes a line.
        public init(topic: Topic, text: String) {
            self.topic = topic
            self.text = text
        }
    }

    /// Everything that is to be said, in the order of ``Topic``.
    public let lines: [Line]

    /// Explains a rule.
    public init(_ rule: Rule) {
        let words = ExplanationWords(rule: rule)
        lines = Topic.allCases.map { Line(topic: $0, text: words.text($0)) }
    }

    /// The text about a topic.
    public subscript(topic: Topic) -> String {
        lines.first { $0.topic == topic }?.text ?? ""
    }
}
