import Finance

/// Reads the parts of a sentence in any order: `under 200 left on Brukskonto` (RL-63).
///
/// It is used for sentences that the grammar can't read in other words either. Words without a
/// meaning of their own are skipped; every other word must be understood.
struct PartReader {
    var parser: Parser
    let words: WordTable
    var parts = SentenceParts()
    private var clauses: [Clause] = []
    /// Whether a part was given twice with different values.
    private var isTwice = false

    private let work: Work

    /// One meaning of a sentence.
    typealias Reading = (body: Body, clauses: [Clause])

    /// The parts of one sentence that have been read, so that none is read twice (RL-5).
    final class Work {
        fileprivate var readings: [[Token]: [Reading]] = [:]
        /// Whether the sentence has more parts than people write.
        fileprivate var isTooMuch: Bool { readings.count > 80 }
    }

    /// The readings of a sentence; empty if a word is not understood or a part is given twice.
    static func sentences(
        _ parser: Parser, _ words: WordTable, _ work: Work = Work()
    ) -> [Reading] {
        if let known = work.readings[parser.tokens] { return known }
        // Prevents a part from being read as a part of itself.
        work.readings[parser.tokens] = []
        guard !work.isTooMuch else { return [] }
        let whole = sentence(parser, words, work)
        let readings = whole.isEmpty ? joined(parser, words, work) : whole
        work.readings[parser.tokens] = readings
        return work.isTooMuch ? [] : readings
    }

    /// Reads two conditions joined by `and` or `or`, or two events joined by `or`, one by one.
    private static func joined(_ parser: Parser, _ words: WordTable, _ work: Work) -> [Reading] {
        let (tokens, end) = (parser.tokens, parser.tokens.suffix(1))
        let span = tokens[0].span.lowerBound..<end[end.startIndex].span.upperBound
        // `and` binds more strongly than `or`, as in the grammar.
        let places = ["or", "and"].flatMap { word in
            tokens.indices.filter { tokens[$0].folded == word }
        }
        return places.lazy
            .compactMap { place -> [Reading]? in
                let head = tokens[..<place].drop {
                    ["both", "either", "enten"].contains($0.folded)
                }
                let first = sentences(parser.with(Array(head) + end), words, work)
                guard first.count == 1, first[0].clauses.isEmpty else { return nil }
                let rest = Array(tokens[(place + 1)...])
                let second = sentences(parser.with(rest), words, work)
                guard second.count == 1 else { return nil }
                let both = joined(first[0].body, second[0].body, at: place, of: tokens, span)
                return both.isEmpty ? nil : both.map { ($0, second[0].clauses) }
            }.first ?? []
    }

    private static func joined(
        _ first: Body, _ second: Body, at place: Int, of tokens: [Token], _ span: Range<Int>
    ) -> [Body] {
        let isAll = tokens[place].folded == "and"
        switch (first, second) {
        case (.condition(let left), .condition(let right)):
            return [
                .condition(
                    isAll ? .all([left, right], span: span) : .any([left, right], span: span))
            ]
        case (.event(let left), .event(let right)) where !isAll:
            // In `purchase over 500 or over 1000 at Rema`, the second event is a purchase too.
            // After `new debit`, the other event is incomplete without `new` (RL-79).
            let (head, rest) = (tokens[..<place], tokens[(place + 1)...])
            let nouns = Vocabulary.countedNouns.map(\.phrase.text)
            // In `purchase at Rema or Kiwi over 500 or debit`, the second `or` begins an event.
            let next = rest.prefix { $0.folded != "or" }
            guard left.condition == nil, next.contains(where: { nouns.contains($0.folded) }),
                rest.contains(where: { $0.folded == "new" })
                    || !head.contains(where: { $0.folded == "new" })
            else { return [] }
            let limits = right.filters.filter(\.kind.isLimit)
            // In `debit or credit over 500`, the limit may apply to both.
            if !limits.isEmpty, !left.filters.contains(where: \.kind.isLimit) {
                guard !left.filters.isEmpty || limits == right.filters else { return [] }
                return [left.filters + limits, left.filters].map { either(left, $0, right, span) }
            }
            guard left.filters.isEmpty == right.filters.isEmpty else { return [] }
            return [either(left, left.filters, right, span)]
        default: return []
        }
    }

    private static func either(
        _ left: Event, _ filters: [Filter], _ right: Event, _ span: Range<Int>
    ) -> Body {
        var both = Event(
            trigger: left.trigger, filters: filters, condition: right.condition, span: span)
        both.others = right.parts
        both.others[0].condition = nil
        return .event(both)
    }

