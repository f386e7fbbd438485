/// What a rule on new transactions asks of earlier ones; plain numbers only.
struct HistoryNeed: Sendable {
    /// Whether there must be no earlier transaction at the merchant.
    var isAtNewMerchant = false
    /// The index of the series that it compares with; −1 without one.
    var series: Int32 = -1

    /// Whether it asks for anything.
    var isAny: Bool { isAtNewMerchant || series >= 0 }
}
