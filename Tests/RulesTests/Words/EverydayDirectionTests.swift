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
        "are refused where a word that says something would be passed over (RL-61)",
        arguments: [
            "bought anything else than groceries over 500",
            "purchase else than groceries over 500",
            "Brukskonto is anything but under 500", "balance but under 500",
            "spending this month is anything but under 500", "purchase anything but over 500",
            "balance of any account else under 500",
            "less than 500 left on neither account",
            "bills due in the next 3 days are down over 1000",
            "upcoming payments are up over 500 in the next 3 days",
            "Netflix costs down more than 129 kr", "only money leaves Sparekonto",
            "Brukskonto is under 500 else for 3 days", "purchase than over 500",
            "Kari hasn't sent me anything else by the 5th", "balance out under 500",
            "balance back under 500", "balance again under 500", "balance either under 500",
            "balance any under 500", "balance under 500 any", "new purchase some over 500",
            "two equal purchases at the same shop twice within an hour",
            "saldo noe under 500", "saldo alt under 500", "saldo få under 500",
            "saldo tilbake under 500", "saldo igjen under 500", "saldo enn under 500",
            "saldo enten under 500", "saldo men under 500",
            "saldo en under 500", "saldo under 500 et", "saldo under 500 om",
            "jeg har betalt tilbake mer enn 500 denne måneden",
            "kjøp over noen hundre kroner", "saldo på Brukskonto er under noen få hundre",
            "new purchase over some hundred", "some bills due in the next 3 days are over 1000",
            "not eating out costs me more than 3000 a month",
        ])
    func notPassedOver(sentence: String) {
        refused(sentence: sentence)
        #expect(SentenceParser.check(sentence).problems.allSatisfy { $0.suggestion == nil })
    }

    @Test(
        "pass over the same words where they say nothing",
        arguments: [
            ("someone spends over 500 at Rema", "new debit at 'Rema' over 500"),
            ("less than 500 left on Felles", "balance of 'Felles' is under 500"),
            (
                "either Brukskonto or Felles under 500",
                "balance of 'Brukskonto' or 'Felles' is under 500"
            ),
            ("every single purchase over 500", "new purchase over 500"),
            ("balance over 100 but under 500", "balance is over 100 and balance is under 500"),
            ("Netflix charged me again", "new debit at 'Netflix'"),
            ("noen har handlet for over 200 på Rema 1000", "new purchase at 'Rema 1000' over 200"),
            (
                "det jeg kan bruke på Felles er nede i 500 eller mindre",
                "available of 'Felles' is at most 500"
            ),
            (
                "enten et trekk over 500 eller en innbetaling over 1000",
                "new debit over 500 or new credit over 1000"
            ),
            ("Brukskonto is down to less than 750", "balance of 'Brukskonto' is under 750"),
            ("I send Kari money", "new debit to 'Kari'"),
            ("Kari har ikke sendt meg penger innen den 5.", "no credit from 'Kari' by the 5th"),
            (
                "Brukskonto hasn't moved for 30 days",
                "no transaction on 'Brukskonto' in the last 30 days"
            ),
            ("saldo under 500 i en halv time", "balance is under 500, for 30 minutes"),
            ("I spend more this week than usual", "spending this week is over usual"),
            (
                "my money won't last until the end of the month",
                "balance is projected under 0 until the end of the month"
            ),
        ] as [(String, String)])
    func passedOver(sentence: String, standard: String) throws {
        let read = try SentenceParser.parse(sentence).get()
        #expect(try read.meaning == SentenceParser.parse(standard).get().meaning)
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
