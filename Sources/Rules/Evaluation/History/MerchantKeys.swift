import Finance

/// The keys by which the merchant of a transaction is recognised (D44).
///
/// A row is judged by one key, the merchant's name or else the text. It makes both known, because
/// a booking often names the merchant where its reservation has only a text.
struct MerchantKeys: Sendable {
    /// The key that the row is judged by; `nil` if it does not tell who is paid.
    let primary: FoldedText?
    /// Every key that the row makes known, each once.
    let all: [FoldedText]

    /// Reads the keys of a transaction.
    init(_ transaction: Transaction) {
        let name = MerchantName(transaction.merchantName).key
        let text = transaction.originalTransactionDescription
        let booked = MerchantName.isHidden(in: text) ? nil : MerchantName(text).key
        var found = [name, booked].compactMap(\.self).filter { !$0.isEmpty }
        if found.isEmpty, let party = transaction.counterparty?.name {
            found = [MerchantName(party).key].filter { !$0.isEmpty }
        }
        primary = found.first
        all = found.count == 2 && found[0] == found[1] ? [found[0]] : found
    }
}
