import Finance
import Foundation

/// One value over many accounts, kept up to date account by account, so that reading it costs the
/// same however many there are.
struct RunningTotal: Sendable {
    /// The share of one account.
    enum Share: Sendable, Hashable {
        /// A sum with the number of summed transactions, and the largest single amount.
        case known(AccountWindow.Total)
        /// It can't be known, and neither can the total.
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

    /// The shares of one currency together.
    private struct Sum: Sendable {
        var amount: Int128 = 0
        var count = 0
        /// The number of accounts in it, and the number of unknown ones for each reason.
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

        /// The gravest reason why it can't be known.
        var reason: Verdict.UnknownReason? {
            [.sourceFailing, .stale, .learning, .missingFigure].first {
                unknown[$0, default: 0] > 0
            }
        }
    }

    private var shares: [UUID: (currency: Currency, share: Share)] = [:]
    private var sums: [Currency: Sum] = [:]

    /// Replaces the share of an account; `nil` for one that is not part of the total.
    mutating func set(_ share: Share?, of account: UUID, in currency: Currency) {
        if let old = shares[account] {
            if old.share == share, old.currency == currency { return }
            sums[old.currency]?.take(old.share, sign: -1)
            if sums[old.currency]?.accounts == 0 { sums[old.currency] = nil }
        }
        shares[account] = share.map { (currency, $0) }
        if let share { sums[currency, default: Sum()].take(share, sign: 1) }
    }

    /// The total in a currency, or in the only one there is (D16); as `measure` asks, or as an amount.
    func reading(in asked: Currency?, _ measure: Aggregate.Measure?) -> Reading {
        // Without a currency in the sentence mixed accounts have no sum.
        guard asked != nil || sums.count < 2 else { return .unknown(.missingFigure) }
        guard let currency = asked ?? sums.keys.first, let sum = sums[currency] else {
            return .notApplicable
        }
        if let reason = sum.reason { return .unknown(reason) }
        // A sum of figures is exact or not known; one of a window stays inside the range.
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
    /// What an account contributes to a figure or window over several; `nil` if it is not part of it.
    mutating func share(
        of quantity: CompiledQuantity, _ account: AccountFacts, usesLastKnown: Bool = false
    ) -> RunningTotal.Share? {
        guard registry.includes(account.account.id, quantity.selector) else { return nil }
        switch quantity {
        case .upcoming: return nil
        case .pace(let windows, _): return pace(windows, of: account, usesLastKnown: usesLastKnown)
        case .former(let wanted, _, let selector):
            guard selector.reach != .implicit || wanted.figure.isMeant(of: account.account),
                wanted.figure.value(of: account) != nil || wanted.figure.isOwed(by: account)
            else { return nil }
            return former.value(wanted, of: account.account.id, moment).map {
                .known(AccountWindow.Total(sum: $0.minorUnits))
            } ?? .unknown(.learning)
        case .window(let index, _):
            return windows.share(index, of: account, moment, usesLastKnown: usesLastKnown)
        case .figure(let figure, _, let selector):
            guard selector.reach != .implicit || figure.isMeant(of: account.account),
                figure.value(of: account) != nil || figure.isOwed(by: account)
            else { return nil }
            let reader = FigureReader(moment: moment, usesLastKnown: usesLastKnown)
            switch reader.read(figure, of: account, isNamed: true) {
            case .money(let value): return .known(AccountWindow.Total(sum: value.minorUnits))
            case .unknown(let reason): return .unknown(reason)
            case .count, .notApplicable: return nil
            }
        }
    }
}
