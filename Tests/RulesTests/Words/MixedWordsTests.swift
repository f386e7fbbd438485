import Testing

@testable import Rules

@Suite("English sentences with Norwegian words, and words in lower case that are a text")
struct MixedWordsTests {
    @Test(
        "are read as in one language",
        arguments: [
            ("no lønn before the 15th", "no salary by the 15th"),
            ("new abonnement found", "new subscription"),
            (
                "saldo under 1000 kr, only between kl. 08 and kl. 22",
                "balance under 1000 NOK, only between 08:00 and 22:00"
            ),
            (
                "two purchases with same beløp in the same butikk on same day",
                "2 purchases of the same amount at the same merchant on the same day"
            ),
            (
                "reservasjon on Reise is older than 10 days",
                "a reservation on 'Reise' is older than 10 days"
            ),
            ("new debit containing husleie", "new debit containing 'husleie'"),
            (
                "deposit marked with kontingent over 200",
                "new credit containing 'kontingent' over 200"
            ),
            ("ny utgift som inneholder teksten gave", "new debit containing 'gave'"),
        ])
    func asMeant(sentence: String, standard: String) throws {
        let read = try SentenceParser.parse(sentence).get()
        #expect(try read.meaning == SentenceParser.parse(standard).get().meaning)
    }

    @Test(
        "are refused where a word may be a slip, a comparison or a filler",
        arguments: [
            "new debet over 500 NOK", "sammendrag as alle kontoer hver mandag kl. 08:00",
            "new debit containing over 500", "new debit containing my",
            "balance of Felles konto under 100",
        ])
    func refused(sentence: String) {
        #expect(throws: SentenceError.self) { try SentenceParser.parse(sentence).get() }
    }
}
