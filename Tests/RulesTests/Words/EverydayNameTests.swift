import Testing

@testable import Rules

@Suite("Who money comes from and goes to in everyday sentences")
struct EverydayNameTests {
    private static func expect(_ sentence: String, means standard: String) throws {
        let read = try SentenceParser.parse(sentence).get()
        #expect(try read.meaning == SentenceParser.parse(standard).get().meaning)
    }

    @Test(
        "a payment from a person in everyday words is shown as money that comes and as a bill",
        arguments: [
            "ny betaling fra Anna", "payment from Anna over 500", "payment from 'Anna' over 500",
            "please tell me when payment from Anna is over 500",
        ])
    func twoWays(sentence: String) throws {
        let problems = SentenceParser.check(sentence).problems
        #expect(problems.map(\.code) == ["two-readings"])
        let readings = try #require(problems.first?.alternatives)
        #expect(readings.count == 2)
        for reading in readings {
            #expect(throws: Never.self) { try SentenceParser.parse(reading).get() }
        }
    }

    @Test(
        "a payment from anybody is one sentence, or readings that are each one sentence",
        arguments: [
            "new payment", "ny betaling", "betaling", "payment", "no payment", "ingen betaling",
            "2 betalinger", "two payments", "betalinger", "har ikke fått betaling",
        ], ["Anna", "'Anna'", "'NAV'", "NAV", "Kiwi", "\"Ola Nordmann\""])
    func shownReadings(start: String, name: String) throws {
        for middle in ["from", "fra"] {
            for end in [
                "", " over 500", " innen den 3.", " by the 3rd", " innen 3 dager",
                " med samme beløp innen 3 dager", " with the same amount within 3 days",
            ] {
                let problems = SentenceParser.check("\(start) \(middle) \(name)\(end)").problems
                for problem in problems where problem.code == "two-readings" {
                    let shown = try problem.alternatives.map {
                        try SentenceParser.parse($0).get().meaning
                    }
                    #expect(Set(shown).count == shown.count)
                }
            }
        }
    }

    @Test(
        "what is said of the other side is kept",
        arguments: [
            ("har ikke fått betaling fra Anna innen den 3.", "no credit from 'Anna' by the 3rd"),
            // Standard words say what they mean (RL-70).
            ("new payment from Anna", "new payment from 'Anna'"),
            ("no payment from Anna by the 3rd", "no payment from 'Anna' by the 3rd"),
            ("new payment from NAV over 500", "new payment from 'NAV' over 500"),
            ("ny betaling fra 'Anna'", "new payment from 'Anna'"),
            ("ny betaling fra 'NAV'", "new payment from 'NAV'"),
            ("ingen betaling fra 'NAV' innen den 3.", "no payment from 'NAV' by the 3rd"),
            (
                "2 betalinger fra 'Anna' med samme beløp innen 3 dager",
                "2 payments from 'Anna' with the same amount within 3 days"
            ),
            ("payment from NAV over 5000", "new credit from 'NAV' over 5000"),
            ("I was paid over 500 from Anna", "new credit over 500 from 'Anna'"),
            ("bill from Anna over 500", "new payment from 'Anna' over 500"),
            ("rent to Anna", "new debit to 'Anna' containing 'rent'"),
            ("husleie mottatt fra Anna", "new credit from 'Anna' containing 'husleie'"),
            ("trygd fra NAV", "new credit from 'NAV' containing 'trygd'"),
            ("strøm fra Tibber", "new debit from 'Tibber'"),
            ("if rent hasn't been paid by the 3rd", "no debit containing 'rent' by the 3rd"),
            ("når jeg betaler Anna", "new debit to 'Anna'"),
            ("Anna transfers at least 1000 to me", "new credit from 'Anna' at least 1000"),
            (
                "over 500 flyttes fra Sparekonto til Brukskonto",
                "new transfer from 'Sparekonto' to 'Brukskonto' over 500"
            ),
            ("Kiwi-kjøp over 500", "new purchase at 'Kiwi*' over 500"),
            ("nytt Netflix-abonnement", "new subscription at 'Netflix*'"),
            ("Spotify-trekket er over 100", "new debit at 'Spotify*' over 100"),
            ("NAV-utbetaling over 5000", "new credit from 'NAV' over 5000"),
            ("Zalando-refusjon over 100", "new refund from 'Zalando*' over 100"),
            ("Visa-kjøp over 500", "new purchase on 'Visa' over 500"),
            ("purchase at Uno-X over 500", "new purchase at 'Uno-X' over 500"),
            ("BSU-kontoen under 500", "balance of 'BSU-kontoen' is under 500"),
        ] as [(String, String)])
    func kept(sentence: String, standard: String) throws {
        try Self.expect(sentence, means: standard)
    }

