import Finance

extension SandboxScenario {
    /// Ten days of a family in twenty steps, told by `saldovakt demo`; the last of them is today.
    ///
    /// Pocket money sinks under 100 kr, stays there and is filled up; a big purchase is reserved
    /// and booked days later under another text; the bank fails in two ways and comes back; the
    /// salary arrives.
    public static let demo: SandboxScenario = {
        var scenario = SandboxScenario(
            name: "demo", start: .today(plus: -9),
            accounts: familyAccounts(
                balances: [
                    "Brukskonto": 8_412_60, "Lommepenger": 312_50, "Sparekonto": 44_798_11,
                    "Felleskonto": 3_250_00, "VISA KREDITTKORT": -4_210_00,
                ]))
        scenario.history = demoHistory
        scenario.timeline = demoPocketMoney + demoOutage + demoPayday
        return scenario
    }()

    private static let demoHistory: [SandboxAction] = [
        .post(booked("Brukskonto", 32_500_00, .salary, on: -23)),
        .post(booked("Brukskonto", -9_500_00, .standingOrder, on: -20, text: "Husleie")),
        .post(booked("Lommepenger", 400_00, .ownTransfer, on: -18)),
        .post(
            booked(
                "Brukskonto", -109_00, .visa, on: -12,
                card: card(
                    "MUSIKKSTROM", "5815", "Digitale tjenester", purchase: .offset(-2)))),
        .post(booked("Felleskonto", -1_500_00, .giro, on: -8, text: "Nettgiro til: Fjordby Kraft")),
        .post(booked("Sparekonto", 61_20, .interest, on: -5)),
    ]

    private static let demoPocketMoney: [Step] = [
        Step(
            at: 1, day: 0, note: "Pocket money buys sweets",
            actions: [.reserve(reserved("sweets", "Lommepenger", -89_00, "KIOSKEN FJORDBY"))]),
        Step(
            at: 2, day: 0, note: "Groceries; the reservation hides the shop",
            actions: [
                .reserve(
                    reserved("groceries", "Brukskonto", -389_50, "Varekjøp", kind: .bankAxept))
            ]),
        Step(
            at: 3, day: 1, note: "The cinema takes the pocket money under 100 kr",
            actions: [.reserve(reserved("cinema", "Lommepenger", -129_00, "FJORDBY KINO AS"))]),
        Step(at: 4, day: 1, note: "Nothing happens; the pocket money is still low", actions: []),
        Step(
            at: 5, day: 2, note: "A big purchase is reserved",
            actions: [.reserve(reserved("hi-fi", "Brukskonto", -1_249_00, "ELEKTROHJORNET A"))]),
        Step(
            at: 6, day: 2, note: "The sweets are booked under another text",
            actions: [
                .book(booking("sweets", card: card("KIOSKEN FJORDBY", "5441", "Godteri")))
            ]),
        Step(
            at: 7, day: 3, note: "A bill is paid from the joint account",
            actions: [
                .post(booked("Felleskonto", -899_00, .giro, text: "Nettgiro til: Bredbånd Fjordby"))
            ]),
        Step(
            at: 8, day: 3, note: "The pocket money is filled up",
            actions: [
                .transfer(
                    SandboxTransfer(from: "Brukskonto", to: "Lommepenger", amount: kroner(400_00)))
            ]),
        Step(
            at: 9, day: 4, note: "Cinema and groceries are booked",
            actions: [
                .book(booking("cinema", card: card("FJORDBY KINO AS", "7832", "Kino"))),
                .book(booking("groceries", text: "MATBUTIKKEN FJORDBY TORGGATA 1 FJORDBY")),
            ]),
    ]

    private static let demoOutage: [Step] = [
        Step(at: 10, day: 5, note: "The bank fails", actions: [.turn(.outage, true)]),
        Step(
            at: 11, day: 5, note: "The bank shows a maintenance page instead of data",
            actions: [.turn(.outage, false), .turn(.html, true)]),
        Step(at: 12, day: 5, note: "The bank is back", actions: [.turn(.html, false)]),
        Step(
            at: 13, day: 6, note: "The big purchase is booked under another text and date",
            actions: [
                .book(
                    booking(
                        "hi-fi", card: card("ELEKTROHJORNET AS FJORDBY", "5732", "Elektronikk")))
            ]),
        Step(
            at: 14, day: 6, note: "Books on the credit card",
            actions: [
                .reserve(reserved("books", "VISA KREDITTKORT", -549_00, "BOKHANDEL FJORD"))
            ]),
    ]

    private static let demoPayday: [Step] = [
        Step(
            at: 15, day: 7, note: "The salary arrives",
            actions: [.post(booked("Brukskonto", 32_500_00, .salary))]),
        Step(
            at: 16, day: 7, note: "Some of it is saved",
            actions: [
                .transfer(
                    SandboxTransfer(from: "Brukskonto", to: "Sparekonto", amount: kroner(5_000_00)))
            ]),
        Step(
            at: 17, day: 8, note: "Two coffees at the same price are two purchases",
            actions: [
                .reserve(reserved("coffee 1", "Brukskonto", -42_00, "KAFFEHJORNET AS")),
                .reserve(reserved("coffee 2", "Brukskonto", -42_00, "KAFFEHJORNET AS")),
            ]),
        Step(
            at: 18, day: 8, note: "A petrol pump reserves more than it will take",
            actions: [.reserve(reserved("pump", "Brukskonto", -1_000_00, "PUMPESTASJON 44"))]),
        Step(
            at: 19, day: 9, note: "The petrol is booked, 612,35 kr",
            actions: [
                .book(
                    booking(
                        "pump", amount: -612_35,
                        card: card("PUMPESTASJON 44 FJORDBY", "5542", "Bensin")))
            ]),
        Step(
            at: 20, day: 9, note: "One coffee is booked, the other one is still reserved",
            actions: [
                .book(booking("coffee 1", card: card("KAFFEHJORNET AS", "5814", "Hurtigmat")))
            ]),
    ]
}