    private static func sentence(_ parser: Parser, _ words: WordTable, _ work: Work) -> [Reading] {
        guard parser.next.kind != .end else { return [] }
        var reader = PartReader(parser: parser, words: words, work: work)
        guard reader.readAll() == nil else { return [] }
        let spans = parser.tokens.map(\.span)
        let lower = spans.map(\.lowerBound).min() ?? 0
        let upper = spans.map(\.upperBound).max() ?? lower
        return PartComposer(span: lower..<upper).sentences(reader.parts, reader.clauses)
    }

    /// The first token that belongs to no part; `nil` if all tokens are understood.
    static func stuck(_ parser: Parser, _ words: WordTable) -> Token? {
        var reader = PartReader(parser: parser, words: words, work: Work())
        return reader.readAll().map { parser.tokens[$0] }
    }

    /// Reads all parts; returns the index of the first token that belongs to none.
    private mutating func readAll() -> Int? {
        while parser.next.kind != .end {
            let start = parser.position
            guard readsPart(), parser.position > start, !isTwice else { return start }
        }
        return nil
    }

    private mutating func readsPart() -> Bool {
        readsClause() || readsLimit() || readsComparative() || readsTime() || readsExclusion()
            || readsSubject() || readsNoun() || readsFilter() || readsName() || readsWord()
    }

    /// Reads with rules of the grammar; on failure, the position stays as it was.
    mutating func attempt<Value>(_ read: (inout Parser) throws -> Value?) -> Value? {
        var copy = parser
        guard let value = try? read(&copy) else { return nil }
        parser = copy
        return value
    }

    /// Stores a part; a different second value for it is an error.
    mutating func keep<Value: Equatable>(
        _ part: WritableKeyPath<SentenceParts, Value?>, _ value: Value?
    ) -> Bool {
        guard let value else { return false }
        guard parts[keyPath: part] == nil || parts[keyPath: part] == value else {
            isTwice = true
            return false
        }
        parts[keyPath: part] = value
        return true
    }

    mutating func reads<Value: Equatable>(
        _ part: WritableKeyPath<SentenceParts, Value?>, _ read: (inout Parser) throws -> Value?
    ) -> Bool { keep(part, attempt(read)) }

    /// Whether the next word is in a list.
    func isAt(_ lists: WordLists.List...) -> Bool {
        lists.contains { words[$0].contains(parser.next.folded) }
    }

    mutating func skip(_ count: Int = 1) { parser.position += count }
}

extension PartReader {
    /// Reads a clause, or the condition after `while`.
    private mutating func readsClause() -> Bool {
        let isBehindClauses = parts == SentenceParts() && !clauses.isEmpty
        if isBehindClauses, isAt(.when) {
            // Skips `when` after clauses: `at most once a day when …`.
            skip()
            return true
        }
        let isCondition =
            parser.position > 0
            && ["when", "if", "når", "hvis", "dersom"].contains(parser.next.folded)
        // In `debit when over 500`, there is no separate condition.
        if isCondition, ["over", "under", "at"].contains(parser.peek(1).folded) { return false }
        if parser.isAt("while") || isCondition {
            // First reads everything that follows, because the grammar would take only the first
            // words.
            return keep(\.condition, looseCondition() ?? attempt { try $0.guardCondition() })
        }
        let start = parser.position
        guard let clause = clause() else { return false }
        guard !clause.kind.isOfTimes || !isBeforeLimitOfSum else {
            parser.position = start
            return false
        }
        if case .hold(let length) = clause.kind { return keep(\.hold, length) }
        clauses.append(clause)
        return true
    }

    /// Whether a sum or a count still has no limit.
    ///
    /// `spending on weekends this month over 2000` is about parts of the time, which no rule can
    /// express.
    private var isBeforeLimitOfSum: Bool {
        (parts.measure != nil || parts.isCounted == true) && parts.limits.isEmpty
    }

    private mutating func clause() -> Clause? {
        if let hours = attempt({ try $0.hours() }) { return hours }
        guard Parser.clauseStarts.contains(parser.next.folded) else { return nil }
        return attempt { try $0.clause() }
    }

