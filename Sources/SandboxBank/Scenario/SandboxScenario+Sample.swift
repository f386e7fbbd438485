import Finance

extension SandboxScenario {
    /// One customer with five accounts on Friday 6 March 2026; the only step leads to Tuesday
    /// the 10th, when the reservations of Friday are booked in every way that the bank knows.
    ///
    /// Identical twins, a purchase whose reservation hides the shop, a petrol pump that reserved
    /// more than was filled, a price in dollars, an instant payment, and a deposit that is
    /// released.
    public static let sample: SandboxScenario = {
        var scenario = SandboxScenario(
            name: "sample", start: .day(CalendarDay(dayNumber: 20_518)),
            accounts: familyAccounts(
                balances: [
                    "Brukskonto": 12_043_21, "Lommepenger": 96_50, "Sparekonto": 44_798_11,
                    "Felleskonto": 1_197_07, "VISA KREDITTKORT": -4_210_00,
                ]))
        scenario.history = sampleHistory + sampleReservations
        scenario.lists = sampleLists
        scenario.timeline = [
            Step(at: 1, day: 4, note: "The purchases of Friday are booked", actions: sampleBooking)
        ]
        return scenario
    }()

    private static let sampleHistory: [SandboxAction] = [
        .post(booked("Brukskonto", 3_12, .interest, on: -6)),
        .post(booked("Brukskonto", 28_450_00, .salary, on: -4)),
        .post(
            booked(
                "Brukskonto", -109_00, .visa, on: -3,
                card: music)),
        .post(booked("Brukskonto", -400_00, .ownTransfer, on: -2)),
        .post(powerBill),
        .post(busTicket),
    ]

    private static let powerBill: SandboxPosting = {
        var posting = booked(
            "Brukskonto", -1_500_00, .giro, on: -1,
            text: "Nettgiro til: Fjordby Kraft Betalt: 05.03.26")
        posting.detail = SandboxDetail(
            receiverName: "FJORDBY KRAFT AS", formattedAccountNumber: "9999.11.11121",
            cid: "000000000012345", reference: 1, registrationDate: .offset(-2))
        return posting
    }()

    private static let busTicket: SandboxPosting = {
        var ticket = card(
            "BYBUSSEN AS", "4111", "Transport/billett", number: 101, purchase: .offset(-1))
        ticket.cardNumber = "*0001"
        var posting = booked("VISA KREDITTKORT", -299_00, .visa, on: -1, card: ticket)
        // The value date of a credit card is the day on which its next invoice is due.
        posting.interestDate = .offset(45)
        return posting
    }()

    /// Later ones are listed first, so the order here is the reverse of an answer's.
    private static let sampleReservations: [SandboxAction] = [
        .reserve(reserved("hotel", "Brukskonto", -800_00, "HOTELL DEPOSITU", on: -2)),
        .reserve(reserved("hosting", "Brukskonto", -312_40, "EXAMPLE HOSTING", on: -1)),
        .reserve(reserved("vipps", "Brukskonto", -20_00, "Straksoverføring", kind: .vipps)),
        .reserve(reserved("pump", "Brukskonto", -1_000_00, "PUMPESTASJON 44")),
        .reserve(reserved("shop", "Brukskonto", -389_50, "Varekjøp", kind: .bankAxept)),
        .reserve(reserved("coffee 2", "Brukskonto", -42_00, "KAFFEHJORNET AS")),
        .reserve(reserved("coffee 1", "Brukskonto", -42_00, "KAFFEHJORNET AS")),
        .reserve(reserved("taxi", "Brukskonto", -187_00, "FJORDBY TAXI AS")),
        .reserve(reserved("books", "VISA KREDITTKORT", -549_00, "BOKHANDEL FJORD")),
    ]

    private static let sampleBooking: [SandboxAction] = [
        .book(booking("vipps", on: -1, text: "Til: Ola Testesen")),
        .book(booking("shop", on: -1, text: "06.03 MATBUTIKKEN FJORDBY TORGGATA 1 FJORDBY")),
        .book(booking("hosting", on: -1, amount: -318_75, card: hosting)),
        .book(
            booking(
                "pump", on: -1, amount: -612_35,
                card: card("PUMPESTASJON 44 FJORDBY", "5542", "Bensin", number: 5))),
        .book(booking("coffee 2", on: -1, card: coffee(number: 4))),
        .book(booking("coffee 1", on: -1, card: coffee(number: 3))),
        .book(booking("taxi", card: card("FJORDBY TAXI AS", "4121", "Taxi", number: 2))),
        .release(reservation: "hotel"),
        .reserve(reserved("streaming", "Brukskonto", -99_00, "STROMMETJENESTE")),
    ]

    private static let music: SandboxCard = {
        var music = card(
            "MUSIKKSTROM", "5815", "Digitale tjenester", number: 1, purchase: .offset(-2))
        music.city = "Fjordby"
        return music
    }()

    private static let hosting: SandboxCard = {
        var hosting = card("EXAMPLE HOSTING INC", "4816", "Datatjenester", number: 6)
        hosting.city = "Exampleville"
        hosting.price = Currency(code: "USD").map { Money(minorUnits: 30_00, currency: $0) }
        hosting.rate = SandboxRate(tenThousandths: 106_250)
        return hosting
    }()

    private static func coffee(number: Int) -> SandboxCard {
        card("KAFFEHJORNET AS", "5814", "Hurtigmat", number: number)
    }
}
