package import Finance
package import Foundation

/// One figure of an account over time; instants are milliseconds since 1970.
package struct BalanceCurve: Sendable, Hashable {
    /// A figure and the time in which it is known to have held.
    package struct Step: Sendable, Hashable {
        package let start: Int
        package let end: Int
        package let minorUnits: Int64
    }

    /// In order; between two that don't touch, the account was not read.
    package private(set) var steps: [Step] = []

    /// Makes the curve from stored records.
    ///
    /// - Parameters:
    ///   - records: oldest first, with the one that held when the span began.
    ///   - readUntil: when the account was last read.
    ///   - longestPause: how many seconds without a reading are no gap.
    package init(
        _ records: [AccountBalance], _ figure: (AccountBalance) -> Money?, in span: Range<Date>,
        readUntil: Date, longestPause: TimeInterval
    ) {
        for (index, record) in records.enumerated() {
            guard let value = figure(record) else { continue }
            let start = record.currentBalance.asOfDate
            let next = index + 1 < records.count ? records[index + 1] : nil
            let end = next?.currentBalance.asOfDate ?? span.upperBound
            let read = max(start, next.map { $0.previousRead ?? end } ?? readUntil)
            let known = end.timeIntervalSince(read) > longestPause ? read : end
            guard known >= span.lowerBound, start < span.upperBound else { continue }
            steps.append(
                Step(
                    start: max(start, span.lowerBound).wholeMilliseconds,
                    end: min(known, span.upperBound).wholeMilliseconds,
                    minorUnits: value.minorUnits))
        }
    }

    /// The curve of an account that was never read.
    package static let empty = BalanceCurve()

    private init() {}

    /// The figure that held at an instant, or before the gap that it is in.
    package func value(at instant: Int) -> Int64? { steps.last { $0.start <= instant }?.minorUnits }
}

/// The limit that a rule sets for a figure of one account.
package struct AccountLimit: Sendable, Hashable {
    package let ruleID: String
    /// Whether the rule is about the available amount rather than the balance.
    package let isOfAvailable: Bool
    /// Signed from the holder's side.
    package let amount: Money

    package init(ruleID: String, isOfAvailable: Bool, amount: Money) {
        (self.ruleID, self.isOfAvailable, self.amount) = (ruleID, isOfAvailable, amount)
    }
}

extension AccountLimit {
    /// The limits close enough to be drawn beside some figures; one far away would flatten the
    /// curve.
    package static func near(_ figures: [Int64], _ limits: [AccountLimit]) -> [AccountLimit] {
        let farthest = (figures.map(\.magnitude).max() ?? 0).multipliedReportingOverflow(by: 4)
        return limits.filter {
            farthest.overflow || $0.amount.minorUnits.magnitude <= farthest.partialValue
        }
    }
}

/// An alert that began or ended, marked on a curve.
package struct AlertMark: Sendable, Hashable {
    package enum Kind: Sendable, Hashable, CaseIterable {
        case began, ended
        /// An event, such as a large debit.
        case event
    }

    /// Milliseconds since 1970.
    package let at: Int
    package let kind: Kind
    package let ruleID: String?
    package let title: String

    package init(at: Int, kind: Kind, ruleID: String?, title: String) {
        (self.at, self.kind, self.ruleID, self.title) = (at, kind, ruleID, title)
    }
}
