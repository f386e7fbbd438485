import Finance

/// The complete periods before the current one that define what is usual (RL-73).
///
/// They are the last six, as far as all their days are known.
struct UsualPeriods: Sendable {
    private static let most = 6
    private static let fewest = 3

    private let period: WindowPeriod
    private let today: CalendarDay
    /// The known periods, latest first.
    private let known: [ClosedRange<CalendarDay>]

    /// Makes the periods before a day; `nil` if fewer than three are known.
    init?(_ period: WindowPeriod, before today: CalendarDay, history: CalendarDay) {
        self.period = period
        self.today = today
        known = period.periods(before: today, count: Self.most).filter { history <= $0.lowerBound }
        if known.count < Self.fewest { return nil }
    }

    /// The first day that any of the periods can contain.
    static func firstDay(_ period: WindowPeriod, before today: CalendarDay) -> CalendarDay {
        period.periods(before: today, count: most).last?.lowerBound ?? today
    }

    var count: Int { known.count }

    /// The days of each period, as day numbers.
    var whole: [ClosedRange<Int>] {
        known.map { $0.lowerBound.dayNumber...$0.upperBound.dayNumber }
    }

    /// The days of each period after the one that corresponds to today.
    var rest: [ClosedRange<Int>] {
        known.enumerated().compactMap { place, days in
            let next = period.sameDay(as: today, back: place + 1, in: days).adding(days: 1)
            return next <= days.upperBound ? next.dayNumber...days.upperBound.dayNumber : nil
        }
    }
}

/// The windows of a pace (RL-76): what is known so far, and what usually comes after today.
struct PaceWindows: Sendable, Hashable {
    let soFar: Int
    let rest: Int
    /// The usual rest without payments, which the bank's list of scheduled payments has instead.
    ///
    /// `nil` with filters, because they do not apply to that list.
    let restWithoutPayments: Int?
}

extension EvaluationState {
    /// The projected value for one account at the end of the period.
    ///
    /// It is what is known, what is scheduled and what is usual for the rest of the period.
    mutating func pace(
        _ windows: PaceWindows, of account: AccountFacts, usesLastKnown: Bool,
        usualSince: CalendarDay?
    ) -> RunningTotal.Share {
        var total: AccountWindow.Total
        switch self.windows.share(windows.soFar, of: account, moment, usesLastKnown: usesLastKnown)
        {
        case .unknown(let reason): return .unknown(reason)
        case .known(let known): total = known
        }
        var rest = windows.rest
        let source = moment.facts.sources[account.account.institutionName]
        if let withoutPayments = windows.restWithoutPayments, source?.scheduled != nil {
            let last = self.windows.lastDay(windows.soFar, moment)
            do {
                total.include(
                    try outlook(of: account, through: last, usesLastKnown: usesLastKnown).outgoing)
            } catch { return .unknown(error) }
            rest = withoutPayments
        }
        let usual = self.windows.share(
            rest, of: account, moment, usesLastKnown: usesLastKnown, usualSince: usualSince)
        switch usual {
        case .unknown(let reason): return .unknown(reason)
        case .known(let usual): total.include(usual.sum)
        }
        return .known(total)
    }
}
