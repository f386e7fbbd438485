import Testing

@testable import Rules

@Suite("What is asked for behind a sentence, and what is excluded or does not come")
struct CadenceTests {
    @Test(
        "is read for what it says",
        arguments: [
            ("balance under 5, one message a day is plenty", "balance under 5, at most once a day"),
            ("balance under 5, but write me only at weekends", "balance under 5, only on weekends"),
            ("balance under 5 and say it every 3 days", "balance under 5, remind every 3 days"),
            ("saldo under 5, påminnelse hver 2. dag", "balance under 5, remind every 2 days"),
            ("saldo under 5, men høyst én beskjed i uka", "balance under 5, at most once a week"),
            ("no salary before the end of the month", "no salary by the last day"),
            ("ingen lønn før månedsslutt", "no salary by the last day"),
            ("nothing paid to If by the 15th", "no debit to 'If' by the 15th"),
            ("largest payment in this month over 8", "largest payment this month is over 8"),
            ("new credit unless it's from NAV", "new credit except from 'NAV'"),
            ("ny innbetaling over 500 og ikke fra NAV", "new credit over 500 except from 'NAV'"),
            ("new interest on Kredittkort I want to know", "new interest on 'Kredittkort'"),
        ] as [(String, String)])
    func meaning(sentence: String, standard: String) throws {
        let read = try SentenceParser.parse(sentence).get()
        #expect(try read.meaning == SentenceParser.parse(standard).get().meaning)
    }

    @Test(
        "is refused where a word of it may be a misspelling, or says something else",
        arguments: [
            "balance under 5, et most 3 times a day", "nothing has been paid to If by the 15th",
            "balance under 5, remind ever 1 day", "balance under 5, only en weekdays",
            "balance under 5, tell me not more than 3 days",
            "saldo under 5, høyest én gang om dagen",
        ])
    func refused(sentence: String) {
        #expect((try? SentenceParser.parse(sentence).get()) == nil)
    }
}
