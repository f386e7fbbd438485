import Finance

/// The short forms in which the built-in scenarios are written; amounts in øre.
extension SandboxScenario {
    /// An amount in kroner.
    static func kroner(_ øre: Int64) -> Money {
        Money(minorUnits: øre, currency: .nok)
    }

    /// The five accounts of the invented family, by name.
    ///
    /// All numbers begin with 9999 and fail the check digit, so that none can exist.
    static func familyAccounts(balances: [String: Int64]) -> [SandboxAccount] {
        let accounts = [
            ("1", "99990000001", "Brukskonto", "Standard account"),
            ("4", "99990000004", "Lommepenger", "Standard account"),
            ("2", "99990000002", "Sparekonto", "High interest account"),
            ("5", "99990000016", "Felleskonto", "Standard account"),
            ("3", "99990000003", "VISA KREDITTKORT", "Creditcard account"),
        ]
        return accounts.map { digit, number, name, type in
            var account = SandboxAccount(
                id: "FA4E000000000000000000000000000" + digit, number: number, name: name,
                type: type, balance: kroner(balances[name] ?? 0))
            if name == "VISA KREDITTKORT" { account.creditLimit = kroner(30_000_00) }
            // The joint account belongs to the other grown-up.
            if name == "Felleskonto" { account.owner = "00000000001" }
            return account
        }
    }

    /// A booked row, so many days from the bank day.
    static func booked(
        _ account: String, _ øre: Int64, _ kind: SandboxRowKind, on day: Int = 0,
        text: SandboxText = .usual
    ) -> SandboxPosting {
        var posting = SandboxPosting(
            account: account, amount: kroner(øre), kind: kind, text: text)
        posting.date = .offset(day)
        return posting
    }

    /// A booked card purchase, so many days from the bank day.
    static func booked(
        _ account: String, _ øre: Int64, _ kind: SandboxRowKind, on day: Int = 0,
        card: SandboxCard
    ) -> SandboxPosting {
        var posting = booked(account, øre, kind, on: day)
        posting.card = card
        return posting
    }

    /// A reservation, so many days from the bank day.
    static func reserved(
        _ id: String, _ account: String, _ øre: Int64, _ text: SandboxText,
        kind: ReservationKind = .visa
    ) -> SandboxReservation {
        SandboxReservation(id: id, account: account, amount: kroner(øre), text: text, kind: kind)
    }

    /// A Visa reservation, so many days from the bank day.
    static func reserved(
        _ id: String, _ account: String, _ øre: Int64, _ text: SandboxText, on day: Int
    ) -> SandboxReservation {
        var reservation = reserved(id, account, øre, text)
        reservation.date = .offset(day)
        return reservation
    }

    /// A booking of a Visa reservation.
    static func booking(
        _ reservation: String, on day: Int = 0, amount øre: Int64? = nil, card: SandboxCard
    ) -> SandboxBooking {
        var booking = SandboxBooking(reservation: reservation, card: card)
        booking.date = .offset(day)
        booking.amount = øre.map(kroner)
        return booking
    }

    /// A booking of a reservation without card details.
    static func booking(
        _ reservation: String, on day: Int = 0, text: SandboxText
    ) -> SandboxBooking {
        var booking = SandboxBooking(reservation: reservation)
        booking.date = .offset(day)
        booking.text = text
        return booking
    }

    /// A purchase in kroner; with a number its id is fixed.
    static func card(
        _ merchant: String, _ code: String, _ category: String, number: Int? = nil,
        purchase: SandboxDate? = nil
    ) -> SandboxCard {
        var card = SandboxCard(
            merchant: merchant, city: "FJORDBY", categoryCode: code, category: category)
        card.purchaseDate = purchase
        card.transactionId = number.map { number in
            let digits = String(number)
            return "481" + String(repeating: "0", count: max(0, 13 - digits.count)) + digits
        }
        return card
    }
}
