import Finance
import Foundation

/// One account's share of a window, updated as transactions change.
///
/// Sums and counts over days are kept as one total for each day. A maximum, and a window of hours,
/// need the rows themselves.
struct AccountWindow: Sendable {
    /// A sum, a count and, for windows that keep their rows, the largest amount.
    struct Total: Sendable, Hashable {
        /// The sum in minor units.
        var sum: Int64 = 0
        /// The number of transactions.
        var count = 0
        /// The largest amount, for windows that keep their rows.
        var largest: Int64?
    }

    /// The totals of the days that have rows, sorted by day.
    private var buckets: [(day: Int, total: Total)] = []
    private var entries: [UUID: WindowEntry] = [:]
    private let keepsEntries: Bool
    private var cached: (bounds: WindowBounds, total: Total)?

    init(keepsEntries: Bool) { self.keepsEntries = keepsEntries }

    /// Whether the window has no rows.
    var isEmpty: Bool { buckets.isEmpty && entries.isEmpty }

    /// Whether there may be rows before the bounds.
    func mayLoseRows(_ bounds: WindowBounds) -> Bool {
        guard !keepsEntries, case .days(let days) = bounds else { return true }
        return buckets.first.map { $0.day < days.lowerBound } ?? false
    }

    /// Counts a transaction, or removes it if it is not there any more.
    mutating func count(_ entry: WindowEntry, id: UUID, isThere: Bool) {
        if keepsEntries {
            cached = nil
            entries[id] = isThere ? entry : nil
        } else {
            let sign = isThere ? 1 : -1
            change(day: entry.day, by: Int64(sign) * entry.amount, count: sign)
        }
    }

    private mutating func change(day: Int, by amount: Int64, count: Int) {
        let place = place(of: day)
        if place == buckets.count || buckets[place].day != day {
            buckets.insert((day, Total()), at: place)
        }
        // Amounts of banks are far inside the range; an overflow is clamped.
        buckets[place].total.include(amount)
        buckets[place].total.count += count
        let total = buckets[place].total
        if total.count == 0, total.sum == 0 { buckets.remove(at: place) }
        follow(day, amount, count)
    }

    /// The index at which the total of a day is or would be inserted, which is nearly always the
    /// end.
    private func place(of day: Int) -> Int {
        var place = buckets.count
        while place > 0, buckets[place - 1].day >= day { place -= 1 }
        return place
    }

    /// Updates the cached total.
    private mutating func follow(_ day: Int, _ amount: Int64, _ count: Int) {
        guard let known = cached, case .days(let days) = known.bounds else { return }
        guard days.contains(day) else {
            // Earlier rows are removed when the total is requested again.
            if day < days.lowerBound { cached = nil }
            return
        }
        let (sum, overflow) = known.total.sum.addingReportingOverflow(amount)
        let isExact = !overflow && known.total.sum > .min && known.total.sum < .max
        cached?.total.sum = sum
        cached?.total.count += count
        if !isExact { cached = nil }
    }

    /// The total inside the bounds; removes earlier rows, since windows never move back.
    mutating func total(_ bounds: WindowBounds, baseline: Date, zone: TimeZone) -> Total {
        if let cached, cached.bounds == bounds { return cached.total }
        let total =
            if !keepsEntries, case .days(let days) = bounds {
                self.total([days], keeping: days.lowerBound)
            } else { rowTotal(bounds, baseline: baseline, zone: zone) }
        cached = (bounds, total)
        return total
    }

    /// The total inside several ranges of days; removes rows before `first`.
    mutating func total(_ ranges: [ClosedRange<Int>], keeping first: Int) -> Total {
        buckets.removeFirst(place(of: first))
        return buckets.reduce(into: Total()) { total, bucket in
            guard ranges.contains(where: { $0.contains(bucket.day) }) else { return }
            total.include(bucket.total.sum)
            total.count += bucket.total.count
        }
    }

    private mutating func rowTotal(
        _ bounds: WindowBounds, baseline: Date, zone: TimeZone
    ) -> Total {
        let first = bounds.firstDay(in: zone).dayNumber
        entries = entries.filter { entry in
            entry.value.isInside(bounds, baseline: baseline, zone: zone) || entry.value.day >= first
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
    /// Adds an amount; an overflow is clamped.
    mutating func include(_ amount: Int64) {
        let (result, overflow) = sum.addingReportingOverflow(amount)
        sum = overflow ? (amount < 0 ? .min : .max) : result
    }
}

/// The contribution of one transaction to a window.
struct WindowEntry: Sendable, Hashable {
    /// The day of the transaction, as a day number.
    let day: Int
    /// When the program first saw the transaction.
    let firstSeen: Date
    /// The amount in minor units; negative for a refund in a sum of spending.
    let amount: Int64

    /// Takes the contribution of a row.
    ///
    /// - Parameter sign: −1 if the amount is subtracted.
    init(_ row: Transaction, sign: Int64 = 1) {
        day = row.transactionDate.dayNumber
        firstSeen = row.firstSeen
        amount = sign * row.transactionAmount.minorUnits
    }

    /// Whether the transaction is inside the bounds.
    func isInside(_ bounds: WindowBounds, baseline: Date, zone: TimeZone) -> Bool {
        switch bounds {
        case .days(let days): days.contains(day)
        case .since(let instant):
            CalendarDay(dayNumber: day).sight(firstSeen, baseline: baseline, in: zone) >= instant
        }
    }
}

extension CalendarDay {
    /// When a row of this day was seen.
    ///
    /// A row of the silent first poll was seen late, so the end of its own day counts.
    func sight(_ firstSeen: Date, baseline: Date?, in zone: TimeZone) -> Date {
        guard let baseline, firstSeen <= baseline else { return firstSeen }
        return min(firstSeen, adding(days: 1).instant(in: zone))
    }
}
