import Finance

/// One or more words that belong together in the grammar, such as `at least`.
struct Phrase: Sendable {
    /// The words in lower case, with single spaces.
    let text: String
    /// The topic; a finding shows the phrases of one topic together.
    let topic: Topic
    /// Whether findings list the phrase; synonyms and rare forms are understood but not listed.
    var isShown = true

    var words: [Substring] { text.split(separator: " ") }

    enum Topic: Sendable, Hashable {
        case amount, body, category, clause, comparison, condition, currency, deadline, duration
        case end, figure, filter, link, limit, moment, name, noun, scope, settlement, type, unit
        case weekday, window
    }
}

/// The words of the rule language that stand for values.
///
/// Other words are written where the parser reads them. Within a table, longer phrases come before
/// shorter ones with the same beginning.
enum Vocabulary {
    typealias Table<Value> = [(phrase: Phrase, value: Value)]

    static let relations: Table<Relation> =
        table(
            .comparison,
            shown: [
                ("under", .under), ("over", .over), ("at least", .atLeast), ("at most", .atMost),
            ],
            hidden: [
                ("below", .under), ("less than", .under), ("above", .over), ("more than", .over),
                ("exceed", .over), ("exceeds", .over), ("<", .under), (">", .over),
                ("<=", .atMost), (">=", .atLeast),
            ])

    static let figures: Table<Figure> = table(
        .figure, shown: Figure.allCases.map { ($0.rawValue, $0) })

    /// The nouns for one transaction; plurals are understood.
    static let nouns: Table<Noun> =
        table(.noun, shown: Noun.allCases.map { ($0.rawValue, $0) }) + pluralNouns(.noun)

    /// The nouns for several transactions, in the plural.
    static let countedNouns: Table<Noun> = table(
        .noun, shown: Noun.allCases.map { ($0.plural, $0) },
        hidden: Noun.allCases.map { ($0.rawValue, $0) } + [("salarys", .salary)])

    /// The nouns at the start of a sentence, where they are not suggested.
    static let settledNouns: Table<Noun> =
        table(.body, hidden: Noun.allCases.map { ($0.rawValue, $0) }) + pluralNouns(.body)

    /// The units of time after a number other than one.
    static let units: Table<CalendarSpan.Unit> = unitTable(firstPlural: true)
    static let singleUnits: Table<CalendarSpan.Unit> = unitTable(firstPlural: false)
    static let periods: Table<CalendarPeriod> = table(
        .unit, shown: CalendarPeriod.allCases.map { ($0.rawValue, $0) },
        hidden: CalendarPeriod.allCases.map { ($0.rawValue + "s", $0) })

    /// The ISO weekdays; Monday is 1.
    static let weekdays: Table<Int> = table(
        .weekday,
        shown: [
            ("monday", 1), ("tuesday", 2), ("wednesday", 3), ("thursday", 4), ("friday", 5),
            ("saturday", 6), ("sunday", 7),
        ])

    /// Which weekday of a month; -1 means the last.
    static let places: Table<Int> = table(
        .deadline, shown: [("first", 1), ("second", 2), ("third", 3), ("fourth", 4), ("last", -1)])

    /// The months, 1 to 12, which are not reserved because they only follow `of` in a deadline.
    static let months: Table<Int> = table(
        .deadline,
        shown: [
            ("january", 1), ("february", 2), ("march", 3), ("april", 4), ("may", 5), ("june", 6),
            ("july", 7), ("august", 8), ("september", 9), ("october", 10), ("november", 11),
            ("december", 12),
        ])

    static let dayKinds: Table<Set<Int>> =
        table(.weekday, shown: [("weekdays", [1, 2, 3, 4, 5]), ("weekends", [6, 7])])
        + weekdays.map { ($0.phrase, [$0.value]) }

    static let directions: Table<Change.Direction> = table(
        .condition, shown: Change.Direction.allCases.map { ($0.rawValue, $0) })

    static let likenesses: Table<Repetition.Likeness> = table(
        .filter, shown: Repetition.Likeness.allCases.map { ($0.rawValue, $0) })

