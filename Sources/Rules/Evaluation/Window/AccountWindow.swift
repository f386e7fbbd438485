import Finance
import Foundation

/// One account's share of a window, kept so that its cost follows what changes.
///
/// Sums and counts over days live in one bucket a day; a maximum, and a window of hours, need the
/// rows themselves.
struct AccountWindow: Sendable {
    /// A sum and a count.
    struct Total: Sendable, Hashable {
        /// Minor units.
        var sum: Int64 = 0
        /// How many transactions.
        var count = 0
        /// The largest amount, for windows that keep their rows.
        var largest: Int64?
    }

    private var buckets: [Int: Total] = [:]
    private var entries: [UUID: WindowEntry] = [:]
    private let keepsEntries: Bool
    private var cached: (bounds: WindowBounds, total: Total)?

    /// Starts empty.
    init(keepsEntries: Bool) {
        self.keepsEntries = keepsEntries
    }

    /// Counts a transaction.
    mutating func add(_ entry: WindowEntry, id: UUID) {
        cached = nil
        if keepsEntries {
            entries[id] = entry
        } else {
            change(day: entry.day, by: entry.amount, count: 1)
        }
    }

    /// Takes a transaction off again.
    mutating func remove(_ entry: WindowEntry, id: UUID) {
        cached = nil
        if keepsEntries {
            entries[id] = nil
        } else {
            change(day: entry.day, by: -entry.amount, count: -1)
        }
    }

    private mutating func change(day: Int, by amount: Int64, count: Int) {
        var total = buckets[day] ?? Total()
        // A bank's amounts are far inside the range; what leaves it stays at its end.
        let (sum, overflow) = total.sum.addingReportingOverflow(amount)
        total.sum = overflow ? (amount < 0 ? .min : .max) : sum
        total.count += count
        buckets[day] = total.count == 0 && total.sum == 0 ? nil : total
    }

    /// The total inside the bounds; forgets what lies before them, since windows never go back.
    mutating func total(_ bounds: WindowBounds, baseline: Date, zone: TimeZone) -> Total {
        if let cached, cached.bounds == bounds { return cached.total }
        let total =
            keepsEntries
            ? rowTotal(bounds, baseline: baseline, zone: zone) : bucketTotal(bounds)
        cached = (bounds, total)
        return total
    }

    private mutating func bucketTotal(_ bounds: WindowBounds) -> Total {
        guard case .days(let days) = bounds else { return Total() }
        buckets = buckets.filter { $0.key >= days.lowerBound }
        return buckets.reduce(into: Total()) { total, bucket in
            guard days.contains(bucket.key) else { return }
            total.include(bucket.value.sum)
            total.count += bucket.value.count
        }
    }

    private mutating func rowTotal(
        _ bounds: WindowBounds, baseline: Date, zone: TimeZone
    ) -> Total {
        let first = bounds.firstDay(in: zone).dayNumber
        entries = entries.filter { entry in
            entry.value.isInside(bounds, baseline: baseline, zone: zone)
                || entry.value.day >= first
        }
        return entries.values.reduce(into: Total()) { total, entry in
            guard entry.isInside(bounds, baseline: baseline, zone: zone) else { return }
            total.include(entry.amount)
            total.count += 1
            total.largest = max(total.largest ?? .min, entry.amount)
        }
    }
}

extension AccountWindow.Total {
    /// Adds an amount and stays inside the range.
    mutating func include(_ amount: Int64) {
        let (result, overflow) = sum.addingReportingOverflow(amount)
        sum = overflow ? (amount < 0 ? .min : .max) : result
    }

    /// Both together, as for several accounts.
    func adding(_ other: AccountWindow.Total) -> AccountWindow.Total {
        var both = self
        both.include(other.sum)
        both.count += other.count
        both.largest = [largest, other.largest].compactMap { $0 }.max()
        return both
    }
}
