import Finance
import Rules

/// What a rule's condition compares, and on which side of its limit it holds.
enum ConditionTopic {
    case figure(Figure, isLow: Bool)
    /// A sum, count or maximum over a window.
    case aggregate(Aggregate, isLow: Bool)
    case upcomingPayments(Ahead, isLow: Bool)
    /// What a sum will be when its period ends.
    case pace(Aggregate, isLow: Bool)
    case forecast(Figure, isLow: Bool)
    case change(Change)
    case reservationAge
    /// Joined conditions, comparisons of two accounts, health, and rules that are no conditions.
    case other

    init(_ body: Body) {
        guard case .condition(let condition) = body else {
            self = .other
            return
        }
        switch condition {
        case .level(let level) where level.comparesAccounts: self = .other
        case .level(let level):
            let isLow = level.comparison.relation.isUpperBound
            switch level.quantity.kind {
            case .figure(let figure, _, _), .former(let figure, _, _, _):
                self = .figure(figure, isLow: isLow)
            case .aggregate(let aggregate): self = .aggregate(aggregate, isLow: isLow)
            case .pace(let aggregate): self = .pace(aggregate, isLow: isLow)
            case .upcomingPayments(_, let ahead): self = .upcomingPayments(ahead, isLow: isLow)
            }
        case .forecast(let forecast):
            self = .forecast(forecast.figure, isLow: forecast.comparison.relation.isUpperBound)
        case .change(let change): self = .change(change)
        case .reservationAge: self = .reservationAge
        case .all, .any, .health: self = .other
        }
    }

    /// `nil` for what is neither low nor high.
    var isLow: Bool? {
        switch self {
        case .figure(_, let isLow), .aggregate(_, let isLow), .upcomingPayments(_, let isLow),
            .pace(_, let isLow), .forecast(_, let isLow):
            isLow
        case .change, .reservationAge, .other: nil
        }
    }

    /// The figure of an account that is compared, if it is one.
    var figure: Figure? {
        switch self {
        case .figure(let figure, _), .forecast(let figure, _): return figure
        case .change(let change):
            if case .figure(let figure, _, _) = change.quantity.kind { return figure }
            return nil
        case .aggregate, .upcomingPayments, .pace, .reservationAge, .other: return nil
        }
    }

    /// The title of a notification about it; `nil` where the topic alone does not make one.
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
        switch self {
        case .figure(let figure, let isLow):
            texts.level(figure, of: account, isLow: isLow, value, phase)
        case .aggregate(let aggregate, let isLow):
            texts.sum(
                texts.aggregate(
                    aggregate.measure, aggregate.window.kind,
                    filters: aggregate.filters.words, on: account, days: days), isLow: isLow,
                value, phase)
        case .upcomingPayments(let ahead, let isLow):
            texts.sum(texts.upcomingPayments(ahead, on: account), isLow: isLow, value, phase)
        case .pace(let aggregate, let isLow):
            texts.forecast(
                texts.aggregate(
                    aggregate.measure, aggregate.window.kind, filters: aggregate.filters.words,
                    on: account, days: nil), isLow: isLow, value, on: nil, phase)
        case .forecast(_, let isLow):
            texts.forecast(account, isLow: isLow, value, on: day, phase)
        case .change, .reservationAge, .other: nil
        }
    }
}

extension Level {
    /// Whether the figures of two accounts that it names are compared, neither of which is low by itself.
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
