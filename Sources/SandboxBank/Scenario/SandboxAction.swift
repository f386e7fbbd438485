public import Finance

/// Something that happens at the sandbox bank.
///
/// Accounts are named by id, account number, or name if only one account has it.
public enum SandboxAction: Sendable, Equatable {
    /// An amount is reserved: `available` falls, `balance` stays.
    case reserve(SandboxReservation)
    /// A reservation becomes a booked row.
    case book(SandboxBooking)
    /// A row is booked that was never reserved.
    case post(SandboxPosting)
    /// Money moves between two of the accounts: one row on each.
    case transfer(SandboxTransfer)
    /// A reservation gets another amount or text while it is open.
    case change(reservation: String, amount: Money?, text: SandboxText)
    /// A reservation goes away and is never booked.
    case release(reservation: String)
    /// The balance becomes this, without a row that explains it.
    case setBalance(account: String, balance: Money)
    case turn(SandboxSwitch, SwitchValue)
}

/// An amount that a shop has reserved.
public struct SandboxReservation: Sendable, Equatable {
    /// The name by which later actions call it; unique among open reservations.
    var id: String
    var account: String
    /// The amount; negative.
    var amount: Money
    /// The text; usually the first 15 characters of the merchant's name.
    var text: SandboxText
    /// How it was reserved.
    var kind = ReservationKind.visa
    /// The day of the purchase.
    var date = SandboxDate.today
}

/// What becomes of a reservation.
public struct SandboxBooking: Sendable, Equatable {
    /// The id of the reservation.
    var reservation: String
    /// The amount that is booked; `nil` is the reserved one.
    var amount: Money?
    /// The text of the booked row.
    var text = SandboxText.usual
    /// The kind of the booked row; `nil` is the one that belongs to the reservation's kind.
    var kind: SandboxRowKind?
    /// The day of booking.
    var date = SandboxDate.today
    /// The value date; `nil` is the day of booking.
    var interestDate: SandboxDate?
    /// The details of the card purchase; `nil` leaves them out.
    var card: SandboxCard?
}

/// A row that is booked without a reservation.
public struct SandboxPosting: Sendable, Equatable {
    var account: String
    /// The amount; negative is money out.
    var amount: Money
    var kind: SandboxRowKind
    var text = SandboxText.usual
    /// The day of booking.
    var date = SandboxDate.today
    /// The value date; `nil` is the day of booking.
    var interestDate: SandboxDate?
    /// The details of a card purchase.
    var card: SandboxCard?
    /// The details of a payment.
    var detail: SandboxDetail?
}

/// A transfer between two accounts of the bank.
public struct SandboxTransfer: Sendable, Equatable {
    /// The account that pays.
    var from: String
    /// The account that receives.
    var to: String
    /// The amount; positive.
    var amount: Money
    /// The text of both rows.
    var text = SandboxText.usual
    /// The day of booking.
    var date = SandboxDate.today
}

/// The text of a row: what the bank usually writes, or exactly this.
public enum SandboxText: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The pattern of the bank for that kind of row.
    case usual
    /// This text; `nil` sends `null`.
    case exactly(String?)

    /// A text of its own.
    public init(stringLiteral value: String) { self = .exactly(value) }

    /// The text, or `usual` if the scenario leaves it to the bank.
    func resolved(usual: String?) -> String? {
        if case .exactly(let text) = self { text } else { usual }
    }
}

/// A day in a scenario: a date, or a distance to the bank day on which the action happens.
///
/// In a scenario file `"2026-03-05"` or `-2` (two days before).
enum SandboxDate: Sendable, Equatable {
    /// This very day.
    case day(CalendarDay)
    /// So many days after the bank day of the action; negative is before it.
    case offset(Int)

    /// The bank day of the action.
    static let today = SandboxDate.offset(0)

    /// The day that is meant when the action happens on `today`.
    func resolved(on today: CalendarDay) -> CalendarDay {
        switch self {
        case .day(let day): day
        case .offset(let days): today.adding(days: days)
        }
    }
}

/// The type of a row as the bank names it: a code and a short Norwegian label.
///
/// Codes are those of the bank's list of 2018-10-29; the labels of 13, 312, 710 and 718 are
/// invented in the style of the others, because no public sample shows them.
struct SandboxRowKind: Sendable, Equatable {
    /// `transactionTypeCode`.
    let code: Int
    /// `transactionType`, and of booked rows `transactionTypeText`.
    let label: String

    /// A Visa purchase.
    static let visa = SandboxRowKind(code: 714, label: "VISA VARE")
    /// A purchase by the domestic card scheme.
    static let bankAxept = SandboxRowKind(code: 710, label: "VARER")
    /// An instant payment between persons.
    static let vipps = SandboxRowKind(code: 561, label: "StraksOvf")
    /// A cash withdrawal.
    static let atm = SandboxRowKind(code: 718, label: "MINIBANK")
    /// A transfer between one's own accounts.
    static let ownTransfer = SandboxRowKind(code: 200, label: "OVFNETTB")
    /// A bill paid in the online bank.
    static let giro = SandboxRowKind(code: 203, label: "NETTGIRO")

