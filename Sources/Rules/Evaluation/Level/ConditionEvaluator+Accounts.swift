import Finance
import Foundation

extension ConditionEvaluator {
    /// The account that a figure which is no total is read of; `nil` if the part does not speak of
    /// any, or of a sum.
    mutating func account(of quantity: CompiledQuantity, _ context: ReadingContext) -> UUID? {
        guard case .figure(let figure, isTotal: false, let selector) = quantity else { return nil }
        return account(figure, selector, context)?.account.id
    }

    private mutating func account(
        _ figure: Figure, _ selector: AccountSelector, _ context: ReadingContext
    ) -> AccountFacts? {
        guard selector.isVariable else {
            return names.accounts(of: selector, among: moment.accounts).first
        }
        guard let account = context.account,
            selector.reach == .each || context.isOfEvent || figure.isMeant(of: account.account),
            names.includes(account, selector, among: moment.accounts)
        else { return nil }
        return account
    }

    /// Reads a figure of one account.
    mutating func readFigure(
        _ figure: Figure, _ selector: AccountSelector, _ context: ReadingContext
    ) -> Reading {
        guard let account = account(figure, selector, context) else { return .notApplicable }
        return FigureReader(moment: moment, usesLastKnown: context.usesLastKnown).read(
            figure, of: account, isNamed: !selector.isVariable)
    }

    /// Reads the sum of a figure over accounts.
    mutating func readTotal(
        _ figure: Figure, _ selector: AccountSelector, _ context: ReadingContext
    ) -> Reading {
        if let reason = unknownAccounts(selector) { return .unknown(reason) }
        let accounts = names.accounts(of: selector, among: moment.accounts).filter {
            selector.reach != .implicit || figure.isMeant(of: $0.account)
        }
        return FigureReader(moment: moment, usesLastKnown: context.usesLastKnown).total(
            figure, of: accounts, in: context.currency)
    }

    /// Why one value over the accounts can't be known however fresh they are; `nil` if it can.
    func unknownAccounts(_ selector: AccountSelector) -> Verdict.UnknownReason? {
        selector.spansBanks ? moment.freshness.reason(againstAllIn: moment.facts) : nil
    }

    /// The accounts over which a sum is made.
    mutating func accountsOfSum(
        _ selector: AccountSelector, _ context: ReadingContext
    ) -> [AccountFacts] {
        var accounts = names.accounts(of: selector, among: moment.accounts)
        if selector.reach == .each {
            accounts = accounts.filter { $0.account.id == context.account?.account.id }
        }
        let currency = context.currency ?? context.account?.account.currency
        guard let currency else { return accounts }
        return accounts.filter { $0.account.currency == currency }
    }
}
