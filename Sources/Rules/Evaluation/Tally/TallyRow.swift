public import Finance
public import Foundation

/// A new transaction as plain numbers, for counting; whoever reads the rows gives the numbers.
public struct TallyRow: Sendable, Hashable {
    /// The number of the account, from 0.
    public let account: Int32
    /// The number of the bank's text; −1 without one.
    public let text: Int32
    /// The number of the merchant; −1 without one.
    public let merchant: Int32
    /// A number that rows share only if they have currency, state, kind and category in common.
    public let traits: Int32
    /// Signed from the holder's side, in minor units.
    public let minorUnits: Int64
    /// The day it happened.
    public let day: CalendarDay
    /// When it was seen.
    public let seenAt: Date

    /// Makes a row; numbers of texts and traits stay below 2²⁰.
    public init(
        account: Int32, text: Int32, merchant: Int32, traits: Int32, minorUnits: Int64,
        day: CalendarDay, seenAt: Date
    ) {
        self.account = account
        self.text = text
        self.merchant = merchant
        self.traits = traits
        self.minorUnits = minorUnits
        self.day = day
        self.seenAt = seenAt
    }

    /// What rows that match the same rules have in common, whatever their amounts and accounts.
    var classKey: UInt64 {
        UInt64(truncatingIfNeeded: merchant + 1) << 42 | UInt64(truncatingIfNeeded: text + 1) << 21
            | UInt64(truncatingIfNeeded: kindKey)
    }

    /// The same for rules that look at no text.
    var kindKey: Int32 { traits << 1 | (minorUnits < 0 ? 1 : 0) }
}
