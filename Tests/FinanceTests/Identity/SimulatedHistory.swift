import Finance
import Foundation
import TestSupport

/// A random but repeatable history of one account.
struct SimulatedHistory {
    static let start = CalendarDay(year: 2026, month: 1, day: 1) ?? CalendarDay(dayNumber: 0)

    private(set) var purchases: [SimulatedPurchase] = []
    private var random: SeededGenerator
    /// How alike purchases are.
    enum Likeness {
        /// Twins, but otherwise no shop and no amount twice.
        case distinct
        /// Three purchases a day in forty-eight shops; some round amounts, few odd kinds.
        case everyday
        /// Six a day in twelve shops, a quarter in six round amounts, every third a hotel, a pump
        /// or abroad: some choices stay open because nothing in the answers decides them.
        case confusable
    }

    private let likeness: Likeness
    let dialect: SimulatedDialect
    /// What the bank does to rows.
    let quirks: SimulatedQuirks

    /// Makes about `count` movements, one in twenty of them a twin of the one before.
    init(
        seed: UInt64, count: Int, _ likeness: Likeness, _ dialect: SimulatedDialect = .sbanken
    ) {
        random = SeededGenerator(seed: seed)
        var quirks = SimulatedQuirks(seed: seed)
        quirks.identifiers = dialect.identifiers ?? quirks.identifiers
        quirks.listsTwice = quirks.listsTwice && dialect.listsTwice
        self.quirks = quirks
        self.likeness = likeness
        self.dialect = dialect
        let kinds = likeness == .everyday ? Self.everydayKinds : SimulatedPurchase.Kind.allCases
        while purchases.count < count {
            let day = Self.start.adding(days: purchases.count / perDay)
            let copies = random.happens(50) ? 2 : 1
            let kind = kinds.randomElement(using: &random) ?? .card
            let rows = dialect.shown(rows(kind, on: day), &random)
            for _ in 0..<copies { add(kind, rows, on: day) }
        }
    }

    private mutating func add(
        _ kind: SimulatedPurchase.Kind,
        _ rows: (TransactionObservation?, TransactionObservation?), on day: CalendarDay
    ) {
        let noon = day.instant(minutesAfterMidnight: 8 * 60, in: Make.oslo)
        let late = quirks.isLate ? Double(Int.random(in: 0..<20_000, using: &random)) : 0
        let begins = noon.addingTimeInterval(
            late + Double(Int.random(in: 0..<40_000, using: &random)))
        let books: Date? = rows.1.map { booked in
            let posted = (booked.posted ?? day).instant(minutesAfterMidnight: 300, in: Make.oslo)
            return max(posted, begins)
        }
        // Some banks take the reservation away hours before the booking is there.
        let gap =
            likeness != .distinct && random.happens(likeness == .everyday ? 10 : 100)
            ? Double(Int.random(in: 0..<60_000, using: &random)) : 0
        let released = begins.addingTimeInterval(5 * 86_400)
        var vanishes = rows.0 == nil ? begins : books.map { max(begins, $0 - gap) } ?? released
        if quirks.listsTwice, let books, Self.mayBeListedTwice(kind),
            !dialect.isUndated(purchases.count), random.happens(500)
        {
            vanishes = books.addingTimeInterval(
                Double(Int.random(in: 10_000..<200_000, using: &random)))
        }
        let rewrites = random.happens(dialect.rewritten) ? books?.addingTimeInterval(30_000) : nil
        let changed = changed(kind, rows)
        let middle = begins.addingTimeInterval(
            (books ?? released).timeIntervalSince(begins) / 2)
        purchases.append(
            SimulatedPurchase(
                number: purchases.count, kind: kind,
                begins: rows.0 == nil ? books ?? begins : begins,
                vanishes: vanishes, changes: changed == nil ? nil : middle, books: books,
                rewrites: rewrites, reservation: rows.0, changed: changed, booking: rows.1,
                dialect: dialect))
    }

    /// Whether nothing else looks like a second listing.
    ///
    /// Reservations that name nobody, of payments without a day, leave nothing to tell a second
    /// payment from a second listing. Nor do those without a day of their own: dated today beside
    /// the booking, they are what a second purchase looks like.
    private static func mayBeListedTwice(_ kind: SimulatedPurchase.Kind) -> Bool {
        switch kind {
        case .card, .abroad, .hotel, .restaurant: true
        default: false
        }
    }

    /// A pump or a hotel that reserved much and then less.
    ///
    /// Of a reservation that names nobody nothing is left to recognise then.
    private mutating func changed(
        _ kind: SimulatedPurchase.Kind, _ rows: (TransactionObservation?, TransactionObservation?)
    ) -> TransactionObservation? {
        guard quirks.changesReservations, kind == .fuel || kind == .hotel,
            random.happens(500), var row = rows.0, row.text != nil, let booking = rows.1
        else { return nil }
        row.amount = booking.amount
        return row
    }

