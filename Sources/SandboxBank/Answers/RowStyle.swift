import Finance

/// How the fields of rows and accounts are written at the moment.
struct RowStyle: Sendable {
    /// Which of the flapping fields an answer carries.
    enum Cache: Sendable {
        /// The usual fields.
        case steady
        /// `transactionId` besides the usual fields.
        case miss
        /// Neither `transactionId` nor `source` nor `reservationType`.
        case hit
    }

    /// Whether dates end in an offset.
    var offsetDates = false
    /// Whether `source` is a number.
    var sourceAsNumber = false
    /// Which of the flapping fields are there.
    var cache = Cache.steady

    /// Where the switch `blankText` stands.
    var blankText = "off"
    /// Where the switch `reservationText` stands.
    var reservationText = "own"
    /// Whether reservations have no number where booked rows have one.
    var reservationsLackNumber = false
    /// Whether booked rows say `NotReservation`.
    var isNotReservation = false
    /// Whether the texts of card rows lack card and day.
    var isOldCardText = false
    /// Where the switch `interestDate` stands.
    var interestDate = "usual"
    /// Whether purchases are dated a year too late.
    var isPurchaseLate = false
    /// Whether card rows lack their details.
    var lacksCards = false
    /// Whether amounts have three decimals.
    var paddedAmounts = false

    /// The details of a row's card purchase, if they are sent.
    func card(of row: LedgerRow) -> LedgerCard? { lacksCards ? nil : row.card }

    /// What a row says.
    func text(of row: LedgerRow) -> JSONOutput {
        if let reservation = row.reservation {
            return switch reservationText {
            case "hidden": .text(reservation.kind.usualText)
            case "cut": .text(row.text.map(Self.cut))
            default: .text(row.text)
            }
        }
        return switch blankText {
        case "null": .null
        case "empty": .string("")
        case "Nettgiro": .string("Nettgiro")
        default: .text(isOldCardText && row.card != nil ? row.text.map(Self.older) : row.text)
        }
    }

    /// The first 15 characters with ASCII letters in capitals, others in small letters.
    private static func cut(_ text: String) -> String {
        let letters = text.prefix(15).map { letter -> String in
            letter.isASCII ? letter.uppercased() : letter.lowercased()
        }
        return letters.joined()
    }

    /// The text of a card row without the card's number and the day of the purchase.
    private static func older(_ text: String) -> String {
        guard text.hasPrefix("*") else { return text }
        return text.split(separator: " ").dropFirst(2).joined(separator: " ")
    }

    /// The value date of a row.
    func valueDate(of row: LedgerRow) -> JSONOutput {
        guard row.reservation == nil else { return date(row.interestDate) }
        return switch interestDate {
        case "null": .null
        case "future": date(row.accountingDate.adding(days: 40))
        default: date(row.interestDate)
        }
    }

    /// The amount of a row.
    func amount(_ amount: Money) -> JSONOutput {
        paddedAmounts ? .number(amount.decimalText + "0") : AmountText.shortest(amount)
    }

    /// The day of a purchase.
    func purchaseDate(_ day: CalendarDay) -> JSONOutput {
        let (year, month, number) = day.components
        let later = CalendarDay(year: year + 1, month: month, day: number)
        return date(isPurchaseLate ? later ?? day.adding(days: 365) : day)
    }

    /// `2026-03-06T00:00:00`, with an offset if the style wants one.
    func date(_ day: CalendarDay) -> JSONOutput {
        .string("\(day)T00:00:00\(offsetDates ? OsloTime.offset(on: day) : "")")
    }

    /// The name of the list that a row comes from, or its number.
    func source(isArchived: Bool) -> JSONOutput {
        sourceAsNumber
            ? .whole(isArchived ? 1 : 0) : .string(isArchived ? "Archive" : "AccountStatement")
    }
}
