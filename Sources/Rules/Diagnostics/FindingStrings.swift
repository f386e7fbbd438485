import Finance

/// The texts of findings about sentences, in the language of the sentence (RL-68).
struct FindingStrings {
    let language: Language

    private var isNorwegian: Bool { language == .norwegian }

    var expected: String { isNorwegian ? "forventet" : "expected" }
    var didYouMean: String { isNorwegian ? "mente du" : "did you mean" }
    var nearest: String { isNorwegian ? "nærmeste former:" : "nearest forms:" }
    var readAs: String { isNorwegian ? "lest som:" : "read as:" }

    var endsTooEarly: String {
        isNorwegian ? "setningen slutter for tidlig" : "the sentence ends too early"
    }

    var isUnclear: String {
        isNorwegian
            ? "ordene er kjent, men sammen sier de ikke klart hva regelen er"
            : "the words are known, but together they do not clearly say what the rule is"
    }

    func doesNotFit(_ word: String) -> String {
        isNorwegian ? "\"\(word)\" passer ikke her" : "\"\(word)\" does not fit here"
    }

    func noCurrency(_ word: String) -> String {
        isNorwegian ? "det finnes ingen valuta \"\(word)\"" : "there is no currency \"\(word)\""
    }

    func notUnderstood(_ words: [String]) -> String {
        let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
        if isNorwegian { return "\(list) ble ikke forstått" }
        return words.count == 1 ? "\(list) is not understood" : "\(list) are not understood"
    }

    func understood(_ text: String) -> String {
        isNorwegian ? "forstått: \"\(text)\"" : "understood: \"\(text)\""
    }

    func twoReadings(_ count: Int) -> String {
        isNorwegian
            ? "setningen kan leses på \(count) måter; skriv den du mener"
            : "this sentence can be read in \(count) ways; write the one you mean"
    }

    /// The expected phrases, translated to the language as far as possible.
    func phrases(_ expected: [String]) -> [String] {
        isNorwegian ? expected.map { Self.described[$0] ?? Rewording.written($0) ?? $0 } : expected
    }

    private static let described = [
        "an amount such as 100 NOK": "et beløp som 100 kr",
        "a percentage as in 10% of its credit limit": "en prosent som 10% av kredittgrensen",
        "a percentage such as 10%": "en prosent som 10%",
        "the name of an account in quotes": "navnet på en konto i anførselstegn",
        "a text in quotes such as 'REMA*'": "en tekst i anførselstegn som 'REMA*'",
        "a number as in 2 debits": "et tall som i 2 utgifter",
        "a length of time such as 30 minutes": "en tid som 30 minutter",
        "a time such as 07:00": "et klokkeslett som 07:00",
        "a day of the month such as 15th": "en dag i måneden som 15.",
        "a number of times": "et antall ganger", "a four-digit code": "en kode med fire sifre",
        "a currency such as NOK": "en valuta som NOK", "on": "på", "dropped": "falt",
        "rose": "økte", "changed": "endret seg",
    ]
}