    /// Reads everything after `while`, up to a clause, by its parts.
    private mutating func looseCondition() -> Condition? {
        var behind = self
        behind.skip()
        let start = behind.parser.position
        while behind.parser.next.kind != .end, !behind.isBeforeClause { behind.skip() }
        let inner = parser.with(
            parser.tokens[start..<behind.parser.position] + parser.tokens.suffix(1))
        let found = PartReader.sentences(inner, words, work)
        guard found.count == 1, found[0].clauses.isEmpty,
            case .condition(let condition) = found[0].body
        else { return nil }
        parser.position = behind.parser.position
        return condition
    }

    private var isBeforeClause: Bool {
        var copy = self
        return copy.clause() != nil
    }

    /// Whether a clause on hours or days of the week comes next.
    var isBeforeTimes: Bool {
        var copy = self
        return copy.clause()?.kind.isOfTimes ?? false
    }

    /// Skips a filler word, or stores the direction of money that a verb implies.
    private mutating func readsWord() -> Bool {
        let token = parser.next
        defer { skip() }
        if [",", ":", "-", "–"].contains(token.text) { return !isInList && !isBehindNumber }
        if isAt(.incomes) {
            return keep(\.income, TextLiteral(text: token.folded, span: token.span))
        }
        if isAt(.bills) { return keep(\.bill, bill) }
        if isAt(.large, .small) { return keep(\.isLarge, isAt(.large)) }
        if let unit = Self.rhythms[token.folded] {
            return keep(\.rhythm, WindowPeriod(unit, monthStart: parser.monthStart))
        }
        if let flow = flow() {
            // In `went out shopping`, the second verb adds nothing.
            return parts.flow == .buying && flow == .out || keep(\.flow, flow)
        }
        return ["the", "is", "are", "bank"].contains(token.folded) || isAt(.idle) || isSkipped()
    }

    private static let rhythms: [String: CalendarPeriod] = [
        "weekly": .week, "monthly": .month, "yearly": .year,
    ]

    /// Whether a comma separates two names, the second of which would be misread.
    private var isInList: Bool {
        let place = parser.position
        return place > 0 && Parser.isText(parser.tokens[place - 1]) && parser.isName(1)
    }

    /// Whether a dash follows a number directly, so that it may make it negative: `500-`.
    private var isBehindNumber: Bool {
        ["-", "–"].contains(parser.next.text) && parser.tokens.hasNumber(before: parser.position)
            && parser.tokens[parser.position - 1].span.upperBound == parser.next.span.lowerBound
    }

    /// The next word as the name of a bill in the bank's text.
    var bill: TextLiteral { TextLiteral(text: parser.next.folded, span: parser.next.span) }

    private func flow() -> SentenceParts.Flow? {
        if isAt(.buying) { return .buying }
        if isAt(.paying) { return .paying }
        if isAt(.out) { return .out }
        return isAt(.into) ? .into : nil
    }

    /// Whether a noun or a name may begin here that `new` or `a` can precede.
    ///
    /// Limits, signs, prepositions and the end of the sentence are none.
    var isAtThing: Bool {
        switch parser.next.kind {
        case .quoted: true
        case .word: !parser.isAtComparison && !Self.links.contains(parser.next.folded)
        default: false
        }
    }

    private static let links: Set = [
        "and", "are", "at", "between", "by", "for", "from", "in", "is", "of", "on", "only", "or",
        "than", "to", "until", "while",
    ]

    /// Whether the next word is a filler in its place.
    ///
    /// Examples: `på over 500`, `weekly on monday`, `and remind every 1 day`.
    private func isSkipped() -> Bool {
        var behind = self
        behind.skip()
        if ["all", "each", "every"].contains(parser.next.folded) { return behind.readsNoun() }
        if ["a", "an"].contains(parser.next.folded) || isAt(.one) {
            guard
                !["either", "enten"].contains(parser.next.folded)
                    || parser.tokens.contains(where: { $0.folded == "or" })
            else { return false }
            return behind.isAtThing && (parser.position == 0 || behind.readsNoun() || !isAt(.one))
                && !parser.tokens.hasNumber(before: parser.position)
        }
        // `at Under 500` may be a shop.
        if isAt(.places), behind.parser.next.text.first?.isUppercase != true {
            return behind.parser.isAtNumber || behind.parser.isAtComparison
                || behind.parser.isAt("exactly")
        }
        switch parser.next.folded {
        case "and": return behind.readsClause()
        default: return false
        }
    }
}

extension Clause.Kind {
    /// Whether the clause restricts hours or days.
    fileprivate var isOfTimes: Bool {
        switch self {
        case .between, .onlyOn: true
        default: false
        }
    }
}