    @Test(
        "a name is not taken for an account, nor a word for a name",
        arguments: [
            "over 500 for Anna", "under 500 left for Anna", "salary Netflix", "lønn Kiwi",
            "no rent money by the 5th", "purchase at Under 500", "Mat-kjøp over 500",
            "food to Anna over 500", "kontanter til Anna", "kjøp til Anna over 500",
            "more than 3 payments from Anna this month", "strømregningen har kommet",
            "Kiwi-handel over 500", "Felles-innbetaling over 500", "lønn fra kontoen over 500",
            "Netflix-abonnementet", "Strøm-regningen over 500",
        ])
    func refused(sentence: String) {
        guard case .success(let read) = SentenceParser.parse(sentence) else { return }
        Issue.record("read as \(read.canonicalWords)")
    }

    @Test(
        "are read where the rule language can say it",
        arguments: [
            ("jeg har brukt mer enn 2000 siste måned", "spending in the last 1 month is over 2000"),
            ("checking account goes into the red", "balance of 'checking account' is under 0"),
            ("if my pay isn't in by the 15th", "no salary by the 15th"),
            ("mer enn 2000 kr ut av kontoen", "new debit over 2000 NOK"),
            ("when a new subscription starts", "new subscription"),
            (
                "subscription goes up in price by more than 10%", "subscription rose by over 10%"
            ),
            ("Don't let my balance go below 1000", "balance is under 1000"),
            ("Ikke la saldoen gå under 1000", "balance is under 1000"),
            (
                "Går jeg tom for penger før lønning",
                "balance is projected under 0 before the next salary"
            ),
            ("kredittkortgjelden er over 5000", "credit used is over 5000"),
            ("når jeg ikke har 500 igjen", "balance is under 500"),
            ("I don't have 500 left", "balance is under 500"),
            ("strømregningen er over to tusen", "new payment containing 'strøm' over 2000"),
            (
                "brukt mer denne måneden enn forrige",
                "spending this month is over spending last month"
            ),
            ("spent more this month than last", "spending this month is over spending last month"),
            (
                "kjøp over 500 hvis saldo er under 1000",
                "new purchase over 500 while balance is under 1000"
            ),
            ("banken er utilgjengelig i en time", "bank is unreachable, for 1 hour"),
            ("saldo under 500 i en uke", "balance is under 500, for 1 week"),
            ("weekly summary of spending", "summary of spending every monday at 08:00"),
            (
                "Lommepenger har stått urørt i en måned",
                "no transaction on 'Lommepenger' in the last 1 month"
            ),
        ] as [(String, String)])
    func read(sentence: String, standard: String) throws {
        try Self.expect(sentence, means: standard)
    }

    @Test(
        "numbers in words are read whole",
        arguments: [
            ("totusen", 2_000), ("titusen", 10_000), ("trehundre", 300), ("tjuefem", 25),
            ("en halv million", 500_000), ("seventeen", 17), ("twenty-five", 25),
            ("twenty five", 25), ("half a million", 500_000), ("twenty-five hundred", 2_500),
            ("femten tusen", 15_000), ("fem hundre", 500), ("one hundred", 100),
            ("a thousand", 1_000),
        ])
    func numbers(words: String, number: Int) throws {
        let read = try SentenceParser.parse("Brukskonto under \(words)").get()
        #expect(read.body.canonicalWords == "balance of 'Brukskonto' is under \(number)")
    }

