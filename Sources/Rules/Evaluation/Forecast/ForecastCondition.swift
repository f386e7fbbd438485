import Finance
import Foundation

/// A compiled comparison of a projected figure.
struct CompiledForecast: Sendable {
    /// The figure as it is now, of each account or of one.
    let quantity: CompiledQuantity
    let figure: Figure
    /// The comparison that is made for each day.
    let comparison: CompiledComparison
    let ahead: Ahead
}

extension EvaluationState {
    /// Whether a figure will meet the comparison on a day; the answer names the first such day.
    mutating func find(_ forecast: CompiledForecast, _ context: ReadingContext) -> Answer {
        switch read(forecast.quantity, context) {
        case .notApplicable, .count: return Answer(.notApplicable)
        case .unknown(let reason): return Answer(.unknown(reason))
        case .money: break
        }
        let id = account(of: forecast.quantity, context)
        guard let account = id.flatMap({ moment.facts.accounts[$0] }) else {
            return Answer(.notApplicable)
        }
        do {
            let outlook = try outlook(of: account, forecast.ahead, context.usesLastKnown)
            return find(forecast, account, outlook, context)
        } catch { return Answer(.unknown(error)) }
    }

    private mutating func find(
        _ forecast: CompiledForecast, _ account: AccountFacts, _ outlook: BalanceForecast,
        _ context: ReadingContext
    ) -> Answer {
        var account = account
        var extreme: Answer?
        for day in outlook.days {
            guard account.add(day.net), let value = forecast.figure.value(of: account) else {
                return Answer(.unknown(.missingFigure))
            }
            var answer = compare(value, forecast.comparison, context)
            switch answer.truth {
            case .unknown, .notApplicable: return answer
            case .isSo:
                answer.day = day.day
                return answer
            case .isNot: extreme = closer(answer, extreme, forecast.comparison.relation)
            }
        }
        return extreme ?? Answer(.notApplicable)
    }

    /// The answer whose figure is closer to the limit.
    private func closer(_ one: Answer, _ other: Answer?, _ relation: Relation) -> Answer {
        guard let other, let left = one.value, let right = other.value else { return one }
        let isLower = left.minorUnits < right.minorUnits
        return isLower == relation.isUpperBound ? one : other
    }

    /// The upcoming payments from accounts of one currency, as a positive sum (D12).
    mutating func readUpcoming(
        _ ahead: Ahead, _ selector: AccountSelector, _ context: ReadingContext
    ) -> Reading {
        if let reason = unknownAccounts(selector) { return .unknown(reason) }
        let accounts = accountsOfSum(selector, context)
        guard let currency = accounts.first?.account.currency else { return .notApplicable }
        guard accounts.allSatisfy({ $0.account.currency == currency }) else {
            return .unknown(.missingFigure)
        }
        var sum = Money.zero(currency)
        do throws(Verdict.UnknownReason) {
            for account in accounts {
                let outlook = try outlook(of: account, ahead, context.usesLastKnown)
                let own = Money(minorUnits: outlook.outgoing, currency: currency)
                guard let next = try? sum.adding(own) else { throw .missingFigure }
                sum = next
            }
        } catch { return .unknown(error) }
        return .money(sum)
    }

    private func outlook(
        of account: AccountFacts, _ ahead: Ahead, _ usesLastKnown: Bool
    ) throws(Verdict.UnknownReason) -> BalanceForecast {
        switch ahead {
        case .next(let length):
            return try outlook(
                of: account, through: moment.today.adding(length.value),
                usesLastKnown: usesLastKnown)
        case .endOf(let period):
            let last = period.startOfNext(after: moment.today).adding(days: -1)
            return try outlook(
                of: account, through: last, expected: income.expected(of: account, moment.today),
                usesLastKnown: usesLastKnown)
        case .nextSalary:
            guard let salary = income.next(for: account, moment.today) else { throw .learning }
            return try outlook(
                of: account, through: salary.day.adding(days: -1), usesLastKnown: usesLastKnown)
        }
    }

    /// The forecast of an account; throws why it has none.
    func outlook(
        of account: AccountFacts, through last: CalendarDay,
        expected: BalanceForecast.Day? = nil, usesLastKnown: Bool
    ) throws(Verdict.UnknownReason) -> BalanceForecast {
        let name = account.account.institutionName
        guard let scheduled = moment.facts.sources[name]?.scheduled else { throw .missingFigure }
        if !usesLastKnown {
            if let reason = moment.reason(against: account) { throw reason }
            guard moment.isFresh(scheduled.readAt, of: name) else { throw .stale }
        }
        let outlook = BalanceForecast(
            scheduled, of: account.account, from: moment.today, through: last, expected: expected)
        guard let outlook else { throw .missingFigure }
        return outlook
    }
}

extension AccountFacts {
    /// Adds an amount to both figures; `false` on overflow.
    fileprivate mutating func add(_ minorUnits: Int64) -> Bool {
        let amount = Money(minorUnits: minorUnits, currency: account.currency)
        do {
            booked = try booked?.adding(amount)
            available = try available?.adding(amount)
            return true
        } catch { return false }
    }
}
