import Testing

@testable import Rules

@Suite("Everyday sentences about where money comes from and goes")
struct EverydayDirectionTests {
    @Test(
        "say which way it goes, and whose it is",
        arguments: [
            ("transfer in over 500", "new credit of type transfer over 500"),
            ("interest received over 50", "new credit of type interest over 50"),
            ("renter inn over 50", "new credit of type interest over 50"),
            ("we get paid over 20000", "new salary over 20000"),
            ("money from Kari over 500", "new credit from 'Kari' over 500"),
            ("payout from NAV", "new credit from 'NAV'"),
            ("no salary from Danske Bank by the 15th", "no salary from 'Danske Bank' by the 15th"),
            ("purchase at The Body Shop over 500", "new purchase at 'The Body Shop' over 500"),
            (
                "spending on Netflix this month over 200",
                "spending at 'Netflix' this month is over 200"
            ),
            ("no purchase on Kiwi by friday", "no purchase at 'Kiwi' by friday"),
            (
                "spending on Felles this month over 200",
                "spending on 'Felles' this month is over 200"
            ),
            (
                "Netflix price increase over 20 kr",
                "new debit at 'Netflix*' over 20 NOK above the previous one"
            ),
            (
                "less than a thousand kroner on Brukskonto",
                "balance of 'Brukskonto' is under 1000 NOK"
            ),
            (
                "debit settled more than 10% above its reservation",
                "debit settled 10% above its reservation"
            ),
            (
                "spending on pace for over 10 000 this month",
                "spending this month is on pace for over 10000"
            ),
            (
                "Brukskonto ventes å gå under 0 de neste 7 dagene",
                "balance of 'Brukskonto' is projected under 0 in the next 7 days"
            ),
            (
                "balance will go negative before payday",
                "balance is projected under 0 before the next salary"
            ),
        ] as [(String, String)])
    func meaning(sentence: String, standard: String) throws {
        let read = try SentenceParser.parse(sentence).get()
        #expect(try read.meaning == SentenceParser.parse(standard).get().meaning)
    }

    @Test(
        "are refused where it may go either way, or where it is not about a movement",
        arguments: [
            "debit or credit over 500",
            "purchase over 500 at Kiwi or over 1000 at Rema",
            "rent in over 8000",
            "rent not received by the 3rd",
            "rent from Kari",
            "rent from Kari not received by the 3rd",
            "husleie har ikke kommet innen den 1.",
            "husleie fra Kari",
            "electricity not received by the 15th",
            "money from Brukskonto",
            "penger fra Brukskonto",
            "money was sent from Kari",
            "paid from Kari over 500",
            "salary sent",
            "salary paid to Kari",
            "paid in over 500",
            "interest paid",
            "purchase on Brukskonto leaves less than 500",
            "withdrawal leaves under 200 on Brukskonto",
            "more than 5000 used on Kredittkort",
            "credit below 1000 on Kredittkort",
            "balance of Netflix under 500",
            "bill overdue by 3 days",
            "rent overdue by 3 days",
            "Kredittkort bill due in 3 days",
            "upcoming payment over 5000 in the next 3 days",
            "new invoice",
            "ny faktura",
            "debit when over 500 on Brukskonto",
        ])
    func refused(sentence: String) {
        guard case .success(let read) = SentenceParser.parse(sentence) else { return }
        Issue.record("read as \(read.canonicalWords)")
    }

    @Test(
        "get no suggestion that drops or turns a part",
        arguments: [
            "new e-invoice",
            "ny efaktura",
            "Brukskonto does not cover upcoming payments in the next 7 days",
            "salary since 35 days",
        ])
    func suggestions(sentence: String) {
        let problems = SentenceParser.check(sentence).problems
        #expect(!problems.isEmpty && problems.allSatisfy { $0.suggestion == nil })
    }

    @Test(
        "share a limit and a kind of transactions between names, not between events",
        arguments: [
            (
                "purchase at Rema or Kiwi over 500 or debit over 1000",
                "new purchase at 'Rema' or 'Kiwi' over 500 or new debit over 1000"
            ),
            (
                "tell me about purchases at Rema or Kiwi above 500, or any debit above 1000",
                "new purchase at 'Rema' or 'Kiwi' over 500 or new debit over 1000"
            ),
            (
                "purchase at Rema or Kiwi over 500 or withdrawal over 300 while balance is under 1000",
                "new purchase at 'Rema' or 'Kiwi' over 500 or new withdrawal over 300 while balance is under 1000"
            ),
            (
                "purchase not at Rema or Kiwi over 500 or withdrawal over 300",
                "new purchase except at 'Rema' or 'Kiwi' over 500 or new withdrawal over 300"
            ),
            (
                "purchase in groceries or restaurants over 500 or debit over 1000",
                "new purchase in category groceries or restaurants over 500 or new debit over 1000"
            ),
            (
                "kjøp på Rema eller Kiwi over 500 eller utgift over 1000",
                "new purchase at 'Rema' or 'Kiwi' over 500 or new debit over 1000"
            ),
            (
                "kjøp unntatt på Rema eller Kiwi over 500 eller utgift over 1000",
                "new purchase except at 'Rema' or 'Kiwi' over 500 or new debit over 1000"
            ),
            (
                "kjøp i dagligvarer eller restauranter over 500 eller utgift over 1000",
                "new purchase in category groceries or restaurants over 500 or new debit over 1000"
            ),
        ] as [(String, String)])
    func alternatives(sentence: String, standard: String) throws {
        let read = try SentenceParser.parse(sentence).get()
        #expect(try read.meaning == SentenceParser.parse(standard).get().meaning)
    }
}
