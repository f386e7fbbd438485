import Finance

/// One word, number, text or sign of a sentence.
struct Token: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// Letters; the token's ``Token/folded`` has them in lower case.
        case word
        case number(DecimalNumber)
        /// Digits that letters follow directly: `15th`, and mistakes such as `5m`.
        case ordinal(Int, suffix: String)
        /// A time of day, in minutes after midnight.
        case time(Int)
        /// A text without its quotation marks.
        case quoted(String)
        /// A sign: `,` `(` `)` `%` `<` `<=` `>` `>=`, and `-` before a number.
        case sign
        case invalid(LexicalProblem)
        case end
    }

    let kind: Kind
    let text: String
    /// The text in lower case for words and signs; empty for all other tokens.
    let folded: String
    /// The range of the token in the sentence, in code points.
    let span: Range<Int>

    init(kind: Kind, text: String, span: Range<Int>) {
        self.kind = kind
        self.text = text
        self.span = span
        switch kind {
        case .sign where text == "\u{2212}" || text == "\u{2013}": folded = "-"
        case .word, .sign: folded = text.lowercased()
        default: folded = ""
        }
    }

    private init(_ token: Token, span: Range<Int>) {
        (kind, text, folded, self.span) = (token.kind, token.text, token.folded, span)
    }

    var isInvalid: Bool {
        if case .invalid = kind { true } else { false }
    }

    /// The token as a word in lower case.
    var lowercased: Token { Token(kind: kind, text: folded, span: span) }

    func moved(to span: Range<Int>) -> Token { Token(self, span: span) }
}

extension [Token] {
    /// Whether the token before a place is a number, so that a unit may follow.
    func hasNumber(before place: Int) -> Bool {
        guard place > 0, case .number = self[place - 1].kind else { return false }
        return true
    }
}

/// Why some characters of a sentence can't be read.
struct LexicalProblem: Sendable, Hashable {
    let code: String
    let message: String
    /// Possible replacements; the first that makes the sentence valid is suggested.
    let replacements: [String]
    let expected: [String]

    init(_ code: String, _ message: String, replacements: [String] = [], expected: [String] = []) {
        self.code = code
        self.message = message
        self.replacements = replacements
        self.expected = expected
    }
}

/// The codes in list one of ISO 4217 of currencies that people hold money in.
///
/// `Currency` accepts any three capital letters. Sentences are read more strictly, so that a
/// misspelt word is never taken for a currency.
enum CurrencyCodes {
    static func contains(_ code: String) -> Bool { all.contains(code) }

    private static let all = Set(
        """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP \
        BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP \
        GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES \
        KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU \
        MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON \
        RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND \
        TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW
        """.split(separator: " ").map(String.init))
}