    @Test(
        "capitals behind an amount are a currency, no name",
        arguments: [
            ("balance under 100 XYZ", "there is no currency \"XYZ\""),
            ("new debit over 100 ABCD", "there is no currency \"ABCD\""),
            ("saldo på Brukskonto under 100 XYZ", "det finnes ingen valuta \"XYZ\""),
        ])
    func unknownCurrency(sentence: String, message: String) throws {
        let problem = try #require(SentenceParser.check(sentence).problems.first)
        #expect(problem.message == message)
        #expect(problem.suggestion == nil)
    }

    @Test("a slip in a currency is put right, a shop in capitals stays one")
    func currencySlip() throws {
        let slip = try #require(SentenceParser.check("new debit over 100 NOKK").problems.first)
        #expect(slip.suggestion == "new debit over 100 NOK")
        try Self.expect("new debit over 100 REMA", means: "new debit at 'REMA' over 100")
    }

    @Test(
        "no word of a limit, a time or a name is lost at the start or inside a phrase",
        arguments: [
            ("minst tre uttak denne uken", "number of withdrawals this week is at least 3"),
            (
                "every evening at 9 tell me what I've spent today",
                "summary of spending today every day at 21:00"
            ),
            (
                "Either Brukskonto or Felles goes below 1000",
                "balance of 'Brukskonto' or 'Felles' is under 1000"
            ),
            ("my tenant Ola hasn't paid me by the 5th", "no credit from 'Ola' by the 5th"),
            (
                "I've already spent 500 on fuel today",
                "spending in category fuel today is at least 500"
            ),
            ("I want a push for every purchase over 400", "new purchase over 400"),
            ("oppsummering hver morgen kl. halv åtte", "summary every day at 07:30"),
            ("Felles has less than 500 left", "balance of 'Felles' is under 500"),
            ("Mastercard has less than 500 left", "available of 'Mastercard' is under 500"),
            (
                "3 purchases at KIWI within 2 days",
                "3 purchases at 'KIWI' at the same merchant within 2 days"
            ),
            (
                "same amount is charged twice in one day",
                "2 debits of the same amount on the same day"
            ),
            (
                "two equal withdrawals within a day",
                "2 withdrawals of the same amount within 1 day"
            ),
        ])
    func wholly(sentence: String, standard: String) throws {
        try Self.expect(sentence, means: standard)
    }

    @Test(
        "what may be meant in two ways shows both",
        arguments: [
            (
                "Brukskonto gets over 1000",
                ["balance of 'Brukskonto' is over 1000", "new credit on 'Brukskonto' over 1000"]
            ),
            (
                "no more than 500 spent this week",
                ["spending this week is at most 500", "spending this week is over 500"]
            ),
        ])
    func twoReadings(sentence: String, readings: [String]) throws {
        let problem = try #require(SentenceParser.check(sentence).problems.first)
        #expect(problem.code == "two-readings")
        #expect(problem.alternatives == readings)
    }

    @Test(
        "are refused where a word would be lost",
        arguments: [
            "spending out over 500 today", "brukt ut over 500 i dag",
            "food budget of 5000 is not used up", "food budget of 5000 is used up this week",
            "I only have 250 kr left until payday", "mindre enn 500 å bruke på mat",
            "less than 500 to spend on groceries", "3 payments from Ola within 10 days",
            "my son Ola spends more than 500", "first purchase at KIWI",
        ])
    func lost(sentence: String) {
        guard case .success(let read) = SentenceParser.parse(sentence) else { return }
        Issue.record("read as \(read.canonicalWords)")
    }
}
