import Finance
import Foundation

/// One value over many accounts, updated account by account.
///
/// Reading it takes the same time for any number of accounts.
struct RunningTotal: Sendable {
    /// The share of one account.
    enum Share: Sendable, Hashable {
        /// The sum and number of transactions, and the largest amount.
        case known(AccountWindow.Total)
        /// The share can't be known, so the total can't be known either.
        case unknown(Verdict.UnknownReason)

        func reading(in currency: Currency, _ measure: Aggregate.Measure?) -> Reading {
            switch self {
            case .unknown(let reason): .unknown(reason)
            case .known(let total):
                switch measure {
                case .count: .count(total.count)
                case .largest: .money(Money(minorUnits: total.largest ?? 0, currency: currency))
                case .spending, .income, nil:
                    .money(Money(minorUnits: total.sum, currency: currency))
                }
            }
        }
    }

    /// The sum of all shares in one currency.
    private struct Sum: Sendable {
        var amount: Int128 = 0
        var count = 0
        /// The number of accounts in the sum, and of unknown ones for each reason.
        var accounts = 0
        var unknown: [Verdict.UnknownReason: Int] = [:]

        mutating func take(_ share: Share, sign: Int) {
            accounts += sign
            switch share {
            case .known(let total):
                amount += Int128(total.sum) * Int128(sign)
                count += total.count * sign
            case .unknown(let reason): unknown[reason, default: 0] += sign
            }
        }

        /// The most serious reason why the sum can't be known.
        var reason: Verdict.UnknownReason? {
            [.sourceFailing, .stale, .learning, .missingFigure].first {
                unknown[$0, default: 0] > 0
            }
        }
    }

    private var shares: [UUID: (currency: Currency, share: Share)] = [:]
    private var sums: [Currency: Sum] = [:]

    /// Replaces the share of an account; `nil` if the account is not part of the total.
    mutating func set(_ share: Share?, of account: UUID, in currency: Currency) {
        if let old = shares[account] {
            if old.share == share, old.currency == currency { return }
            sums[old.currency]?.take(old.share, sign: -1)
            if sums[old.currency]?.accounts == 0 { sums[old.currency] = nil }
        }
        shares[account] = share.map { (currency, $0) }
        if let share { sums[currency, default: Sum()].take(share, sign: 1) }
    }

    /// The total in a currency, or in the only one there is (D16), as a count or an amount.
    func reading(in asked: Currency?, _ measure: Aggregate.Measure?) -> Reading {
        // If the sentence names no currency, accounts in different currencies have no sum.
        guard asked != nil || sums.count < 2 else { return .unknown(.missingFigure) }
        guard let currency = asked ?? sums.keys.first, let sum = sums[currency] else {
            return .notApplicable
        }
        if let reason = sum.reason { return .unknown(reason) }
        // A sum of figures is exact or unknown; the sum of a window is clamped to the range.
        guard measure != nil || Int64(exactly: sum.amount) != nil else {
            return .unknown(.missingFigure)
        }
        var total = AccountWindow.Total(sum: Int64(clamping: sum.amount), count: sum.count)
        if case .largest = measure { total.largest = largest(in: currency) }
        return Share.known(total).reading(in: currency, measure)
    }

    private func largest(in currency: Currency) -> Int64? {
        shares.values.compactMap { entry -> Int64? in
            guard entry.currency == currency, case .known(let total) = entry.share else {
                return nil
            }
            return total.largest
        }.max()
    }
}

extension EvaluationState {
    /// The share of an account in a value over several; `nil` if the account is not part of it.
    ///
    /// - Parameter usualSince: the day from which the rows of all these accounts are known, so
    ///   that what is usual is of the same periods on each; `nil` if there is only this account.
    mutating func share(
        of quantity: CompiledQuantity, _ account: AccountFacts, usesLastKnown: Bool = false,
        usualSince: CalendarDay? = nil
    ) -> RunningTotal.Share? {
        guard registry.includes(account.account.id, quantity.selector) else { return nil }
        switch quantity {
        case .upcoming: return nil
        case .pace(let windows, _):
            return pace(
                windows, of: account, usesLastKnown: usesLastKnown, usualSince: usualSince)
        case .former(let wanted, _, let selector):
            guard isPart(account, of: wanted.figure, selector) else { return nil }
            return former.value(wanted, of: account.account.id, moment).map {
                .known(AccountWindow.Total(sum: $0.minorUnits))
            } ?? .unknown(.learning)
        case .window(let index, _):
            return windows.share(
                index, of: account, moment, usesLastKnown: usesLastKnown, usualSince: usualSince)
        case .figure(let figure, _, let selector):
            guard isPart(account, of: figure, selector) else { return nil }
            guard let value = figure.value(of: account) else { return .unknown(.missingFigure) }
            let reason = usesLastKnown ? nil : moment.reason(against: account)
            return reason.map { .unknown($0) }
                ?? .known(AccountWindow.Total(sum: value.minorUnits))
        }
    }

    /// Whether an account has a part in a sum of figures.
    private func isPart(
        _ account: AccountFacts, of figure: Figure, _ selector: AccountSelector
    ) -> Bool {
        (selector.reach != .implicit || figure.isMeant(of: account.account))
            && (figure.value(of: account) != nil || figure.isOwed(by: account))
    }
}
