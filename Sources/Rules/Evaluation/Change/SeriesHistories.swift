import Finance
import Foundation

/// The histories of one series: one for each account, or one of their sum.
struct SeriesHistories: Sendable {
    /// What is followed.
    let series: ChangeSeries
    private var ofAccounts: [UUID: FigureHistory] = [:]
    private var ofTotal = FigureHistory()
    /// The accounts in the sum; another set is another sum.
    private var members: Set<UUID> = []

    /// Starts empty.
    init(_ series: ChangeSeries) {
        self.series = series
    }

    /// The history of an account, or with `nil` that of the sum.
    func history(of account: UUID?) -> FigureHistory {
        series.isTotal ? ofTotal : account.flatMap { ofAccounts[$0] } ?? FigureHistory()
    }

    /// Takes what is known now and forgets what is too old.
    mutating func note(_ moment: EvaluationMoment, _ registry: inout AccountRegistry) {
        let accounts = series.accounts(moment, &registry)
        let oldest = series.start(at: moment.now, in: moment.zone)
            .addingTimeInterval(-ChangeSeries.margin)
        if series.isTotal {
            noteTotal(accounts)
            ofTotal.forget(before: oldest)
        } else {
            for account in accounts {
                guard let value = series.figure.value(of: account) else { continue }
                let id = account.account.id
                ofAccounts[id, default: FigureHistory()].note(value, at: account.freshAt)
                ofAccounts[id]?.forget(before: oldest)
            }
        }
    }

    private mutating func noteTotal(_ accounts: [AccountFacts]) {
        let ids = Set(accounts.map(\.account.id))
        if ids != members {
            members = ids
            ofTotal = FigureHistory()
        }
        let values = accounts.compactMap { series.figure.value(of: $0) }
        guard values.count == accounts.count, let sum = Self.sum(values),
            let instant = accounts.map(\.freshAt).max()
        else { return }
        ofTotal.note(sum, at: instant)
    }

    /// Takes stored balances, and then what was known when they were read.
    mutating func seed(
        _ balances: [UUID: [AccountBalance]], _ moment: EvaluationMoment,
        _ registry: inout AccountRegistry
    ) {
        let accounts = series.accounts(moment, &registry)
        if series.isTotal {
            members = Set(accounts.map(\.account.id))
            seedTotal(accounts, balances)
        } else {
            for account in accounts {
                for balance in balances[account.account.id] ?? [] {
                    guard let value = series.figure.value(of: balance, on: account) else {
                        continue
                    }
                    ofAccounts[account.account.id, default: FigureHistory()].note(
                        value, at: balance.currentBalance.asOfDate,
                        previousRead: balance.previousRead)
                }
            }
        }
        note(moment, &registry)
    }

    /// Adds up the figures as they changed, from when all accounts had one.
    private mutating func seedTotal(
        _ accounts: [AccountFacts], _ balances: [UUID: [AccountBalance]]
    ) {
        let steps = accounts.flatMap { account in
            (balances[account.account.id] ?? []).map { (account, $0) }
        }
        let atOnce = Dictionary(grouping: steps) { $0.1.currentBalance.asOfDate }
        var newest: [UUID: Money] = [:]
        for (instant, steps) in atOnce.sorted(by: { $0.key < $1.key }) {
            for (account, balance) in steps {
                newest[account.account.id] = series.figure.value(of: balance, on: account)
            }
            guard newest.count == accounts.count, let sum = Self.sum(Array(newest.values)) else {
                continue
            }
            ofTotal.note(sum, at: instant, previousRead: steps.compactMap(\.1.previousRead).max())
        }
    }

    private static func sum(_ values: [Money]) -> Money? {
        guard let first = values.first else { return nil }
        return values.dropFirst().reduce(first) { sum, next in
            sum.flatMap { try? $0.adding(next) }
        }
    }
}
