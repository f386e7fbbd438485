import Finance

/// Everyday words for words of the grammar, read from lines of text.
///
/// A line has phrases, separated by commas, and after `=` the words of the grammar that replace
/// them, possibly none. Without `=`, the phrases stay as they are, which protects their words.
/// `a/b` is either word, `a/b/` either or none, `^` the start of the sentence, `$` its end; `<money>` and the like are a
/// ``Slot``. A line that begins with `>` is only used for writing.
struct WordTable: Sendable {
    /// One phrase with its replacement.
    struct Entry: Sendable {
        let pattern: [Part]
        let output: [Output]
        let isAtStart: Bool
        let isAtEnd: Bool
    }

    enum Part: Sendable, Hashable {
        /// A word or sign in lower case.
        case word(String)
        /// One of several words, or none of them if it is optional.
        case choice([String], isOptional: Bool)
        case slot(Slot)

        var words: [String] {
            switch self {
            case .word(let word): [word]
            case .choice(let words, _): words
            case .slot: []
            }
        }
    }

    enum Output: Sendable {
        case token(Token)
        case slot(Slot)
    }

    let language: Language?
    /// The words of the language by their function.
    let lists: WordLists
    private var byFirstWord: [String: [Entry]] = [:]
    /// The entries that begin with a slot.
    private var bySlot: [(slot: Slot, entries: [Entry])] = []
    /// All words of phrases.
    private(set) var words: Set<String> = []
    /// All words of phrases, and of lists that matter in a sentence that is read by its parts.
    private(set) var spoken: Set<String> = []
    /// The possible endings of a word, longest first.
    private(set) var endings: [String] = []
    /// The words for numbers, with their digits as tokens; other phrases take them as numbers.
    private(set) var numbers: [String: Token] = [:]
    /// The words for a number by its digits.
    private var wordsOfNumbers: [String: [String]] = [:]
    /// Every word of the grammar that replaces a phrase.
    private(set) var meanings: Set<String> = []
    /// The first words of phrases that have a replacement.
    private(set) var starts: Set<String> = []
    /// The words that are left out wherever they occur.
    private(set) var fillers: Set<String> = []

    /// Reads the lines of some texts.
    ///
    /// - Parameter isForWriting: whether the first phrase of each line replaces its words of the
    ///   grammar.
    init(
        _ texts: [String], lists: WordLists, language: Language? = nil, isForWriting: Bool = false
    ) {
        self.language = language
        self.lists = lists
        words = Set(lists.slots.values.flatMap(\.keys))
        for line in texts.flatMap({ $0[...].pieces("\n") }) {
            if line.utf8.first != UInt8(ascii: ">") {
                add(line: line, isForWriting: isForWriting)
            } else if isForWriting {
                add(line: line.dropFirst(), isForWriting: true)
            }
        }
        spoken = WordLists.List.spoken.reduce(into: words) { $0.formUnion(self[$1]) }
        endings = self[.endings].sorted { ($1.count, $0) < ($0.count, $1) }
        byFirstWord = byFirstWord.mapValues(Self.longestFirst)
        // What is said of a credit card goes before what is said of any name.
        bySlot = (bySlot.filter { $0.slot == .card } + bySlot.filter { $0.slot != .card })
            .map { ($0.slot, Self.longestFirst($0.entries)) }
        wordsOfNumbers = Dictionary(grouping: numbers.keys.sorted()) { numbers[$0]?.text ?? "" }
    }

