/// How a purchase was reserved, which decides type, code and what the text gives away.
public enum ReservationKind: String, Sendable, Equatable, CaseIterable {
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