    /// The kinds that a scenario file may name, with the text that the bank usually writes.
    static let named: [(name: String, kind: SandboxRowKind, usualText: String)] = [
        ("visa", visa, "VISA"),
        ("bankAxept", bankAxept, "Varekjøp"),
        ("vipps", vipps, "Til: Ola Testesen"),
        ("atm", atm, "Minibank"),
        ("ownTransfer", ownTransfer, "Overføring mellom egne kontoer"),
        ("giro", giro, "Nettgiro"),
        ("avtalegiro", SandboxRowKind(code: 156, label: "AVTALEGIRO"), "Avtalegiro"),
        ("standingOrder", SandboxRowKind(code: 735, label: "FAST OPPDRAG"), "Fast oppdrag"),
        ("salary", SandboxRowKind(code: 13, label: "LØNN"), "Lønn fra: Eksempelbedriften AS"),
        ("interest", SandboxRowKind(code: 752, label: "KREDITRTE"), "Kreditrente"),
        ("debitInterest", SandboxRowKind(code: 751, label: "DEBETRTE"), "Debetrente"),
        ("fee", SandboxRowKind(code: 312, label: "GEBYR"), "Gebyr"),
        ("correction", SandboxRowKind(code: 313, label: "KORREKSJON"), "KORREKSJON"),
    ]

    /// The text that the bank usually writes on such a row.
    var usualText: String { Self.named.first { $0.kind == self }?.usualText ?? label }
}

/// How a purchase was reserved, which decides type, code and what the text gives away.
enum ReservationKind: String, Sendable, Equatable, CaseIterable {
    /// A Visa purchase: the text is the start of the merchant's name.
    case visa
    /// A purchase by the domestic scheme: the text hides the shop.
    case bankAxept
    /// An instant payment between persons.
    case vipps
    /// A cash withdrawal.
    case atm

    /// The type and code that a reservation of this kind carries, from the bank's list of 2018-10-29.
    var row: SandboxRowKind { facts.row }

    /// The value of `reservationType`; `nil` is sent as `null`.
    var reservationType: String? { facts.type }

    /// The text of the reservation when a scenario gives none.
    var usualText: String { facts.text }

    /// The kind of row that such a reservation becomes.
    var booked: SandboxRowKind { facts.booked }

    private var facts: (row: SandboxRowKind, type: String?, text: String, booked: SandboxRowKind) {
        switch self {
        case .visa:
            (SandboxRowKind(code: 946, label: "Bekreftet VISA"), "VisaReservation", "VISA", .visa)
        case .bankAxept:
            (
                SandboxRowKind(code: 943, label: "Varekjøp"), "PurchaseReservation", "Varekjøp",
                .bankAxept
            )
        case .vipps:
            (SandboxRowKind(code: 962, label: "Vipps straksbet."), nil, "Straksoverføring", .vipps)
        case .atm:
            (SandboxRowKind(code: 945, label: "Minibank"), "AtmReservation", "Minibank", .atm)
        }
    }
}

/// What the bank knows of a card purchase once it is booked (`cardDetails`).
struct SandboxCard: Sendable, Equatable {
    /// The masked card number.
    var cardNumber = "*0000"
    /// The name of the merchant.
    var merchant: String
    /// The place of the merchant.
    var city = "FJORDBY"
    /// The four digits of the merchant category.
    var categoryCode = "9399"
    /// The category in Norwegian.
    var category = "Diverse"
    /// The price in the currency of the shop, positive; `nil` is the amount of the row.
    var price: Money?
    /// Kroner for one unit of that currency.
    var rate = SandboxRate.one
    /// The day of the purchase; `nil` is the day of the reservation, or of the row itself.
    var purchaseDate: SandboxDate?
    /// 16 digits that start with 48; `nil` gives the next free one.
    var transactionId: String?
}

/// What the bank tells about a payment in `transactionDetail`.
struct SandboxDetail: Sendable, Equatable {
    /// The other account, written with points.
    var formattedAccountNumber = "9999.11.11121"
    /// The payer's reference (KID).
    var cid = ""
    /// Who received the money.
    var receiverName: String
    /// What the numbers of the payment end in.
    var reference: Int64 = 1
    /// Who paid; usually `nil`.
    var payerName: String?
    /// When the payment was entered.
    var registrationDate = SandboxDate.today
}

/// An exchange rate with four decimals, as the bank prints it.
struct SandboxRate: Sendable, Equatable {
    /// The rate times 10,000; positive.
    let tenThousandths: Int64

    static let one = SandboxRate(tenThousandths: 10_000)

    /// Makes a rate: 106,250 is 10.6250.
    init(tenThousandths: Int64) { self.tenThousandths = tenThousandths }

    /// Reads `10.625`; `nil` for what is no positive number with at most four decimals.
    init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? String(parts[1]) : "0"
        guard (1...2).contains(parts.count), (1...9).contains(parts[0].utf8.count),
            (1...4).contains(decimals.utf8.count),
            (parts[0] + decimals).utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let padded = decimals + String(repeating: "0", count: 4 - decimals.utf8.count)
        guard let value = Int64(parts[0] + padded), value > 0 else { return nil }
        tenThousandths = value
    }

    /// With all four decimals, as in the text of a row: `10.6250`.
    var text: String { "\(tenThousandths / 10_000).\((tenThousandths % 10_000).padded(to: 4))" }
}
