public import Finance
public import Foundation

/// The spending of one period compared with the period before, for a summary (RL-77).
public struct SpendingOverview: Sendable, Hashable {
    /// The group that some spending belongs to.
    public enum Name: Sendable, Hashable {
        case group(MerchantCategory)
        /// A category of the rules file, or a merchant.
        case named(String)
        case account(UUID)
        /// Neither the bank nor the rules file knows the category, or the row names no merchant.
        case other
    }

    /// The spending of one group and currency.
    public struct Share: Sendable, Hashable {
        /// The group; `nil` for the total.
        public let name: Name?
        public let spent: Money
        /// The spending in the period before; `nil` if the history does not cover it.
        public let before: Money?
    }

    public let days: ClosedRange<CalendarDay>
    /// One total for each currency, largest first.
    public let totals: [Share]
    /// The groups, largest first; empty unless the sentence asks for groups.
    public let groups: [Share]
    /// The three largest purchases, largest first.
    public let largest: [Transaction]
    /// The day from which rows are known, if the period began earlier.
    public let knownFrom: CalendarDay?
    /// The accounts whose rows are not up to date.
    public let stale: [UUID]
}

extension SpendingOverview {
    /// Adds up rows by group and currency.
    struct Sums {
        fileprivate struct Key: Hashable {
            let name: Name?
            let currency: Currency
        }

        private var sums: [Key: (own: Int128, before: Int128)] = [:]

        /// Counts a row; incoming money is a refund and is subtracted.
        mutating func add(_ row: Transaction, _ name: Name?, isBefore: Bool) {
            let amount = Int128(row.transactionAmount.minorUnits)
            let signed = row.creditDebitIndicator == .credit ? -amount : amount
            let key = Key(name: name, currency: row.transactionAmount.currency)
            var sum = sums[key] ?? (0, 0)
            if isBefore { sum.before += signed } else { sum.own += signed }
            sums[key] = sum
        }

        /// The shares, largest first.
        func shares(knowsBefore: Bool) -> [Share] {
            let order = sums.sorted { left, right in
                let (one, other) = (left.value, right.value)
                return (one.own, one.before, left.key.text) > (
                    other.own, other.before, right.key.text
                )
            }
            return order.map { key, sum in
                func money(_ amount: Int128) -> Money {
                    Money(minorUnits: Int64(clamping: amount), currency: key.currency)
                }
                return Share(
                    name: key.name, spent: money(sum.own),
                    before: knowsBefore ? money(sum.before) : nil)
            }
        }
    }
}

extension SpendingOverview.Sums.Key {
    /// Sorts groups of equal size in the same order on every run.
    fileprivate var text: String { "\(currency.code) \(name.map { "\($0)" } ?? "")" }
}
