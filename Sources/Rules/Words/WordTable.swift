import Finance

/// Everyday words for words of the grammar, read from lines of text.
///
/// A line has phrases, separated by commas, and after `=` the words of the grammar that replace
/// them, possibly none. Without `=`, the phrases stay as they are, which protects their words.
/// `a/b` is either word, `a/b/` either or none, `^` the start of the sentence, `$` its end; `<money>` and the like are a
/// ``Slot``. A line that begins with `@` is a ``List`` of words; one that begins with `>` is only
/// used for writing.
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

    /// The functions that words have in the sentences of a language.
    enum List: String, CaseIterable {
        /// Words before names.
        case names = "@names"
        /// Words for people before their names: `my tenant Ola`.
        case titles = "@titles"
        /// Words between one of these and a name: `my`.
        case owners = "@owners"
        /// Words before the number of a day: `den 15.`
        case days = "@days"
        /// Abbreviations that end with a period.
        case short = "@short"
        /// Words for accounts, at the end of a name or after it.
        case accounts = "@accounts"
        /// Words before a word for accounts that show that it is no name: `hver konto`.
        case each = "@each"
        /// Negations; of two in a row, none may be left out.
        case negations = "@negations"
        /// The negation that can mean `except`.
        case not = "@not"
        /// Words without a meaning of their own in a sentence that is read by its parts.
        case idle = "@idle"
        /// Words of them that say nothing in any place, not even inside a phrase: `already`.
        case adverbs = "@adverbs"
        /// Words for somebody or something that have no meaning next to a verb or at the start.
        case somebody = "@somebody"
        /// Words without a meaning after an amount: `500 left`.
        case left = "@left"
        /// Words without a meaning before a noun: `any purchase`.
        case one = "@one"
        /// Verbs for outgoing money, for incoming money, and for buying something.
        case out = "@out"
        case into = "@into"
        case buying = "@buying"
        /// Verbs that do not show the direction of the money.
        case paying = "@paying"
        /// Verbs for a balance that goes up, goes down, or does either.
        case rising = "@rising"
        case falling = "@falling"
        case moving = "@moving"
        /// Words for size, which need a limit that says the same: `large purchase over 500`.
        case large = "@large"
        case small = "@small"
        /// The words of comparisons: `more`, `less` and `than`.
        case more = "@more"
        case less = "@less"
        case than = "@than"
        /// Prepositions before names of accounts and merchants alike.
        case places = "@places"
        /// Words after a number of times: `3 times`.
        case times = "@times"
        /// Requests without a meaning at the start or the end: `let me know`.
        case asking = "@asking"
        /// Words after a request: `when`.
        case when = "@when"
        /// Endings of inflected words, as in `kjøpet`.
        case endings = "@endings"
        /// Kinds of income, recognized by the payer or by the bank's text.
        case incomes = "@incomes"
        /// Recurring bills, recognized by the bank's text: `rent`.
        case bills = "@bills"
        /// Words for a request to pay, which is not a payment itself: `bill`.
        case invoices = "@invoices"
        /// Words that make hours, days or times those of notifications: `only`, `tell me`.
        case told = "@told"
        /// Days and months, which are not names.
        case calendar = "@calendar"
        /// Beginnings of the names of well-known merchants, and of names that people give to
        /// accounts.
        ///
        /// They are used in `kjøp på KIWI` and `kjøp på Felles`.
        case shops = "@shops"
        case purses = "@purses"
        /// Such names that mean nothing else, also in lower case: `netflix`, `savings`.
        case brands = "@brands"
        /// Words after a hyphen that do not belong to the name before it: `Kiwi-kjøp`.
        case kinds = "@kinds"
        /// Words that are not names, whatever they mean.
        case known = "@known"
    }

    let language: Language?
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
    private var lists: [List: Set<String>] = [:]

    /// Reads the lines of some texts.
    ///
    /// - Parameter isForWriting: whether the first phrase of each line replaces its words of the
    ///   grammar.
    init(_ texts: [String], language: Language? = nil, isForWriting: Bool = false) {
        self.language = language
        for line in texts.flatMap({ $0.split(separator: "\n") }) {
            let first = String(line.prefix { $0 != " " })
            if let list = List(rawValue: first) {
                lists[list, default: []].formUnion(
                    line.split(separator: " ").dropFirst().map(String.init))
            } else if first == ">" {
                if isForWriting { add(line: line.dropFirst(), isForWriting: true) }
            } else {
                add(line: line, isForWriting: isForWriting)
            }
        }
        spoken = List.spoken.reduce(into: words) { $0.formUnion(self[$1]) }
        endings = self[.endings].sorted { ($1.count, $0) < ($0.count, $1) }
        byFirstWord = byFirstWord.mapValues(Self.longestFirst)
        // What is said of a credit card goes before what is said of any name.
        bySlot = (bySlot.filter { $0.slot == .card } + bySlot.filter { $0.slot != .card })
            .map { ($0.slot, Self.longestFirst($0.entries)) }
        wordsOfNumbers = Dictionary(grouping: numbers.keys.sorted()) { numbers[$0]?.text ?? "" }
    }

    private mutating func add(line: Substring, isForWriting: Bool) {
        let sides = line.split(separator: "=", omittingEmptySubsequences: false).map {
            $0.split(separator: " ").joined(separator: " ")
        }
        for phrase in sides[0].split(separator: ",") {
            let words = phrase.split(separator: " ").map(String.init)
            if sides.count > 1, !isForWriting {
                add(words, sides[1])
                continue
            }
            for alternative in Self.alternatives(of: words) {
                let words = alternative.joined(separator: " ")
                guard sides.count > 1 else {
                    add(alternative, words)
                    continue
                }
                return add(sides[1].split(separator: " ").map(String.init), words)
            }
        }
    }

    subscript(_ list: List) -> Set<String> { lists[list] ?? [] }

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

    private mutating func add(_ phrase: [String], _ output: String) {
        let words = phrase.filter { $0 != "^" && $0 != "$" }
        let meaning = output.split(separator: " ").map(String.init)
            .filter { $0 != "^" && $0 != "$" }
        let entry = Entry(
            pattern: words.map(Self.part), output: meaning.flatMap(Self.outputs),
            isAtStart: phrase.first == "^", isAtEnd: phrase.last == "$")
        for part in entry.pattern { self.words.formUnion(part.words) }
        for case .token(let token) in entry.output { meanings.insert(token.folded) }
        if phrase.count == 1, let part = entry.pattern.first {
            if meaning.isEmpty { fillers.formUnion(part.words) }
            if meaning.count == 1, case .token(let number) = entry.output.first,
                case .number = number.kind
            {
                for word in part.words { numbers[word] = number }
            }
        }
        index(entry, isReplaced: meaning != words)
    }

    /// Finds an entry by each word that its phrases may begin with, or by its slot.
    private mutating func index(_ entry: Entry, isReplaced: Bool) {
        for part in entry.pattern {
            if case .slot(let slot) = part {
                if let place = bySlot.firstIndex(where: { $0.slot == slot }) {
                    bySlot[place].entries.append(entry)
                } else {
                    bySlot.append((slot, [entry]))
                }
            }
            for word in part.words {
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

    private static func outputs(_ text: String) -> [Output] {
        slot(text).map { [.slot($0)] } ?? Lexer.tokens(of: text).dropLast().map(Output.token)
    }

    private static func slot(_ text: String) -> Slot? {
        text.hasPrefix("<") && text.count > 2 ? Slot(rawValue: text) : nil
    }

    /// Whether a token is a word, or the number that the word stands for.
    func isWord(_ word: String, _ token: Token) -> Bool {
        guard case .number = token.kind else { return token.folded == word }
        return numbers[word]?.text == token.text
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
        return isCurrency(tokens[place + 1]) ? 2 : 1
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
