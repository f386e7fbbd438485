public import Finance

/// A problem in a rules file, with its place and, if there is one, a suggestion.
///
/// ## JSON
/// Written with exactly the keys of the contract of `rules check --json`; see
/// ``FindingRenderer/json(_:)``.
public struct RuleFinding: Error, Sendable, Hashable {
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The file can't be used.
        case error
        /// The file can be used, but probably does not do what was meant.
        case warning
    }

    /// The line of text in which the problem is marked with carets.
    public struct Excerpt: Sendable, Hashable {
        /// The sentence, or the line of the file if the problem is not in a sentence.
        public let text: String
        /// The index of the first caret, in code points of ``text``.
        public let offset: Int
        public let length: Int
    }

    public let file: String
    /// The line in the file, counted from 1.
    public let line: Int
    /// The column in the file in code points, counted from 1.
    public let column: Int
    /// The number of marked columns, at least 1.
    public let length: Int
    public let rule: String?
    /// The stable code, such as `unknown-word`.
    public let code: String
    public var severity: Severity
    /// The problem in one sentence without a full stop.
    public let message: String
    /// Phrases that would fit instead.
    public let expected: [String]
    /// The whole corrected sentence or value, which has been checked.
    public let suggestion: String?
    /// The word to write in place of the marked one, if that makes ``suggestion``.
    public let replacement: String?
    /// Whole sentences in standard words to choose from, if there is no single suggestion.
    public let alternatives: [String]
    /// The language of the sentence, in which the text around ``message`` is written.
    public let language: Language
    public let excerpt: Excerpt?

    public init(
        file: String, line: Int, column: Int, length: Int = 1, rule: String? = nil, code: String,
        severity: Severity = .error, message: String, expected: [String] = [],
        suggestion: String? = nil, replacement: String? = nil, alternatives: [String] = [],
        language: Language = .english, excerpt: Excerpt? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.length = length
        self.rule = rule
        self.code = code
        self.severity = severity
        self.message = message
        self.expected = expected
        self.suggestion = suggestion
        self.replacement = replacement
        self.alternatives = alternatives
        self.language = language
        self.excerpt = excerpt
    }
}

extension PositionedJSON {
    /// The line on which a range starts, cut to fit on a screen, with the range's position in it.
    func excerpt(at range: Range<Int>) -> RuleFinding.Excerpt {
        let width = 120
        // So many bytes before and after the place contain everything that is shown.
        let room = 4 * width
        let place = min(range.lowerBound, bytes.count)
        let whole = line(ofByte: place)
        let start = codePointStart(max(whole.lowerBound, place - room))
        let end = codePointStart(min(whole.upperBound, place + room))
        let line = Array(text(in: start..<end).unicodeScalars)
        let offset = text(in: start..<place).unicodeScalars.count
        // Skips the indent, and the start of a line that is too long to be shown whole.
        let indent = line.prefix { $0.properties.isWhitespace }.count
        let first = max(min(indent, offset), offset - width / 2)
        let shown = line.dropFirst(first).prefix(width)
        let length = columnCount(of: range.lowerBound..<min(range.upperBound, end))
        return RuleFinding.Excerpt(
            text: String(scalars: shown.map { $0.value < 0x20 ? " " : $0 }), offset: offset - first,
            length: max(1, min(length, shown.count - (offset - first))))
    }

    /// The first byte of the code point that a byte belongs to.
    private func codePointStart(_ byte: Int) -> Int {
        var start = byte
        while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}

/// A problem of a sentence, with its place in the sentence; see ``RuleFinding`` for its parts.
public struct SentenceProblem: Sendable, Hashable {
    /// The range in code points of the sentence; it may be empty at the end.
    public let span: Range<Int>
    public let code: String
    public var severity: RuleFinding.Severity = .error
    public var message: String
    public var expected: [String] = []
    public var suggestion: String?
    public var replacement: String?
    public var alternatives: [String] = []
    public var language = Language.english
}

/// A sentence with errors, and all its problems.
public struct SentenceError: Error, Sendable, Hashable {
    /// The problems, at least one of which is an error.
    public let problems: [SentenceProblem]
}
