public import Finance
public import Foundation

/// The spending of one period beside the one before, for a summary (RL-77).
public struct SpendingOverview: Sendable, Hashable {
    /// What some spending has in common.
    public enum Name: Sendable, Hashable {
        case group(MerchantCategory)
        /// A category of the rules file, or a merchant.
        case named(String)
        case account(UUID)
        /// Neither the bank nor the rules file knows its category, or it names no merchant.
        case other
    }

    /// The spending of one name and currency.
    public struct Share: Sendable, Hashable {
        /// `nil` for all of it.
        public let name: Name?
        public let spent: Money
        /// In the period before; `nil` if the history does not reach back.
        public let before: Money?
    }

    public let days: ClosedRange<CalendarDay>
    /// One for each currency, the largest first.
    public let totals: [Share]
    /// By size; empty unless the sentence asks for groups.
    public let groups: [Share]
    /// The three largest purchases, the largest first.
    public let largest: [Transaction]
    /// From when on rows are known, if the period began before.
    public let knownFrom: CalendarDay?
    /// The accounts whose rows are not up to date.
    public let stale: [UUID]
}

extension SpendingOverview {
    /// Adds up rows by name.
    struct Sums {
        fileprivate struct Key: Hashable {
            let name: Name?
            let currency: Currency
        }

        private var sums: [Key: (own: Int128, before: Int128)] = [:]

        /// Counts a row; money that comes in is a refund and is taken off.
        mutating func add(_ row: Transaction, _ name: Name?, isBefore: Bool) {
            let amount = Int128(row.transactionAmount.minorUnits)
            let signed = row.creditDebitIndicator == .credit ? -amount : amount
            let key = Key(name: name, currency: row.transactionAmount.currency)
            var sum = sums[key] ?? (0, 0)
            if isBefore { sum.before += signed } else { sum.own += signed }
            sums[key] = sum
        }

        /// The shares by size.
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
    /// Orders names of one size, the same on every run.
    fileprivate var text: String { "\(currency.code) \(name.map { "\($0)" } ?? "")" }
}