    private mutating func rows(
        _ kind: SimulatedPurchase.Kind, on day: CalendarDay
    ) -> (TransactionObservation?, TransactionObservation?) {
        let amount = amount()
        let shop = shop()
        let posted = day.adding(days: Int.random(in: 1...4, using: &random))
        let cut = String(shop.prefix(15))
        func held(_ text: String, _ amount: Int64, _ type: TransactionType = .pointOfSale)
            -> TransactionObservation
        {
            Make.reservation(Self.text(-amount), day.description, text: text, type: type)
        }
        switch kind {
        case .card: return (held(cut, amount), card(shop, amount, day, posted, nil))
        case .hiddenCard: return (held("VISA", amount), card(shop, amount, day, posted, nil))
        case .terminal:
            return (held("Varekjøp", amount), terminal(shop, amount, day, posted))
        case .instant:
            let paid = Make.observation(
                Self.text(-amount), posted.description, text: "Til: \(shop.capitalized)",
                type: .transfer)
            return (held("Straksoverføring", amount, .transfer), paid)
        case .abroad:
            return (held(cut, percent(amount, 92...108)), abroad(shop, amount, day, posted))
        case .fuel:
            // A pump reserves whole hundreds before it knows.
            let hold = (amount / 50_000 + 1) * 50_000
            return (held(cut, hold), card(shop, amount, day, posted, "5541"))
        case .hotel:
            return (held(cut, percent(amount, 78...100)), card(shop, amount, day, posted, "7011"))
        case .restaurant:
            return (held(cut, percent(amount, 81...100)), card(shop, amount, day, posted, "5812"))
        case .giro:
            let paid = Make.observation(
                Self.text(-amount), day.description, text: "Nettgiro til: \(shop.capitalized)",
                type: .billPayment)
            return (nil, paid)
        case .late: return (nil, card(shop, amount, day, day.adding(days: 6), nil))
        case .released, .releasedAtOnce: return (held(cut, amount), nil)
        }
    }

    private mutating func shop() -> String {
        guard likeness != .distinct else { return "\(purchases.count) BUTIKKEN FJORDBY" }
        let name = Self.shops.randomElement(using: &random) ?? "BUTIKK"
        guard likeness == .everyday else { return name }
        return ["", "NYE ", "GAMLE ", "DEN "].randomElement(using: &random).map { $0 + name }
            ?? name
    }

    private mutating func amount() -> Int64 {
        guard likeness != .distinct else { return 10_000 + 1_009 * Int64(purchases.count) }
        if random.happens(likeness == .everyday ? 100 : 250) {
            return [4_200, 9_900, 10_000, 12_900, 19_900, 50_000].randomElement(using: &random) ?? 1
        }
        return Int64.random(in: 1_000..<200_000, using: &random)
    }

    private mutating func percent(_ amount: Int64, _ range: ClosedRange<Int64>) -> Int64 {
        amount * Int64.random(in: range, using: &random) / 100
    }

    private mutating func card(
        _ shop: String, _ amount: Int64, _ day: CalendarDay, _ posted: CalendarDay, _ mcc: String?
    ) -> TransactionObservation {
        let isShifted = random.happens(20)
        let bought = isShifted ? day.adding(days: Bool.random(using: &random) ? 1 : -1) : day
        return Make.observation(
            Self.text(-amount), bought.description,
            text: "*0000 \(Self.short(bought)) NOK \(Self.text(amount)) \(shop) Kurs: 1.0000",
            posted: posted.description, type: .pointOfSale, mcc: mcc, merchant: shop)
    }

    private func terminal(
        _ shop: String, _ amount: Int64, _ day: CalendarDay, _ posted: CalendarDay
    ) -> TransactionObservation {
        Make.observation(
            Self.text(-amount), day.description, text: "\(Self.short(day)) \(shop) FJORDBY",
            posted: posted.description, type: .pointOfSale)
    }

    private mutating func abroad(
        _ shop: String, _ amount: Int64, _ day: CalendarDay, _ posted: CalendarDay
    ) -> TransactionObservation {
        var row = card(shop, amount, day, posted, nil)
        row.foreign = ForeignAmount(
            amount: Make.money(Self.text(amount / 10), "USD"), exchangeRate: "10.0000")
        return row
    }

    static func short(_ day: CalendarDay) -> String {
        "\(day.description.suffix(2)).\(day.description.dropFirst(5).prefix(2))"
    }

    private static func text(_ amount: Int64) -> String {
        Money(minorUnits: amount, currency: .nok).decimalText
    }

    /// Purchases a day.
    var perDay: Int { likeness == .everyday ? 3 : 6 }

    private static let everydayKinds: [SimulatedPurchase.Kind] =
        Array(repeating: .card, count: 16) + Array(repeating: .terminal, count: 6)
        + Array(repeating: .hiddenCard, count: 3) + Array(repeating: .instant, count: 4)
        + Array(repeating: .giro, count: 4) + Array(repeating: .restaurant, count: 3)
        + [.abroad, .abroad, .fuel, .hotel, .late, .released, .releasedAtOnce]

    private static let shops = [
        "KIWI 505 FJORDBY", "REMA FJORDBY TORG", "KAFFEHJORNET AS", "FJORDBY TAXI AS",
        "PUMPESTASJON 44 FJORDBY", "BOKHANDELEN I STRANDGATA", "MESTER GRøNN 20",
        "EXAMPLE HOSTING INC", "HOTELL FJORDUTSIKT", "Vipps*Kaffebaren", "APOTEKET",
        "GATEKJØKKENET VED KAIEN",
    ]
}
