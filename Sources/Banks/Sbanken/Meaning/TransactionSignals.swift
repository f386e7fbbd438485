import Finance

/// What a row tells about its kind.
struct TransactionSignals: Sendable {
    /// `reservationType`; flaps between answers, so it only helps.
    let reservationType: String?
    /// `transactionTypeCode`.
    let code: Int?
    /// `transactionType` and `transactionTypeText`, folded.
    let labels: [FoldedText]
    /// The bank's text, folded.
    let text: FoldedText
    /// The merchant's category.
    let category: MerchantCategoryCode?
    /// Whether details of a card purchase are there.
    let hasCard: Bool
    /// Whether money came in.
    let isCredit: Bool

    /// The kind; the bank's code decides where it is known.
    var type: TransactionType {
        let type = unsignedType
        guard isCredit else { return type }
        // The codes do not tell the direction: money back from a shop, a giro received.
        switch type {
        case .pointOfSale: return .refund
        case .billPayment: return .deposit
        default: return type
        }
    }

    /// Whether both sides belong to the customer.
    var isOwnTransfer: Bool {
        text == SbankenTransactionTypes.ownTransferText
            || labels.contains(SbankenTransactionTypes.ownTransferLabel)
    }

    private var unsignedType: TransactionType {
        if let category, SbankenTransactionTypes.cashCategories.contains(category.rawValue) {
            return .atm
        }
        if reservationType == "AtmReservation" { return .atm }
        if let known = code.flatMap({ SbankenTransactionTypes.codes[$0] }) { return known }
        if let known = labels.lazy.compactMap({ SbankenTransactionTypes.labels[$0] }).first {
            return known
        }
        if hasCard || reservationType == "VisaReservation"
            || reservationType == "PurchaseReservation"
        {
            return .pointOfSale
        }
        return SbankenTransactionTypes.beginnings.first { text.hasPrefix($0.text) }?.type
            ?? .unknown
    }
}
