import Finance
import Foundation

/// What reading a quantity brought.
enum Reading: Sendable, Hashable {
    /// An amount.
    case money(Money)
    /// A count; the currency is that of the accounts it was counted on.
    case count(Int)
    /// The accounts have no such figure and the rule does not speak of them.
    case notApplicable
    /// It can't be known now.
    case unknown(Verdict.UnknownReason)
}

/// For whom a quantity is read.
struct ReadingContext: Sendable {
    /// The account, where the rule speaks of each by itself.
    var account: AccountFacts?
    /// The currency in which sums are made; decided by the sentence or by the accounts.
    var currency: Currency?
    /// The bank connection, where the rule speaks of each by itself.
    var source: String?
    /// Whether a figure without a scope is that of the account, whatever its kind: behind `while`.
    var isOfEvent = false
    /// Whether figures count however old they are, because the sentence itself says that the bank
    /// does not answer.
    var usesLastKnown = false
}

extension EvaluationState {
    mutating func read(_ quantity: CompiledQuantity, _ context: ReadingContext) -> Reading {
        switch quantity {
        case .figure(let figure, isTotal: true, let selector):
            readTotal(figure, selector, context, quantity)
        case .figure(let figure, isTotal: false, let selector):
            readFigure(figure, selector, context)
        case .window(let index, let selector): readWindow(index, selector, context, quantity)
        case .upcoming(let span, let selector): readUpcoming(span, selector, context)
        }
    }

    /// The account that a figure which is no total is read of; `nil` if the part does not speak of
    /// any, or of a sum.
    mutating func account(of quantity: CompiledQuantity, _ context: ReadingContext) -> UUID? {
        guard case .figure(let figure, isTotal: false, let selector) = quantity else { return nil }
        return account(figure, selector, context)?.account.id
    }

    private mutating func account(
        _ figure: Figure, _ selector: AccountSelector, _ context: ReadingContext
    ) -> AccountFacts? {
        guard selector.isVariable else { return accounts(of: selector).first }
        guard let account = context.account,
            selector.reach == .each || context.isOfEvent || figure.isMeant(of: account.account),
            registry.includes(account.account.id, selector)
        else { return nil }
        return account
    }

    private mutating func readFigure(
        _ figure: Figure, _ selector: AccountSelector, _ context: ReadingContext
    ) -> Reading {
        guard let account = account(figure, selector, context) else { return .notApplicable }
        return FigureReader(moment: moment, usesLastKnown: context.usesLastKnown).read(
            figure, of: account, isNamed: !selector.isVariable)
    }

    private mutating func readTotal(
        _ figure: Figure, _ selector: AccountSelector, _ context: ReadingContext,
        _ quantity: CompiledQuantity
    ) -> Reading {
        if let reason = unknownAccounts(selector) { return .unknown(reason) }
        let reader = FigureReader(moment: moment, usesLastKnown: context.usesLastKnown)
        if let reason = stillMissing(quantity, context, { reader.reason(against: $0) }) {
            return .unknown(reason)
        }
        let accounts = accounts(of: selector).filter {
            selector.reach != .implicit || figure.isMeant(of: $0.account)
        }
        var missing: UUID?
        let reading = reader.total(figure, of: accounts, in: context.currency, missing: &missing)
        if let missing { self.missing[quantity] = missing }
        return reading
    }

    private mutating func readWindow(
        _ index: Int, _ selector: AccountSelector, _ context: ReadingContext,
        _ quantity: CompiledQuantity
    ) -> Reading {
        if let reason = unknownAccounts(selector) { return .unknown(reason) }
        let moment = moment
        let known = stillMissing(quantity, context) { account in
            moment.freshness.windowReason(against: account, in: moment.facts, at: moment.now)
        }
        if let known { return .unknown(known) }
        var missing: UUID?
        let reading = windows.read(
            index, of: accountsOfSum(selector, context), context, moment, missing: &missing)
        if let missing, selector.reach != .each { self.missing[quantity] = missing }
        return reading
    }

    /// Why the account that was missing in a sum still is; `nil` if none was or it is no longer.
    private func stillMissing(
        _ quantity: CompiledQuantity, _ context: ReadingContext,
        _ reason: (AccountFacts) -> Verdict.UnknownReason?
    ) -> Verdict.UnknownReason? {
        guard case .decisive = moment.detail, !context.usesLastKnown,
            quantity.selector.reach != .each,
            let id = missing[quantity], let account = moment.facts.accounts[id],
            context.currency == nil || account.account.currency == context.currency
        else { return nil }
        return reason(account)
    }

    /// Why one value over the accounts can't be known however fresh they are; `nil` if it can.
    func unknownAccounts(_ selector: AccountSelector) -> Verdict.UnknownReason? {
        selector.spansBanks ? moment.freshness.reason(againstAllIn: moment.facts) : nil
    }

    /// The accounts over which a sum is made.
    mutating func accountsOfSum(
        _ selector: AccountSelector, _ context: ReadingContext
    ) -> [AccountFacts] {
        if selector.reach == .each {
            guard let own = context.account, registry.includes(own.account.id, selector),
                context.currency == nil || own.account.currency == context.currency
            else { return [] }
            return [own]
        }
        let accounts = accounts(of: selector)
        let currency = context.currency ?? context.account?.account.currency
        guard let currency else { return accounts }
        return accounts.filter { $0.account.currency == currency }
    }
}

/// Reads figures of accounts.
private struct FigureReader {
    /// Against what.
    let moment: EvaluationMoment
    /// Whether the last known figure is asked for, however old.
    let usesLastKnown: Bool

    /// The figure of one account.
    ///
    /// - Parameter isNamed: whether the sentence names the account; one that has no such figure is
    ///   then missing it instead of being left alone.
    func read(_ figure: Figure, of account: AccountFacts, isNamed: Bool) -> Reading {
        guard let value = figure.value(of: account) else {
            return isNamed || figure.isOwed(by: account)
                ? .unknown(.missingFigure) : .notApplicable
        }
        return reason(against: account).map { .unknown($0) } ?? .money(value)
    }

    /// Why the figures of an account can't be used.
    func reason(against account: AccountFacts) -> Verdict.UnknownReason? {
        usesLastKnown
            ? nil : moment.freshness.reason(against: account, in: moment.facts, at: moment.now)
    }

    /// The sum of a figure over accounts of one currency (D16).
    func total(
        _ figure: Figure, of accounts: [AccountFacts], in currency: Currency?,
        missing: inout UUID?
    ) -> Reading {
        let holders = accounts.filter {
            figure.value(of: $0) != nil || figure.isOwed(by: $0)
        }
        let chosen = holders.filter { currency == nil || $0.account.currency == currency }
        guard let own = chosen.first?.account.currency else { return .notApplicable }
        // Without a currency in the sentence mixed accounts have no sum.
        guard chosen.allSatisfy({ $0.account.currency == own }) else {
            return .unknown(.missingFigure)
        }
        var sum = Money.zero(own)
        for account in chosen {
            switch read(figure, of: account, isNamed: true) {
            case .money(let value):
                guard let next = try? sum.adding(value) else { return .unknown(.missingFigure) }
                sum = next
            case .unknown(let reason):
                if reason != .missingFigure { missing = account.account.id }
                return .unknown(reason)
            case .count, .notApplicable: return .unknown(.missingFigure)
            }
        }
        return .money(sum)
    }
}
