public import Finance
public import Foundation

/// A rule in words, such as what it reads, when it fires and when it recovers.
///
/// The explanation depends only on the rule; accounts and current figures come from a store.
public struct RuleExplanation: Sendable, Hashable {
    /// The topic of a line, in the order in which they are shown.
    public enum Topic: String, Sendable, Hashable, CaseIterable {
        case kind
        case reads
        case accounts
        case fires
        case recovers
        /// When notifications are held back.
        case quiet
        case waits
        /// What distinguishes one alert of the rule from another.
        case alert
        case channels
    }

    public struct Line: Sendable, Hashable {
        public let topic: Topic
        public let text: String
    }

    /// All lines, in the order of ``Topic``.
    public let lines: [Line]

    public init(_ rule: Rule) {
        let words = ExplanationStrings(rule: rule)
        lines = Topic.allCases.map { Line(topic: $0, text: words.text($0)) }
    }

    public subscript(topic: Topic) -> String { lines.first { $0.topic == topic }?.text ?? "" }
}

/// A deadline or a time of a summary in the future.
public struct UpcomingInstant: Sendable, Hashable {
    /// The last day in time of the deadline, or the day of the summary.
    public let day: CalendarDay
    /// When the deadline is judged or the summary is sent.
    public let instant: Date
}

extension Rule {
    /// The next deadlines of an absence rule or times of a summary, earliest first.
    ///
    /// Empty for other rules, and for `in the last …`, `every 2 weeks` and subscriptions, which
    /// depend on past transactions.
    public func upcomingInstants(
        after now: Date, in zone: TimeZone, holidays: HolidayCalendar = .norway, count: Int = 3
    ) -> [UpcomingInstant] {
        switch body {
        case .absence(let absence):
            guard case .deadlines(let calendar)? = AbsenceTime(absence.deadline, holidays) else {
                return []
            }
            var day = calendar.newestJudged(at: now, in: zone)
            return (0..<count).map { _ in
                day = calendar.next(after: day)
                return UpcomingInstant(day: day, instant: calendar.judgedFrom(day, in: zone))
            }
        case .summary(let summary):
            let calendar = SummaryCalendar(summary, zone: zone)
            var instant = now
            return (0..<count).map { _ in
                instant = calendar.next(after: instant)
                return UpcomingInstant(day: CalendarDay(of: instant, in: zone), instant: instant)
            }
        case .condition, .event, .repetition: return []
        }
    }
}

/// Stored data that is needed to compute how often a rule would have fired.
public enum StoredNeed: Sendable, Hashable, CaseIterable {
    case rows
    case figures
    case creditLimits
    case health
    case planned
    /// Reservations that went away without a booking.
    case dropped
}

extension Rule {
    public var storedNeeds: Set<StoredNeed> {
        var needs = Set(body.leaves.flatMap(\.storedNeeds))
        switch body {
        case .event(let event):
            for part in event.parts {
                needs.insert(part.trigger == .reservationDropped ? .dropped : .rows)
            }
        case .absence, .repetition: needs.insert(.rows)
        case .summary(let summary): needs.insert(summary.spending == nil ? .figures : .rows)
        case .condition: break
        }
        return needs
    }
}

extension Condition {
    var storedNeeds: Set<StoredNeed> {
        switch self {
        case .health: return [.health]
        case .forecast: return [.planned, .figures]
        case .reservationAge: return [.dropped, .rows]
        case .level(let level):
            var needs = Set(level.quantities.flatMap(\.storedNeeds))
            if case .its(let figure, _, _)? = level.comparison.reference {
                needs.insert(figure == .creditLimit ? .creditLimits : .figures)
            }
            return needs
        case .change(let change): return change.quantity.storedNeeds
        case .all, .any: return []
        }
    }
}

extension Quantity {
    fileprivate var storedNeeds: Set<StoredNeed> {
        switch kind {
        case .former: [.figures]
        case .pace: [.planned, .rows]
        case .figure(let figure, _, _): figure == .creditLimit ? [.creditLimits] : [.figures]
        case .aggregate: [.rows]
        case .upcomingPayments: [.planned]
        }
    }
}
