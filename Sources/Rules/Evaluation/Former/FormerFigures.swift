import Finance
import Foundation

/// A figure as it was at the end of a former day: `balance 30 days ago` (RL-73).
struct FormerFigure: Sendable, Hashable {
    let figure: Figure
    let span: CalendarSpan

    /// The end of the day that the sentence refers to.
    func instant(at now: Date, in zone: TimeZone) -> Date {
        CalendarDay(of: span.start(before: now, in: zone), in: zone).adding(days: 1)
            .instant(in: zone)
    }
}

/// The past figures of accounts, as far back as any sentence looks.
struct FormerFigures: Sendable {
    /// A figure that stayed the same from one reading to another.
    private struct Run: Sendable {
        let value: Money
        let first: Date
        var last: Date
    }

    private let wanted: Set<FormerFigure>
    private let figures: Set<Figure>
    private var runs: [Figure: [UUID: [Run]]] = [:]

    /// How long before the end of the day the last reading may be, in seconds.
    ///
    /// In a longer pause, the figure may have changed.
    private static let pause: TimeInterval = 2 * 86_400

    init(_ wanted: Set<FormerFigure>) {
        self.wanted = wanted
        figures = Set(wanted.map(\.figure))
    }

    var isEmpty: Bool { wanted.isEmpty }

    func balancesNeeded(at now: Date, in zone: TimeZone) -> Date? {
        wanted.map { $0.instant(at: now, in: zone) }.min()?.addingTimeInterval(-Self.pause)
    }

    /// Adds stored balances, which must be sorted by time for each account.
    mutating func seed(_ balances: [AccountBalance], _ moment: EvaluationMoment) {
        for balance in balances {
            guard let account = moment.facts.accounts[balance.accountID] else { continue }
            for figure in figures {
                guard let value = figure.value(of: balance, on: account) else { continue }
                note(
                    figure, value, of: balance.accountID, at: balance.currentBalance.asOfDate,
                    previousRead: balance.previousRead)
            }
        }
        note(moment)
    }

    /// Adds the current figures, and removes those that are too old.
    mutating func note(_ moment: EvaluationMoment) {
        guard let oldest = balancesNeeded(at: moment.now, in: moment.zone) else { return }
        for id in moment.touchedAccounts ?? Set(moment.facts.accounts.keys) {
            guard let account = moment.facts.accounts[id] else { continue }
            for figure in figures {
                guard let value = figure.value(of: account) else { continue }
                note(figure, value, of: id, at: account.freshAt)
                guard let second = runs[figure]?[id]?.dropFirst().first, second.first < oldest
                else { continue }
                runs[figure]?[id]?.removeFirst()
            }
        }
    }

    private mutating func note(
        _ figure: Figure, _ value: Money, of account: UUID, at instant: Date,
        previousRead: Date? = nil
    ) {
        var own = runs[figure]?[account] ?? []
        guard own.last.map({ $0.last < instant }) ?? true else { return }
        let end = own.count - 1
        if let previousRead, let last = own.last, last.last < previousRead, previousRead < instant {
            own[end].last = previousRead
        }
        if own.last?.value == value {
            own[end].last = instant
        } else {
            own.append(Run(value: value, first: instant, last: instant))
        }
        runs[figure, default: [:]][account] = own
    }

    /// The former figure of an account; `nil` if it was not read at that time.
    func value(_ former: FormerFigure, of account: UUID, _ moment: EvaluationMoment) -> Money? {
        let end = former.instant(at: moment.now, in: moment.zone)
        guard let run = runs[former.figure]?[account]?.last(where: { $0.first <= end }),
            end.timeIntervalSince(run.last) <= Self.pause
        else { return nil }
        return run.value
    }
}