    static let groupings: Table<Summary.Spending.Grouping> = table(
        .scope, shown: Summary.Spending.Grouping.allCases.map { ("by \($0.rawValue)", $0) })

    static let stages: Table<Event.Stage> = table(
        .noun, shown: Event.Stage.allCases.map { ($0.rawValue, $0) })

    static let categories: Table<MerchantCategory> = table(
        .category, shown: MerchantCategory.allCases.map { ($0.rawValue, $0) },
        hidden: [("bars", .bars), ("alcohol", .bars)])

    /// The bank's types of transactions: FinanceKit's names in words.
    static let types: Table<TransactionType> = table(
        .type,
        shown: [
            ("point of sale", .pointOfSale), ("atm", .atm), ("transfer", .transfer), ("fee", .fee),
            ("interest", .interest), ("bill payment", .billPayment),
            ("direct debit", .directDebit), ("direct deposit", .directDeposit),
            ("standing order", .standingOrder), ("refund", .refund), ("deposit", .deposit),
            ("withdrawal", .withdrawal), ("check", .check), ("dividend", .dividend),
            ("loan", .loan), ("adjustment", .adjustment), ("unknown", .unknown),
        ])

    /// The words for units of time, with and without `s`.
    static let unitWords = Set(
        CalendarSpan.Unit.allCases.flatMap { [$0.rawValue, $0.rawValue + "s"] })

    /// Whether a word in lower case can't be a name without quotation marks.
    static func isReserved(_ word: String) -> Bool { reserved.contains(Substring(word)) }

    /// Every word that can't be a name without quotation marks.
    ///
    /// Names of categories and transaction types can be names, because they have places of their
    /// own.
    static let reserved: Set<Substring> = {
        func words<Value>(_ table: Table<Value>) -> [Substring] { table.flatMap(\.phrase.words) }
        return Set(fixed.split(separator: " "))
            .union(words(relations) + words(figures) + words(nouns) + words(units))
            .union(words(dayKinds) + words(directions) + words(likenesses) + words(stages))
    }()

    /// Every word of the grammar.
    static let words: Set<Substring> = {
        func words<Value>(_ table: Table<Value>) -> [Substring] { table.flatMap(\.phrase.words) }
        return reserved.union(late.split(separator: " "))
            .union(words(categories) + words(types) + words(months) + words(places))
    }()

    /// Words that the parser reads outside of tables, but that may also be names.
    private static let late = "ago am before each end pace pm quarter same usual yesterday"

    /// Reserved words that the parser reads outside of tables.
    private static let fixed = """
        a above account accounts all an and another any are at bank below between by category \
        containing currency data day dropped each every except expires failing for foreign from in \
        income is its kr largest last less merchant minus missing month most nd new next no not notifications number \
        of older on once one only or own payments per previous projected rd remind reservation same \
        settled sign-in spending st subscription summary th than the this times to today total transfers twice \
        type unreachable until upcoming weekday while within working
        """

    private static func unitTable(firstPlural: Bool) -> Table<CalendarSpan.Unit> {
        let singular = CalendarSpan.Unit.allCases.map { ($0.rawValue, $0) }
        let plural = CalendarSpan.Unit.allCases.map { ($0.rawValue + "s", $0) }
        return firstPlural
            ? table(.unit, shown: plural, hidden: singular)
            : table(.unit, shown: singular, hidden: plural)
    }

    private static func pluralNouns(_ topic: Phrase.Topic) -> Table<Noun> {
        table(topic, hidden: Noun.allCases.map { ($0.plural, $0) } + [("salarys", .salary)])
    }

    private static func table<Value>(
        _ topic: Phrase.Topic, shown: [(String, Value)] = [], hidden: [(String, Value)] = []
    ) -> Table<Value> {
        shown.map { (Phrase(text: $0.0, topic: topic), $0.1) }
            + hidden.map { (Phrase(text: $0.0, topic: topic, isShown: false), $0.1) }
    }
}
