/// The words with which Norwegian banks say what kind a transaction is.
///
/// Unknown words give no kind: a wrong one would keep a transaction out of sums and rules.
public enum BankWording: Sendable {
    /// The kind of a row in the direction of its money.
    ///
    /// - Parameters:
    ///   - kind: the value of a column or field that holds nothing but the kind.
    ///   - text: the text of the row, which counts if that is missing or not known.
    public static func type(kind: String? = nil, text: String?, isCredit: Bool) -> TransactionType {
        let kind = FoldedText(kind)
        let words = FoldedText(text)
        let found = kinds[kind] ?? type(of: kind) ?? type(of: words) ?? .unknown
        let isOwn = kind == ownTransferLabel || words.hasPrefix(ownTransfer)
        if isCredit || isOwn { return found.directed(isCredit: isCredit) }
        switch found {
        // What somebody else gets is spent, and stays in sums of spending; another own account is
        // recognised by its number or its row.
        case .directDeposit, .transfer, .adjustment: return .unknown
        default: return found.directed(isCredit: false)
        }
    }

    /// The text of a movement between the person's own accounts.
    public static let ownTransfer = FoldedText("overføring mellom egne kontoer")
    /// The label of such a movement; Sbanken's code 200 is the same.
    public static let ownTransferLabel = FoldedText("ovfnettb")

    /// The kind that a text or label begins with; `nil` if none of the words is known.
    public static func type(of text: FoldedText) -> TransactionType? {
        beginnings.first { text.hasPrefix($0.text) && !isLonger(text, than: $0.text) }?.type
    }

    /// Whether a text's word continues, as in `lønnskonto`, which is no `lønn`.
    private static func isLonger(_ text: FoldedText, than beginning: FoldedText) -> Bool {
        guard let next = text.bytes.dropFirst(beginning.bytes.count).first else { return false }
        return next >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next)
    }

    /// How a text begins, folded → kind; the first that fits.
    private static let beginnings: [(text: FoldedText, type: TransactionType)] = [
        ("overføring mellom egne kontoer", TransactionType.transfer),
        ("straksoverføring", .transfer), ("nettgiro fra", .deposit), ("nettgiro", .billPayment),
        ("avtalegiro", .directDebit), ("lønn", .directDeposit), ("lønnsutbetaling", .directDeposit),
        ("kreditrente", .interest), ("kreditrenter", .interest), ("debetrente", .interest),
        ("debetrenter", .interest), ("gebyr", .fee), ("gebyrer", .fee),
        ("korreksjon", .adjustment), ("varekjøp", .pointOfSale), ("visa varekjøp", .pointOfSale),
        ("visa vare", .pointOfSale), ("minibank", .atm), ("minibankuttak", .atm),
    ].map { (FoldedText($0.0), $0.1) }

    /// Whole values, folded → kind, as Sbanken's answers and the columns of lists have them.
    public static let kinds: [FoldedText: TransactionType] = {
        let words: [String: TransactionType] = [
            "visa vare": .pointOfSale, "bekreftet visa": .pointOfSale, "varekjøp": .pointOfSale,
            "kortkjøp": .pointOfSale, "kjøp": .pointOfSale, "köp": .pointOfSale,
            "einkauf": .pointOfSale, "osto": .pointOfSale, "minibank": .atm,
            "ovfnettb": .transfer, "straksovf": .transfer, "strof": .transfer,
            "vipps straksbet.": .transfer, "overføring": .transfer, "nettgiro": .billPayment,
            "e-faktura": .billPayment, "avtalegiro": .directDebit, "autogiro": .directDebit,
            "fast oppdrag": .standingOrder, "lønn": .directDeposit, "rki": .deposit,
            "kreditrte": .interest, "debetrte": .interest, "gebyr": .fee,
            "korreksjon": .adjustment,
        ]
        return Dictionary(words.map { (FoldedText($0.key), $0.value) }) { first, _ in first }
    }()
}

extension TransactionType {
    /// The kind for the direction of the money: money back from a shop, a giro received.
    public func directed(isCredit: Bool) -> TransactionType {
        switch (self, isCredit) {
        case (.pointOfSale, true): .refund
        case (.billPayment, true): .deposit
        default: self
        }
    }
}
