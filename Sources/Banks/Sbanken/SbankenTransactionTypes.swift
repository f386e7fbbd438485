import Finance

/// The parts of a row that show its kind.
struct TransactionSignals: Sendable {
    /// `reservationType`; flaps between answers, so it only helps.
    let reservationType: String?
    let code: Int?
    let labels: [FoldedText]
    let text: FoldedText
    let category: MerchantCategoryCode?
    /// Whether details of a card purchase are there.
    let hasCard: Bool
    let isCredit: Bool

    /// The kind; the bank's code decides if it is known.
    var type: TransactionType {
        // The codes do not say the direction.
        unsignedType.directed(isCredit: isCredit)
    }

    var isOwnTransfer: Bool {
        text == BankWording.ownTransfer
            || labels.contains(BankWording.ownTransferLabel)
    }

    private var unsignedType: TransactionType {
        if category?.isCash == true || reservationType == "AtmReservation" { return .atm }
        if let known = code.flatMap({ SbankenTransactionTypes.codes[$0] }) { return known }
        if let known = labels.lazy.compactMap({ BankWording.kinds[$0] }).first {
            return known
        }
        if hasCard || reservationType == "VisaReservation"
            || reservationType == "PurchaseReservation"
        {
            return .pointOfSale
        }
        return BankWording.type(of: text) ?? .unknown
    }
}

/// The kinds of transaction behind the bank's codes; those of its labels are in `BankWording`.
///
/// Codes 1 to 914 are booked rows, 921 to 962 their confirmations before booking. Sources: the
/// bank's own list of transaction types (2018-10-29) and bodies in public client tests; only 15,
/// 13, 200, 203, 204, 561, 709, 710, 714, 752, 946 and 962 were seen in such bodies.
enum SbankenTransactionTypes {
    /// `transactionTypeCode` → kind.
    static let codes: [Int: TransactionType] = {
        let groups: [(TransactionType, [Int])] = [
            // Visa vare, Varekjøp, Visa Electron, Varekjøp internett; 923, 937, 943 and 947 before
            // booking, 946 "Bekreftet VISA", 73 the terminal's reserve solution.
            (
                .pointOfSale,
                [68, 69, 73, 194, 516, 708, 709, 710, 714, 715, 923, 937, 943, 946, 947]
            ),
            // Minibank at home and abroad, MasterCard kontantuttak, Uttak.
            (.atm, [12, 86, 151, 702, 718, 719, 912, 922, 924, 938, 945]),
            // Overførsel, Valuta, Overføring, Straksbetaling, Gebyrfri overførsel, Vipps.
            (.transfer, [14, 15, 167, 197, 200, 302, 561, 914, 915, 960, 962]),
            // Skatt, Moms, Forsikring, Giro, Nettgiro, e-Faktura.
            (
                .billPayment,
                [16, 27, 35, 58, 161, 163, 201, 203, 204, 500, 501, 502, 503, 504, 505]
            ),
            // AutoGiro, Avtalegiro.
            (.directDebit, [155, 156, 930, 933]),
            // Fast oppdrag.
            (.standingOrder, [735]),
            // Lønn, Trygd/pensjon, Barnetrygd.
            (.directDeposit, [13, 30, 55, 913]),
            // Innbetaling, Innskudd.
            (.deposit, [1, 11, 901, 911]),
            // Renter, Debetrente, Kreditrente.
            (.interest, [300, 751, 752]),
            // Pris, Gebyr, Trans.gebyr VISA, Årsomk Visa.
            (.fee, [53, 312, 761, 762]),
            // Korreksjon, Korreksjon saldo.
            (.adjustment, [313, 774]),
            // Tilbakeførsel, Tilbakebetalt skatt, reversal of a confirmation.
            (.refund, [9, 19, 909, 948, 949]),
            // Lån.
            (.loan, [36]),
        ]
        let pairs = groups.flatMap { type, codes in codes.map { ($0, type) } }
        return Dictionary(pairs) { first, _ in first }
    }()
}