    private mutating func add(line: Substring, isForWriting: Bool) {
        let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) ?? line.endIndex
        let phrases = line[..<equals].pieces(",").map(\.words)
        guard equals < line.endIndex else {
            for words in phrases.flatMap(Self.alternatives) { add(words, Meaning(words)) }
            return
        }
        let meaning = line[equals...].dropFirst().words
        guard isForWriting else {
            let meaning = Meaning(meaning)
            for phrase in phrases { add(phrase, meaning) }
            return
        }
        if let words = phrases.first.flatMap({ Self.alternatives(of: $0).first }) {
            add(meaning, Meaning(words))
        }
    }

    subscript(_ list: WordLists.List) -> Set<String> { lists[list] }

    /// Whether a word can be a filler in a sentence that is read by its parts.
    func isIdle(_ word: String) -> Bool {
        [.idle, .asking, .somebody, .left, .one].contains { self[$0].contains(word) }
    }

    private static func longestFirst(_ entries: [Entry]) -> [Entry] {
        // Of two equally long phrases, the one that must be at the end is more specific.
        func length(_ entry: Entry) -> Int { entry.pattern.count * 2 + (entry.isAtEnd ? 1 : 0) }
        return entries.enumerated().sorted {
            (length($1.element), $0.offset) < (length($0.element), $1.offset)
        }.map(\.element)
    }

    private static func alternatives(of words: [String]) -> [[String]] {
        words.reduce(into: [[]]) { (heads: inout [[String]], word: String) in
            let choices = word.count > 1 ? word.split(separator: "/").map(String.init) : [word]
            heads = heads.flatMap { head in choices.map { head + [$0] } }
        }
    }

    private mutating func add(_ phrase: [String], _ meaning: Meaning) {
        let words = phrase.filter { $0 != "^" && $0 != "$" }
        let entry = Entry(
            pattern: words.map(Self.part), output: meaning.output,
            isAtStart: phrase.first == "^", isAtEnd: phrase.last == "$")
        for part in entry.pattern { self.words.formUnion(part.words) }
        for case .token(let token) in entry.output { meanings.insert(token.folded) }
        if phrase.count == 1, let part = entry.pattern.first {
            if meaning.words.isEmpty { fillers.formUnion(part.words) }
            if meaning.words.count == 1, case .token(let number) = entry.output.first,
                case .number = number.kind
            {
                for word in part.words { numbers[word] = number }
            }
        }
        index(entry, isReplaced: meaning.words != words)
    }

    /// Finds an entry by each word that its phrases may begin with, or by its slot.
    private mutating func index(_ entry: Entry, isReplaced: Bool) {
        for part in entry.pattern {
            var words = part.words
            if case .slot(let slot) = part, let members = lists.slots[slot] {
                words = Array(members.keys)
            } else if case .slot(let slot) = part {
                if let place = bySlot.firstIndex(where: { $0.slot == slot }) {
                    bySlot[place].entries.append(entry)
                } else {
                    bySlot.append((slot, [entry]))
                }
            }
            for word in words {
                byFirstWord[word, default: []].append(entry)
                if isReplaced { starts.insert(word) }
            }
            guard case .choice(_, isOptional: true) = part else { return }
        }
    }

    private static func part(_ text: String) -> Part {
        if let slot = slot(text) { return .slot(slot) }
        let word = text.lowercased()
        guard word.count > 1, word.contains("/") else { return .word(word) }
        let words = word.split(separator: "/").map(String.init)
        return .choice(words, isOptional: word.hasSuffix("/"))
    }

    fileprivate static func slot(_ text: String) -> Slot? {
        text.hasPrefix("<") && text.count > 2 ? Slot(rawValue: text) : nil
    }

    /// Whether a token is a word, or the number that the word stands for.
    func isWord(_ word: String, _ token: Token) -> Bool {
        guard case .number = token.kind else { return token.folded == word }
        return numbers[word]?.text == token.text
    }

    /// The word of the grammar for a word that a slot takes; `nil` for any other token.
    func word(for slot: Slot, _ token: Token) -> Token? { lists.slots[slot]?[token.folded] }

    /// The number of tokens that a slot takes at a place; `nil` if it does not fit there.
    func length(of slot: Slot, in tokens: [Token], at place: Int) -> Int? {
        word(for: slot, tokens[place]) == nil ? slot.length(in: tokens, at: place) : 1
    }

    /// The entries that may begin at a token, in the order of preference.
    func entries(at place: Int, of tokens: [Token]) -> [Entry] {
        var entries = byFirstWord[tokens[place].folded] ?? []
        if case .number = tokens[place].kind {
            for word in wordsOfNumbers[tokens[place].text] ?? [] {
                entries += (byFirstWord[word] ?? []).filter { $0.pattern.count > 1 }
            }
        }
        for (slot, others) in bySlot where slot.length(in: tokens, at: place) != nil {
            entries += others
        }
        return entries
    }
}

/// The words of the grammar that replace the phrases of a line.
private struct Meaning {
    let words: [String]
    let output: [WordTable.Output]

    init(_ words: [String]) {
        self.words = words.filter { $0 != "^" && $0 != "$" }
        output = self.words.flatMap { text -> [WordTable.Output] in
            WordTable.slot(text).map { [.slot($0)] }
                ?? Lexer.tokens(of: text).dropLast().map(WordTable.Output.token)
        }
    }
}

/// A place in a phrase for tokens of one kind.
enum Slot: String, Sendable, CaseIterable {
    case number = "<number>"
    /// A number that is not a percentage, possibly with a currency.
    case money = "<money>"
    /// Zero or less: a limit that a balance reaches from above.
    case debt = "<debt>"
    case percent = "<percent>"
    case currency = "<currency>"
    /// An hour as a time of day: `8`, `16.00`, `6 pm`.
    case hour = "<hour>"
    /// An hour in the evening: `8` is 20:00.
    case evening = "<evening>"
    case ordinal = "<ordinal>"
    /// A text in quotation marks, or a name.
    case name = "<name>"
    /// Another name in the same phrase.
    case second = "<second>"
    /// A name, and anything that follows it in the bank's text.
    case nameStar = "<name*>"
    /// The name of an account, of a credit card, or of a well-known merchant.
    case account = "<account>"
    case card = "<card>"
    case shop = "<shop>"
    /// A word of the slot's line in ``WordLists``; its output is the word of the grammar.
    ///
    /// A day of the week, such days in the plural, a month, a unit of the calendar, a category.
    case weekday = "<weekday>"
    case weekdays = "<weekdays>"
    case month = "<month>"
    case period = "<period>"
    case category = "<category>"
}

