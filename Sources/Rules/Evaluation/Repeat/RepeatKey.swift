import Finance
import Foundation

/// What like transactions have in common; only those with equal keys are counted together.
struct RepeatKey: Sendable, Hashable {
    /// The account, unless the sentence counts all of them together.
    var account: UUID?
    /// The currency; amounts of two are never compared.
    var currency: Currency
    /// The signed amount in minor units, for `of the same amount`.
    var amount: Int64?
    /// The merchant's key, for `at the same merchant`.
    var merchant: FoldedText?
    /// The day, for `on the same day`.
    var day: Int?
}
