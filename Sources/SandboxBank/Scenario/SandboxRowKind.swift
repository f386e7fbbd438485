/// The type of a row as the bank names it: a code and a short Norwegian label.
///
/// Codes are those of the bank's list of 2018-10-29; the labels of 13, 312, 710 and 718 are
/// invented in the style of the others, because no public sample shows them.
public struct SandboxRowKind: Sendable, Equatable {
    /// `transactionTypeCode`.
    public let code: Int
    /// `transactionType`, and of booked rows `transactionTypeText`.
    public let label: String

    /// Makes a kind that is not in the table.
    public init(code: Int, label: String) {
        self.code = code
        self.label = label
    }

    /// A Visa purchase.
    public static let visa = SandboxRowKind(code: 714, label: "VISA VARE")
    /// A purchase by the domestic card scheme.
    public static let bankAxept = SandboxRowKind(code: 710, label: "VARER")
    /// An instant payment between persons.
    public static let vipps = SandboxRowKind(code: 561, label: "StraksOvf")
    /// A cash withdrawal.
    public static let atm = SandboxRowKind(code: 718, label: "MINIBANK")
    /// A transfer between one's own accounts.
    public static let ownTransfer = SandboxRowKind(code: 200, label: "OVFNETTB")
    /// A bill paid in the online bank.
    public static let giro = SandboxRowKind(code: 203, label: "NETTGIRO")
    /// A bill paid by agreement.
    public static let avtalegiro = SandboxRowKind(code: 156, label: "AVTALEGIRO")
    /// A standing order.
    public static let standingOrder = SandboxRowKind(code: 735, label: "FAST OPPDRAG")
    /// Wages.
    public static let salary = SandboxRowKind(code: 13, label: "LØNN")
    /// Interest received.
    public static let interest = SandboxRowKind(code: 752, label: "KREDITRTE")
    /// Interest paid.
    public static let debitInterest = SandboxRowKind(code: 751, label: "DEBETRTE")
    /// A fee.
    public static let fee = SandboxRowKind(code: 312, label: "GEBYR")
    /// A correction of an earlier row.
    public static let correction = SandboxRowKind(code: 313, label: "KORREKSJON")

    /// The kinds that a scenario file may name, with the text that the bank usually writes.
    static let named: [(name: String, kind: SandboxRowKind, usualText: String)] = [
        ("visa", visa, "VISA"),
        ("bankAxept", bankAxept, "Varekjøp"),
        ("vipps", vipps, "Til: Ola Testesen"),
        ("atm", atm, "Minibank"),
        ("ownTransfer", ownTransfer, "Overføring mellom egne kontoer"),
        ("giro", giro, "Nettgiro"),
        ("avtalegiro", avtalegiro, "Avtalegiro"),
        ("standingOrder", standingOrder, "Fast oppdrag"),
        ("salary", salary, "Lønn fra: Eksempelbedriften AS"),
        ("interest", interest, "Kreditrente"),
        ("debitInterest", debitInterest, "Debetrente"),
        ("fee", fee, "Gebyr"),
        ("correction", correction, "KORREKSJON"),
    ]

    /// The text that the bank usually writes on such a row.
    var usualText: String {
        Self.named.first { $0.kind == self }?.usualText ?? label
    }
}
