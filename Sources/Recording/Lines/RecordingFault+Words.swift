import Finance

extension RecordingFault {
    /// The stable code of the fault, for scripts.
    public var code: String { words.code }

    /// What is wrong and with which value, one line.
    public var problem: String { words.problem }

    /// What the person can do now, in the imperative.
    public var fix: String { words.fix }

    /// Every word that is said about lines.
    private var words: (code: String, problem: String, fix: String) {
        switch self {
        case .syntax(let expected):
            ("json", "not JSON: expected \(expected)", "write one whole JSON object on each line")
        case .invalidUTF8: ("utf8", "a text is not UTF-8", "save the recording as UTF-8")
        case .tooDeep: ("json", "nested too deeply", "remove the member")
        case .tooLong(let limit):
            (
                "too-long", "the line is longer than \(limit) bytes",
                "put a line break after each object"
            )
        case .unknownLine:
            (
                "line", "neither a snapshot nor a transaction",
                "start with \"observedAt\" for a snapshot, or with \"account\" for a transaction"
            )
        case .missing(let key): ("missing-key", "no '\(key)'", "add \"\(key)\": …")
        case .repeated(let key):
            ("duplicate-key", "the key stands twice: '\(key)'", "remove one of the two")
        case .wrongKind(let key, let expected):
            ("wrong-type", "'\(key)' must be \(expected)", "write \(expected) there")
        case .amount(let key, let error): Self.words(ofAmount: key, error)
        default: valueWords
        }
    }

    private static func words(
        ofAmount key: String, _ error: MoneyError
    ) -> (code: String, problem: String, fix: String) {
        let fix = "write the amount as a decimal text such as \"-187.00\""
        switch error {
        case .notANumber(let text): return ("amount", "'\(key)' is no amount: '\(text)'", fix)
        case .tooPrecise(let text, let currency):
            return ("amount", "'\(key)' has more decimals than \(currency): '\(text)'", fix)
        case .overflow: return ("amount", "'\(key)' is larger than can be held", fix)
        case .mixedCurrencies: return ("amount", "'\(key)' mixes two currencies", fix)
        }
    }

    private var valueWords: (code: String, problem: String, fix: String) {
        switch self {
        case .notADay(let key, let found):
            ("day", "'\(key)' is not a day: '\(found)'", "write it as \"2026-03-06\"")
        case .notAnInstant(let key, let found):
            (
                "time", "'\(key)' is not a moment: '\(found)'",
                "write it as \"2026-03-06T09:00:00Z\", with Z or an offset"
            )
        case .unknownWord(let key, let found, let known):
            (
                "unknown-value", "unknown \(key): '\(found)'",
                "use one of \(known.joined(separator: ", "))"
            )
        case .notACurrency(let found):
            (
                "currency", "not a currency: '\(found)'",
                "write three capital letters such as \"NOK\""
            )
        case .notACategory(let found):
            ("mcc", "not a merchant category: '\(found)'", "write four digits such as \"5411\"")
        default: ("internal", "unexpected fault", "report this")
        }
    }
}
