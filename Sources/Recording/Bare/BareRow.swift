public import Foundation

/// A bare transaction line as plain numbers; texts are looked up in the ``BareRowReader``.
public struct BareRow: Sendable, Hashable {
    /// The number of the account.
    public let account: Int32
    /// The number of the bank's text; −1 without one.
    public let text: Int32
    /// The number of the merchant; −1 without one.
    public let merchant: Int32
    /// The number of what rows have in common besides: see ``BareTraits``.
    public let traits: Int32
    /// The day it happened, in days since 1970-01-01.
    public let day: Int32
    /// Signed from the holder's side, in minor units of the traits' currency.
    public let minorUnits: Int64
    /// When it was seen, if the line says so.
    public let time: Date?
}
