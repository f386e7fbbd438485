public import Finance

/// An event at the sandbox bank.
///
/// Accounts are named by id, account number, or name if only one account has it.
public enum SandboxAction: Sendable, Equatable {
    /// `available` falls, `balance` stays.
    case reserve(SandboxReservation)
    /// A reservation becomes a booked row.
    case book(SandboxBooking)
    /// A row is booked that was never reserved.
    case post(SandboxPosting)
    /// One row on each of two accounts.
    case transfer(SandboxTransfer)
    /// A reservation is dropped and never booked.
    case release(reservation: String)
    /// The balance changes without a row that explains it.
    case setBalance(account: String, balance: Money)
    case turn(SandboxSwitch, SwitchValue)
}

/// An amount that a shop has reserved.
public struct SandboxReservation: Sendable, Equatable {
    /// The name that later actions use; unique among open reservations.
    var id: String
    var account: String
    var amount: Money
    var text: SandboxText
    var kind = ReservationKind.visa
    var date = SandboxDate.today
}

/// The booking of a reservation.
public struct SandboxBooking: Sendable, Equatable {
    var reservation: String
    /// `nil` books the reserved amount.
    var amount: Money?
    var text = SandboxText.usual
    /// `nil` is the kind that belongs to the reservation's.
    var kind: SandboxRowKind?
    var date = SandboxDate.today
    /// The value date; `nil` is the day of booking.
    var interestDate: SandboxDate?
    var card: SandboxCard?
}

/// A row that is booked without a reservation.
public struct SandboxPosting: Sendable, Equatable {
    var account: String
    var amount: Money
    var kind: SandboxRowKind
    var text = SandboxText.usual
    var date = SandboxDate.today
    /// The value date; `nil` is the day of booking.
    var interestDate: SandboxDate?
    var card: SandboxCard?
    var detail: SandboxDetail?
}

/// A transfer between two accounts of the bank.
public struct SandboxTransfer: Sendable, Equatable {
    var from: String
    var to: String
    var amount: Money
    var text = SandboxText.usual
    var date = SandboxDate.today
}

/// The text of a row: what the bank usually writes, or exactly this; `nil` sends `null`.
public enum SandboxText: Sendable, Equatable, ExpressibleByStringLiteral {
    case usual
    case exactly(String?)

    public init(stringLiteral value: String) { self = .exactly(value) }

    func resolved(usual: String?) -> String? {
        if case .exactly(let text) = self { text } else { usual }
    }
}

/// A day in a scenario: `"2026-03-05"`, or so many days after the bank day of the action: `-2`.
public enum SandboxDate: Sendable, Equatable {
    case day(CalendarDay)
    case offset(Int)

    static let today = SandboxDate.offset(0)

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
    let code: Int
    /// `transactionType`, and of booked rows `transactionTypeText`.
    let label: String

    static let visa = SandboxRowKind(code: 714, label: "VISA VARE")
    /// A purchase by the domestic card scheme.
    static let bankAxept = SandboxRowKind(code: 710, label: "VARER")
    /// An instant payment between persons.
    static let vipps = SandboxRowKind(code: 561, label: "StraksOvf")
    static let atm = SandboxRowKind(code: 718, label: "MINIBANK")
    static let ownTransfer = SandboxRowKind(code: 200, label: "OVFNETTB")
    static let giro = SandboxRowKind(code: 203, label: "NETTGIRO")

    /// The kinds that a scenario file may name, with the text that the bank usually writes.
    static let named: [(name: String, kind: SandboxRowKind, usualText: String)] = [
        ("visa", visa, "VISA"), ("bankAxept", bankAxept, "Varekjøp"),
        ("vipps", vipps, "Til: Ola Testesen"), ("atm", atm, "Minibank"),
        ("ownTransfer", ownTransfer, "Overføring mellom egne kontoer"), ("giro", giro, "Nettgiro"),
        ("avtalegiro", SandboxRowKind(code: 156, label: "AVTALEGIRO"), "Avtalegiro"),
        ("standingOrder", SandboxRowKind(code: 735, label: "FAST OPPDRAG"), "Fast oppdrag"),
        ("salary", SandboxRowKind(code: 13, label: "LØNN"), "Lønn fra: Eksempelbedriften AS"),
        ("interest", SandboxRowKind(code: 752, label: "KREDITRTE"), "Kreditrente"),
        ("debitInterest", SandboxRowKind(code: 751, label: "DEBETRTE"), "Debetrente"),
        ("fee", SandboxRowKind(code: 312, label: "GEBYR"), "Gebyr"),
        ("correction", SandboxRowKind(code: 313, label: "KORREKSJON"), "KORREKSJON"),
    ]

    var usualText: String { Self.named.first { $0.kind == self }?.usualText ?? label }
}

/// How a purchase was reserved.
enum ReservationKind: String, Sendable, Equatable, CaseIterable {
    case visa, bankAxept, vipps, atm

    /// The type and code of the reservation, from the bank's list of 2018-10-29.
    var row: SandboxRowKind { facts.row }

    /// The value of `reservationType`; `nil` is sent as `null`.
    var reservationType: String? { facts.type }

    var booked: SandboxRowKind { facts.booked }

    /// The text of the reservation when a scenario gives none; that of a domestic purchase hides the
    /// shop.
    var usualText: String { self == .vipps ? "Straksoverføring" : booked.usualText }

    private var facts: (row: SandboxRowKind, type: String?, booked: SandboxRowKind) {
        switch self {
        case .visa: (SandboxRowKind(code: 946, label: "Bekreftet VISA"), "VisaReservation", .visa)
        case .bankAxept:
            (SandboxRowKind(code: 943, label: "Varekjøp"), "PurchaseReservation", .bankAxept)
        case .vipps: (SandboxRowKind(code: 962, label: "Vipps straksbet."), nil, .vipps)
        case .atm: (SandboxRowKind(code: 945, label: "Minibank"), "AtmReservation", .atm)
        }
    }
}

/// The bank's details of a card purchase once it is booked (`cardDetails`).
struct SandboxCard: Sendable, Equatable {
    var cardNumber = "*0000"
    var merchant: String
    var city = "FJORDBY"
    /// The four digits of the merchant category, and its name in Norwegian.
    var categoryCode = "9399"
    var category = "Diverse"
    var price: Money?
    /// Kroner for one unit of that currency.
    var rate = SandboxRate.one
    /// `nil` is the day of the reservation, or of the row itself.
    var purchaseDate: SandboxDate?
    /// 16 digits that start with 48; `nil` gives the next free one.
    var transactionId: String?
}

/// The bank's details of a payment in `transactionDetail`.
struct SandboxDetail: Sendable, Equatable {
    /// The other account, written with points.
    var formattedAccountNumber = "9999.11.11121"
    /// The payer's reference (KID).
    var cid = ""
    var receiverName: String
    /// What the numbers of the payment end in.
    var reference = 1
    var payerName: String?
    var registrationDate = SandboxDate.today
}

/// An exchange rate with four decimals, as the bank prints it.
struct SandboxRate: Sendable, Equatable {
    /// 106,250 is 10.6250.
    let tenThousandths: Int64

    static let one = SandboxRate(tenThousandths: 10_000)

    init(tenThousandths: Int64) { self.tenThousandths = tenThousandths }

    /// Reads `10.625`; `nil` for anything but a positive number with at most four decimals.
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

    var text: String { "\(tenThousandths / 10_000).\((tenThousandths % 10_000).padded(to: 4))" }
}
