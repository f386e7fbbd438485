import Finance

/// The keys by which the merchant of a transaction is recognised (D44).
///
/// A row is judged by one key, the merchant's name or else the text. It makes both known, because
/// a booking often names the merchant where its reservation has only a text.
struct MerchantKeys: Sendable {
    /// The texts of a transaction that its keys are made of.
    struct Texts: Sendable, Hashable {
        private let merchant: String?
        private let text: String
        private let party: String?

        /// Takes the texts of a transaction.
        init(_ transaction: Transaction) {
            merchant = transaction.merchantName
            text = transaction.originalTransactionDescription
            party = transaction.counterparty?.name
        }
    }

    /// The key that the row is judged by; `nil` if it does not tell who is paid.
    let primary: FoldedText?
    /// Every key that the row makes known, each once.
    let all: [FoldedText]

    /// Longer texts, in bytes, hide no merchant.
    private static let longestHiding = 40

    /// Reads the keys of a transaction.
    init(_ transaction: Transaction) {
        var found: [FoldedText] = []
        if let name = transaction.merchantName {
            let key = MerchantName(name).key
            if !key.isEmpty { found.append(key) }
        }
        let text = transaction.originalTransactionDescription
        // No word that hides the merchant is as long as that: most texts need no look.
        if text.utf8.count > Self.longestHiding || !MerchantName.isHidden(in: text) {
            let key = MerchantName(text).key
            if !key.isEmpty { found.append(key) }
        }
        if found.isEmpty, let party = transaction.counterparty?.name {
            found = [MerchantName(party).key].filter { !$0.isEmpty }
        }
        primary = found.first
        all = found.count == 2 && found[0] == found[1] ? [found[0]] : found
    }
}
