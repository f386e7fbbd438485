import Finance
import Rules

/// The subject of a rule's condition, and on which side of its limit it is true.
struct ConditionTopic {
    enum Subject {
        case figure(Figure)
        /// A sum, count or maximum over a window.
        case aggregate(Aggregate)
        case upcomingPayments(Ahead)
        /// A sum as forecast for the end of its period.
        case pace(Aggregate)
        case forecast(Figure)
        case change(Change)
        case reservationAge
        /// Joined conditions, comparisons of two accounts, health, and rules that are no conditions.
        case other
    }

    let subject: Subject
    /// Whether it is true below its limit; `nil` for conditions that are neither low nor high.
    private(set) var isLow: Bool?

    init(_ body: Body) {
        guard case .condition(let condition) = body else {
            subject = .other
            return
        }
        switch condition {
        case .level(let level) where !level.comparesAccounts:
            isLow = level.comparison.relation.isUpperBound
            subject =
                switch level.quantity.kind {
                case .figure(let figure, _, _), .former(let figure, _, _, _): .figure(figure)
                case .aggregate(let aggregate): .aggregate(aggregate)
                case .pace(let aggregate): .pace(aggregate)
                case .upcomingPayments(_, let ahead): .upcomingPayments(ahead)
                }
        case .forecast(let forecast):
            isLow = forecast.comparison.relation.isUpperBound
            subject = .forecast(forecast.figure)
        case .change(let change): subject = .change(change)
        case .reservationAge: subject = .reservationAge
        case .level, .all, .any, .health: subject = .other
        }
    }

    /// The account's figure that is compared, if it is one.
    var figure: Figure? {
        switch subject {
        case .figure(let figure), .forecast(let figure): return figure
        case .change(let change):
            if case .figure(let figure, _, _) = change.quantity.kind { return figure }
            return nil
        case .aggregate, .upcomingPayments, .pace, .reservationAge, .other: return nil
        }
    }

    /// The title of a notification about it; `nil` where the topic alone does not suffice.
    ///
    /// - Parameters:
    ///   - account: `nil` for a sum over accounts.
    ///   - value: the figure, `nil` where none may be shown.
    ///   - day: the day that a forecast names.
    ///   - days: the days of a sum whose period is over when a person reads it.
    func title(
        _ texts: Texts, account: String?, value: String?, day: String? = nil,
        days: String? = nil, _ phase: AlertPhase
    ) -> String? {
        guard let isLow else { return nil }
        return switch subject {
        case .figure(let figure): texts.level(figure, of: account, isLow: isLow, value, phase)
        case .aggregate(let aggregate):
            texts.sum(
                texts.aggregate(aggregate, on: account, days: days), isLow: isLow, value, phase)
        case .upcomingPayments(let ahead):
            texts.sum(texts.upcomingPayments(ahead, on: account), isLow: isLow, value, phase)
        case .pace(let aggregate):
            texts.forecast(
                texts.aggregate(aggregate, on: account, days: nil), isLow: isLow, value, on: nil,
                phase)
        case .forecast: texts.forecast(account, isLow: isLow, value, on: day, phase)
        case .change, .reservationAge, .other: nil
        }
    }
}

extension Level {
    /// Whether it compares the figures of two accounts, neither of which is low by itself.
    fileprivate var comparesAccounts: Bool {
        guard case .reference(.quantity(let other)) = comparison.operand else { return false }
        return [quantity, other].allSatisfy { side in
            guard case .figure(_, false, let scope?) = side.kind, case .named = scope.reach else {
                return false
            }
            return true
        }
    }
}

extension [Filter] {
    /// The filters in canonical words, without the accounts, which have their own place in a text.
    var words: String { filter { $0.scope == nil }.canonicalWords }
}
