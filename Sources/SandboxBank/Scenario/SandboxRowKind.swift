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

    /// The type and code that a reservation of this kind carries.
    ///
    /// Codes 943, 945, 946 and 962 are those of the bank's list of 2018-10-29.
    var row: SandboxRowKind {
        switch self {
        case .visa: SandboxRowKind(code: 946, label: "Bekreftet VISA")
        case .bankAxept: SandboxRowKind(code: 943, label: "Varekjøp")
        case .vipps: SandboxRowKind(code: 962, label: "Vipps straksbet.")
        case .atm: SandboxRowKind(code: 945, label: "Minibank")
        }
    }

    /// The value of `reservationType`; `nil` is sent as `null`.
    var reservationType: String? {
        switch self {
        case .visa: "VisaReservation"
        case .bankAxept: "PurchaseReservation"
        case .vipps: nil
        case .atm: "AtmReservation"
        }
    }

    /// The text of the reservation when a scenario gives none.
    var usualText: String {
        switch self {
        case .visa: "VISA"
        case .bankAxept: "Varekjøp"
        case .vipps: "Straksoverføring"
        case .atm: "Minibank"
        }
    }

    /// The kind of row that such a reservation becomes.
    var booked: SandboxRowKind {
        switch self {
        case .visa: .visa
        case .bankAxept: .bankAxept
        case .vipps: .vipps
        case .atm: .atm
        }
    }
}
