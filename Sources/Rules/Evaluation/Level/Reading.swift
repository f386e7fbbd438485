import Finance
import Foundation

/// The result of reading a quantity.
enum Reading: Sendable, Hashable {
    /// An amount.
    case money(Money)
    /// A count of transactions.
    case count(Int)
    /// The accounts have no such figure, so the rule does not apply to them.
    case notApplicable
    /// The value can't be known now.
    case unknown(Verdict.UnknownReason)
}

/// The account, bank and currency for which a quantity is read.
struct ReadingContext: Sendable {
    /// The account, if each account is evaluated separately.
    var account: AccountFacts?
    /// The currency of sums, which the sentence or the accounts decide.
    var currency: Currency?
    /// The bank connection, if each bank is evaluated separately.
    var source: String?
    /// Whether a figure without a scope is that of the account, whatever its kind, as after
    /// `while`.
    var isOfEvent = false
    /// Whether figures count however old they are.
    ///
    /// They do if the sentence itself is about a bank that does not answer.
    var usesLastKnown = false
}

extension EvaluationState {
    mutating func read(_ quantity: CompiledQuantity, _ context: ReadingContext) -> Reading {
        switch quantity {
        case .figure(_, isTotal: true, let selector): readTotal(selector, context, quantity)
        case .figure(let figure, isTotal: false, let selector):
            readFigure(figure, selector, context)
        case .window(let index, let selector): readWindow(index, selector, context, quantity)
        case .upcoming(let span, let selector): readUpcoming(span, selector, context)
        case .former(_, isTotal: true, let selector): readTotal(selector, context, quantity)
        case .former(let wanted, isTotal: false, let selector):
            readFormer(wanted, selector, context)
        case .pace(let windows, let selector):
            readWindow(windows.soFar, selector, context, quantity)
        }
    }

    /// The account whose figure is read; `nil` if the quantity has none or is a sum.
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
        guard let account = account(figure, selector, context) else {
            return readingWithoutAccount(selector)
        }
        guard let value = figure.value(of: account) else {
            // A figure that a named account does not have is unknown.
            let isMissing = !selector.isVariable || figure.isOwed(by: account)
            return isMissing ? .unknown(.missingFigure) : .notApplicable
        }
        let reason = context.usesLastKnown ? nil : moment.reason(against: account)
        return reason.map { .unknown($0) } ?? .money(value)
    }

    private mutating func readFormer(
        _ wanted: FormerFigure, _ selector: AccountSelector, _ context: ReadingContext
    ) -> Reading {
        guard let account = account(wanted.figure, selector, context) else {
            return readingWithoutAccount(selector)
        }
        return former.value(wanted, of: account.account.id, moment).map { .money($0) }
            ?? .unknown(.learning)
    }

    private mutating func readTotal(
        _ selector: AccountSelector, _ context: ReadingContext, _ quantity: CompiledQuantity
    ) -> Reading {
        if let reason = unknownAccounts(selector) { return .unknown(reason) }
        return read(
            quantity, over: accounts(of: selector), context.currency, nil, context.usesLastKnown)
    }

    private mutating func readWindow(
        _ index: Int, _ selector: AccountSelector, _ context: ReadingContext,
        _ quantity: CompiledQuantity
    ) -> Reading {
        if let reason = unknownAccounts(selector) { return .unknown(reason) }
        return read(
            quantity, over: accountsOfSum(selector, context), nil, windows.measure(index),
            context.usesLastKnown)
    }

    /// Reads one value over some accounts, without storing the share of each.
    private mutating func read(
        _ quantity: CompiledQuantity, over accounts: [AccountFacts], _ currency: Currency?,
        _ measure: Aggregate.Measure?, _ usesLastKnown: Bool
    ) -> Reading {
        if accounts.count == 1, currency == nil {
            return share(of: quantity, accounts[0], usesLastKnown: usesLastKnown)?
                .reading(in: accounts[0].account.currency, measure) ?? .notApplicable
        }
        var total = RunningTotal()
        let history = moment.history(of: accounts)
        for account in accounts {
            let share = share(
                of: quantity, account, usesLastKnown: usesLastKnown, usualSince: history)
            total.set(share, of: account.account.id, in: account.account.currency)
        }
        return total.reading(in: currency, measure)
    }

    /// Why a value over accounts can't be known however fresh they are; `nil` if it can.
    ///
    /// A sum over the rest of the named accounts would be another one.
    mutating func unknownAccounts(_ selector: AccountSelector) -> Verdict.UnknownReason? {
        if let reason = unreadAccounts(selector) { return reason }
        return registry.lacksAccounts(of: selector) ? .missingFigure : nil
    }

    /// Why accounts are not all known; an account that is named may be at a bank that was not read.
    private mutating func unreadAccounts(_ selector: AccountSelector) -> Verdict.UnknownReason? {
        guard let reason = moment.reasonAgainstAll else { return nil }
        return selector.spansBanks || registry.lacksAccounts(of: selector) ? reason : nil
    }

    /// The reading of a figure that no known account has.
    private mutating func readingWithoutAccount(_ selector: AccountSelector) -> Reading {
        guard !selector.isVariable else { return .notApplicable }
        return unreadAccounts(selector).map { .unknown($0) } ?? .notApplicable
    }

    /// The accounts over which a sum is made.
    mutating func accountsOfSum(
        _ selector: AccountSelector, _ context: ReadingContext
    ) -> [AccountFacts] {
        let own = context.account?.account
        let accounts =
            selector.reach == .each
            ? [account(own?.id, of: selector)].compactMap(\.self) : accounts(of: selector)
        let currency = context.currency ?? own?.currency
        guard let currency else { return accounts }
        return accounts.filter { $0.account.currency == currency }
    }
}
