import Finance

/// Typical sentences, which are shown if they are similar to one that can't be read (RL-66).
enum SentenceForms {
    /// The forms that share most words with the tokens of a sentence, two at most.
    ///
    /// A word counts for more if fewer forms have it.
    static func nearest(to tokens: [Token], in language: Language) -> [String] {
        let words = Set(tokens.map(\.folded))
        let scores = forms.map { form in
            form.words.intersection(words).reduce(0) { $0 + 1_000 / (uses[$1] ?? 1) }
        }
        let best = scores.indices.filter { scores[$0] > 0 }
            .sorted { (-scores[$0], $0) < (-scores[$1], $1) }.prefix(2)
        return best.map { forms[$0].sentence.words(in: language, groups: .none) ?? forms[$0].text }
    }

    private static let forms = lines.split(separator: "\n").compactMap { line in
        let text = String(line)
        return ParseAttempt(text).sentence.map { sentence in
            (text: text, sentence: sentence, words: words(of: text))
        }
    }

    /// The number of forms that have a word.
    private static let uses = Dictionary(
        forms.flatMap(\.words).map { ($0, 1) }, uniquingKeysWith: +)

    private static func words(of text: String) -> Set<String> {
        let filling: Set = ["", "is", "are", "of", "in", "the", "nok", ",", "'"]
        return Set(Lexer.tokens(of: text).map(\.folded)).subtracting(filling)
    }

    static let lines = """
        balance of 'Brukskonto' is under 500 NOK
        total balance of all accounts is under 20000 NOK
        available is under 10% of its credit limit
        credit used is over 80% of its credit limit
        balance dropped by over 5000 in 1 day
        balance is projected under 0 in the next 7 days
        new debit over 500
        new purchase at 'REMA*' over 200
        new purchase in category groceries
        new credit from 'NAV'
        new transfer to 'Sparekonto'
        new purchase in a foreign currency
        new debit at a new merchant
        new debit at 'Netflix*' over 5% above the previous one
        spending this month is over 8000
        spending in category groceries this week is over 2000
        spending this month is over spending last month
        number of purchases today is over 5
        largest purchase this month is over 5000
        income this month is under 20000
        upcoming payments in the next 7 days are over 5000
        spending this month is on pace for over 8000
        2 debits of the same amount at the same merchant on the same day
        3 purchases at the same merchant within 1 hour
        no salary by the 15th
        no credit in the last 30 days
        no purchase by sunday
        new subscription
        subscription rose by over 5%
        subscription is missing for 3 days
        debit settled at another amount
        reservation dropped
        a reservation is older than 8 days
        bank is unreachable, for 1 hour
        data is older than 1 day
        sign-in expires in less than 14 days
        notifications are failing
        summary every monday at 08:00
        balance is under 500, until over 1000
        balance is under 500, at most once a day
        new debit over 500, only between 07:00 and 22:00
        balance is under 500, remind every 1 day
        """
}
