import Testing

@testable import Rules

@Suite("Figures, numbers, hours and names in everyday sentences")
struct EverydayFigureTests {
    @Test(
        "mean what people mean by them",
        arguments: [
            ("balance over 1,5 mill", "balance is over 1500000"),
            ("balance over 10 tkr", "balance is over 10000"),
            ("balance under kr500", "balance is under 500 NOK"),
            ("balance under -kr 500", "balance is under -500 NOK"),
            ("balance under 500:-", "balance is under 500"),
            ("Salary Received", "new salary"),
            ("Large Purchase Over 500", "new purchase over 500"),
            ("Savings Account under 500", "balance of 'Savings Account' is under 500"),
            ("balance of Ola's account under 500", "balance of \"Ola's account\" is under 500"),
            ("balance of Mat & Drikke under 500", "balance of 'Mat & Drikke' is under 500"),
            (
                "balance under 500 not between 22 and 7",
                "balance is under 500, between 07:00 and 22:00"
            ),
            (
                "saldo under 500, ikke mellom 22 og 7",
                "balance is under 500, between 07:00 and 22:00"
            ),
            ("summary every day at noon", "summary every day at 12:00"),
            ("we have been paid more than 500", "new salary over 500"),
            ("I didn't get paid by the 15th", "no salary by the 15th"),
            ("payment has not been received by the 15th", "no credit by the 15th"),
            ("Brukskonto is charged more than 500", "new debit on 'Brukskonto' over 500"),
            ("transfer into Felles over 500", "new credit of type transfer on 'Felles' over 500"),
            ("withdrawn more than 2000 this month", "spending of type atm this month is over 2000"),
            ("over 500 tatt ut i dag", "spending of type atm today is over 500"),
            ("more than 4 buys today", "number of purchases today is over 4"),
            (
                "more than 3 purchases over 1000 kr the last 7 days",
                "number of purchases over 1000 NOK in the last 7 days is over 3"
            ),
            (
                "mer enn 3 kjøp på over 1000 kr denne uka",
                "number of purchases over 1000 NOK this week is over 3"
            ),
            (
                "more than 5 small purchases under 50 this week",
                "number of purchases under 50 this week is over 5"
            ),
            (
                "at least 3 debits of more than 500 this month",
                "number of debits over 500 this month is at least 3"
            ),
            ("credit card usage over 90%", "credit used is over 90% of its credit limit"),
            ("balance drops 500 in a day", "balance dropped by 500 in 1 day"),
            (
                "upcoming payments this week above 5000",
                "upcoming payments until the end of the week are over 5000"
            ),
            ("Netflix not paid by the 5th", "no debit at 'Netflix' by the 5th"),
            ("weekly summary", "summary every monday at 08:00"),
            ("vipps from Kari over 500", "new credit from 'Kari' containing 'vipps' over 500"),
            ("balance under two thousand five hundred", "balance is under 2500"),
            ("balance under a hundred and fifty", "balance is under 150"),
            ("saldo under to tusen fem hundre", "balance is under 2500"),
            ("saldo under ett hundre og femti", "balance is under 150"),
            ("antall kjøp i dag er over tjue en", "number of purchases today is over 21"),
            ("balance under twenty one", "balance is under 21"),
            (
                "balance between one hundred and two hundred",
                "balance is at least 100 and balance is at most 200"
            ),
            ("jeg betaler Rema 1000", "new debit to 'Rema 1000'"),
            ("transfer to Kari 22 over 500", "new transfer to 'Kari 22' over 500"),
            ("vipps over 500 kr", "new debit containing 'vipps' over 500 NOK"),
        ] as [(String, String)])
    func meaning(sentence: String, standard: String) throws {
        let read = try SentenceParser.parse(sentence).get()
        #expect(try read.meaning == SentenceParser.parse(standard).get().meaning)
    }

