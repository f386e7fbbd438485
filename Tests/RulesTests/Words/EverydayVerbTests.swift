import Testing

@testable import Rules

@Suite("What verbs and negations in everyday sentences rule out (RL-66)")
struct EverydayVerbTests {
    @Test(
        "money that comes is not money that goes, nor the other way round",
        arguments: [
            "someone vipps me", "someone Vipps me more than 300 kr", "I got a vipps",
            "jeg har fått vipps", "jeg får vipps over 200", "jeg får mer enn 500 på vipps",
            "jeg får husleie over 5000", "jeg får strøm", "I'm sent more than 500",
            "I was sent more than 500", "cash from Ola over 500", "jeg betaler lønn",
            "payments in Vipps", "Vipps payment from Ola over 300",
            "someone transfers me over 1000",
            "jeg får en overføring over 500",
        ])
    func directions(sentence: String) { #expect(!Self.reads(sentence)) }

    @Test(
        "what is not reached is not what does not come once",
        arguments: [
            "I haven't received more than 10000 this month",
            "I never spend more than 500 this month",
            "I did not spend more than 500 at Kiwi this month",
            "I spend more than 500 not on groceries this month",
            "I spend more than 500 overdue on groceries this month",
            "jeg har ikke tjent mer enn 10000 denne måneden",
            "jeg bruker aldri mer enn 500 på mat denne måneden",
            "saldoen blir ikke over 500 før lønn", "saldoen blir ikke under 500 før lønn",
        ])
    func negations(sentence: String) { #expect(!Self.reads(sentence)) }

    @Test(
        "things are no money, cash is no purchase, soon is not now",
        arguments: [
            "I buy more than 3 things at Kiwi this week", "more than 3 things bought this week",
            "I take out more than 500 this week", "anyone takes out over 500",
            "grocery bill over 500", "fuel bill over 500", "soon less than 500 on Brukskonto",
            "bill unpaid for 3 days", "regninga er ubetalt i 3 dager", "I owe Ola more than 500",
        ])
    func others(sentence: String) { #expect(!Self.reads(sentence)) }

    @Test(
        "what is said clearly is read",
        arguments: [
            ("I'm paid over 500", "new salary over 500"),
            ("whenever Netflix bills me", "new debit at 'Netflix'"),
            (
                "purchases over 700 but not groceries",
                "new purchase except in category groceries over 700"
            ),
            (
                "someone transfers money from Sparekonto to Brukskonto",
                "new transfer from 'Sparekonto' to 'Brukskonto'"
            ),
            ("Ping me as soon as my account dips below 750", "balance is under 750"),
            ("balance under 1'000", "balance is under 1000"),
            ("debts over 500", "credit used is over 500"),
            (
                "Netflix er dyrere enn sist",
                "new debit at 'Netflix*' over 0% above the previous one"
            ),
            (
                "we spend more than we earn this month",
                "spending this month is over income this month"
            ),
            (
                "jeg kommer til å gå tom for penger før lønning",
                "balance is projected under 0 before the next salary"
            ),
        ])
    func read(sentence: String, meaning: String) throws {
        #expect(try SentenceParser.parse(sentence).get().body.canonicalWords == meaning)
    }

    @Test("`and` binds more strongly than `or`, in everyday words too")
    func precedence() throws {
        for sentence in [
            "Brukskonto under 500 and Sparekonto over 1000 or Felles over 2000",
            "Brukskonto er under 500 og Sparekonto er over 1000 eller Felles er over 2000",
        ] {
            let body = try SentenceParser.parse(sentence).get().body
            #expect(
                body.canonicalWords
                    == "balance of 'Brukskonto' is under 500 and balance of 'Sparekonto' is over 1000"
                    + " or balance of 'Felles' is over 2000")
        }
    }

    @Test("a category of one's own is not the one that is called so everywhere (RL-72)")
    func ownCategory() throws {
        var groups = NamedGroups.none
        groups.categories["supermarket"] = OwnCategory(
            name: "supermarket", codes: [], merchants: [], texts: [])
        for sentence in [
            "supermarket spending this week over 100", "new purchase in supermarket over 100",
        ] {
            let read = try? SentenceParser.parse(sentence, groups: groups).get()
            #expect(read == nil, "\(sentence)")
            #expect(Self.reads(sentence))
        }
    }

    private static func reads(_ sentence: String) -> Bool {
        (try? SentenceParser.parse(sentence).get()) != nil
    }
}
