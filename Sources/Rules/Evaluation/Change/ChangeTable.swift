import Finance
import Foundation

/// The histories of every figure that rules on changes follow.
struct ChangeTable: Sendable {
    private var histories: [SeriesHistories]

    /// Takes the compiled series.
    init(_ series: [ChangeSeries]) {
        histories = series.map { SeriesHistories($0) }
    }

    /// Whether nothing is followed.
    var isEmpty: Bool { histories.isEmpty }

    /// From when on stored balances are needed; `nil` if nothing is followed.
    func balancesNeeded(at now: Date, in zone: TimeZone) -> Date? {
        histories.map { $0.series.start(at: now, in: zone) }.min()?
            .addingTimeInterval(-ChangeSeries.margin)
    }

    /// Takes stored balances, oldest first for each account.
    mutating func seed(
        _ balances: [AccountBalance], _ moment: EvaluationMoment, _ registry: inout AccountRegistry
    ) {
        let known = Dictionary(grouping: balances, by: \.accountID)
        for index in histories.indices { histories[index].seed(known, moment, &registry) }
    }

    /// Takes what is known now.
    mutating func note(_ moment: EvaluationMoment, _ registry: inout AccountRegistry) {
        for index in histories.indices { histories[index].note(moment, &registry) }
    }

    /// The smallest and the largest figure of a series inside its window, and the window's start.
    func extremes(
        _ index: Int, of account: UUID?, _ moment: EvaluationMoment
    ) -> (low: Int64, high: Int64)? {
        let series = histories[index].series
        let start = series.start(at: moment.now, in: moment.zone)
        let patience = 2 * moment.now.timeIntervalSince(start)
        return histories[index].history(of: account).extremes(from: start, patience: patience)
    }
}