extension [Token] {
    /// Whether a number, its currency or its percent sign is before a place.
    func hasAmount(before place: Int) -> Bool {
        hasNumber(before: place)
            || place > 0 && (Slot.isCurrency(self[place - 1]) || self[place - 1].text == "%")
    }
}

extension Slot {
    /// The number of tokens that the slot takes at a place; `nil` if it does not fit there.
    func length(in tokens: [Token], at place: Int) -> Int? {
        switch self {
        case .number: return isNumber(tokens[place]) ? 1 : nil
        case .money: return Self.money(in: tokens, at: place)
        case .debt:
            if tokens[place].text == "0" { return 1 }
            guard ["-", "minus"].contains(tokens[place].folded), isNumber(tokens[place + 1])
            else { return nil }
            return 2
        case .percent:
            guard isNumber(tokens[place]) else { return nil }
            return ["%", "percent", "prosent"].contains(tokens[place + 1].folded) ? 2 : nil
        case .currency: return Self.isCurrency(tokens[place]) ? 1 : nil
        case .hour, .evening: return Self.hour(in: tokens, at: place)?.length
        case .ordinal: return if case .ordinal = tokens[place].kind { 1 } else { nil }
        case .name, .second, .nameStar:
            return Parser.isText(tokens[place]) && !Self.isCurrency(tokens[place]) ? 1 : nil
        case .account: return Self.isName(tokens[place], Names.isAccount)
        case .card: return Self.isName(tokens[place], Names.isCard)
        case .shop:
            return Self.isName(tokens[place]) { Names.isMerchant($0) && !Names.isAccount($0) }
        case .weekday, .weekdays, .month, .period, .category: return nil
        }
    }

    /// 1 if the token is a name of a kind; `nil` for any other token.
    private static func isName(_ token: Token, _ isOfKind: (String) -> Bool) -> Int? {
        let name = if case .quoted(let text) = token.kind { text } else { token.text }
        return Parser.isText(token) && !isCurrency(token) && isOfKind(name) ? 1 : nil
    }

    private func isNumber(_ token: Token) -> Bool {
        if case .number = token.kind { true } else { false }
    }

    static func isCurrency(_ token: Token) -> Bool {
        guard case .word = token.kind else { return false }
        return token.folded == "kr"
            || !Vocabulary.isReserved(token.folded)
                && CurrencyCodes.contains(token.text.uppercased())
    }

    private static func money(in tokens: [Token], at place: Int) -> Int? {
        guard case .number = tokens[place].kind, tokens[place + 1].folded != "%",
            !Vocabulary.unitWords.contains(tokens[place + 1].folded)
        else { return nil }
        return isCurrency(tokens[place + 1]) || tokens[place + 1].folded == "kroner" ? 2 : 1
    }

    /// Reads a time of day, but never an amount; gives its minutes after midnight and its tokens.
    static func hour(in tokens: [Token], at place: Int) -> (minutes: Int, length: Int)? {
        let next = tokens[min(place + 1, tokens.count - 1)]
        var minutes: Int
        switch tokens[place].kind {
        case .time(let written): minutes = written
        case .ordinal(let hour, let suffix) where suffix == "am" || suffix == "pm":
            return (1...12).contains(hour) ? (hour % 12 * 60 + (suffix == "pm" ? 720 : 0), 1) : nil
        case .number:
            let parts = tokens[place].text.split(separator: ".").map { Int($0) ?? -1 }
            let isClock = parts.count == 2 && tokens[place].text.suffix(3).first == "."
            guard parts.count == 1 || isClock, (0...24).contains(parts[0]),
                parts.count == 1 || (0...59).contains(parts[1]),
                !isCurrency(next), next.folded != "%", tokens[place].text.count <= 5,
                !Vocabulary.unitWords.contains(next.folded)
            else { return nil }
            minutes = parts[0] * 60 + (parts.count == 2 ? parts[1] : 0)
        default: return nil
        }
        guard next.folded == "am" || next.folded == "pm", minutes < 780 else {
            return minutes <= 1_440 ? (minutes, 1) : nil
        }
        minutes = minutes % 720 + (next.folded == "pm" ? 720 : 0)
        return (minutes, 2)
    }
}