    @Test(
        "are refused where they would be taken for something else",
        arguments: [
            // Who was to pay, and which way.
            "not paid by the 15th", "Brukskonto is paid more than 500", "payout to Kari",
            "new debit into Felles", "NAV over 500", "Felles har fått mer enn 500",
            // Days that are over do not lie ahead.
            "upcoming payments in the last 7 days over 500",
            "balance is projected under 500 in the last 7 days",
            // A number of times is no sum, and money that is sent is not spent.
            "more than 5 expenses today", "mer enn 3 handler i dag", "more than 3 buys",
            "more than 500 cash this week",
            "sent more than 2000 today", "sendt mer enn 500 til Kari denne måneden",
            // Words that are no names.
            "balance over 5 T", "balance under 500 BTC", "balance under 500 Weekly",
            "Food over 3000", "Card over 500", "Low balance: below 500 kr", "purchase at home",
            "new debit over 500 Online", "purchase in Sweden", "kjøp i Sverige over 500",
            // A movement is no balance, and a balance no movement.
            "more than 500 gets in Felles", "more than 500 is in Felles",
            "purchase leaving Brukskonto under 1000",
            "purchase takes Brukskonto below 500", "Felles is up more than 500",
            // Money that goes back, what is used up, and what moves between own accounts.
            "fee paid back", "lønn betalt tilbake", "Netflix charged back", "money back to Ola",
            "Kredittkort used up", "card used up", "bill charged to Felles",
            "debit over 500 excluding Sparekonto", "spending without Felles this month over 5000",
            "more than 5000 moved to Sparekonto this month",
            "less than 1000 came in from Brukskonto this month",
            "Kredittkort payment missing by the 20th",
            // One limit each, and one half of the day.
            "purchase over 500 at REMA or KIWI over 1000", "balance up to 500", "saldo opptil 500",
            "balance under 500 between 8 and 10 pm", "balance under 500 between 8 and 5",
            "balance well under 500", "summary every night",
            // An amount behind a person is no part of the name.
            "I pay Kari 500", "money to Kari 500", "transfer to Kari 500", "refund from Kiwi 500",
            "pay Kari 500", "jeg betaler Kari 500", "jeg sender penger til Kari 500",
            // A limit of the sum, or of each purchase; and no period.
            "more than 3 purchases this week over 1000", "more than 3 purchases over 1000",
            // `time` for `times`, and `settles` for `settled` in words of the grammar.
            "debit settles 10% above its reservation",
            "new debit under 50, at most 3 time a day", "saldo under 50, max 3 time a day",
            // What is left out, and what is not.
            "purchase over 500 without 'Oslo'", "new purchase over 500 at 'Kiwi*' without 'Oslo'",
            "any purchase over 1k except on Visa at Elkjøp",
            "any purchase over 1k except at Elkjøp on Visa",
            // One account with every account, a card's balance with what can be spent.
            "balance of Brukskonto is lower than available", "I have less than 500 left on Visa",
            "tilgjengelig beløp på Visa er under 10 prosent av saldoen",
            "mindre enn 500 igjen på Visa",
            // One bill is no sum, and a sum not one purchase.
            "a bill due in the next 3 days is over 1000",
            "any bill due in the next 3 days over 1000",
            "en regning de neste tre dagene er over 1000", "pending purchases are over 500",
            "hver regning de neste tre dagene er over 1000", "regningene er over 5000",
            // At least so much more, days that are over, and tomorrow without today.
            "debit at Tibber at least 10% above the previous one",
            "purchase at least 50 kr above the previous one",
            "regning fra Tibber minst 10 % over forrige",
            "kommende betalinger de siste tre dagene er over 1000", "bills due tomorrow over 1000",
            // People have no accounts here.
            "Kari and Ola send me money", "Kari and Ola pay me",
            "Kari and Ola haven't sent me money by the 5th",
        ])
    func refusal(sentence: String) {
        #expect((try? SentenceParser.parse(sentence).get()) == nil)
    }

    @Test(
        "have no fix that means something else",
        arguments: [
            "new debit including own transfers", "balance lover 500", "balance worse than 500",
            "balance at best 500", "balance at worst 500", "balance is bot under 500",
            "balance at 0", "purchase at midnight", "balance under 5e3",
            "balance under 500 for 2 mon", "a transaction over 500 posts",
            "to ulike kjøp på samme sted i løpet av en time", "to ulike kjøp samme dag",
            "balance of Brukskonto is under 500 / 600", "new purchase over 500 | 100",
            "spending in the last few days over 500", "new inpayment over 500",
            "new repayment over 500", "new noncredit over 500",
            "total of each account is below 500",
            "total of Brukskonto or Felleskonto is below 4000",
            "samlet saldo på Brukskonto eller Felleskonto under 500",
            "transfers not from Sparekonto to Brukskonto",
        ])
    func fix(sentence: String) {
        #expect(SentenceParser.check(sentence).problems.allSatisfy { $0.suggestion == nil })
    }

    @Test("a limit behind two events may be that of both or of the second, and both are shown")
    func sharedLimit() {
        let problems = SentenceParser.check("fee or interest over 10").problems
        #expect(problems.map(\.code) == ["two-readings"])
        #expect(
            problems.first?.alternatives == [
                "new fee over 10 or new interest over 10", "new fee or new interest over 10",
            ])
    }

    @Test("bills and an account of that name are both shown, whatever language the clauses are in")
    func accountOfBills() throws {
        for sentence in [
            "Regninger under 4000 kr", "Regninger under 4000 kr, men høyst én beskjed i uka",
            "Bills under 4000 kr, only on weekdays",
        ] {
            guard case .failure(let error) = SentenceParser.parse(sentence) else {
                Issue.record("\(sentence) is read")
                continue
            }
            let problem = try #require(error.problems.first)
            #expect(problem.code == "two-readings" && problem.alternatives.count == 2, "\(error)")
        }
    }

    @Test("a slip is never put right by a word that is as near and turns the meaning")
    func nearest() {
        for (slip, meant) in [
            ("brukt mer enn fire utsen på mat i dag", "brukt mer enn fire tusen på mat i dag"),
            (
                "sill from Tibber is over 10% above the previous one",
                "bill from Tibber is over 10% above the previous one"
            ),
        ] {
            let suggestion = SentenceParser.check(slip).problems.first?.suggestion
            #expect(suggestion == nil || suggestion == meant)
        }
    }

    @Test("a number that can be read in two ways is put right in everyday words too")
    func unclearNumber() {
        let problems = SentenceParser.check("deposit of more than 15,000 NOK").problems
        #expect(problems.map(\.suggestion) == ["deposit of more than 15000 NOK"])
    }
}
