import Finance
import Foundation

/// Whose figure is followed over which time.
struct ChangeSeries: Sendable, Hashable {
    /// Which figure.
    let figure: Figure
    /// Whether it is the sum over the accounts.
    let isTotal: Bool
    /// The accounts.
    let selector: AccountSelector
    /// The currency of the accounts in a sum, if the sentence names one.
    let currency: Currency?
    /// Over which time.
    let span: CalendarSpan

    /// Starts of windows can step back by an hour when clocks are set back, and then some more
    /// room never hurts.
    static let margin: TimeInterval = 2 * 3_600

    /// The first instant of the window that ends at `now`.
    func start(at now: Date, in zone: TimeZone) -> Date { span.start(before: now, in: zone) }

    /// The accounts that it follows, which share one currency if it is a sum.
    func accounts(
        _ moment: EvaluationMoment, _ registry: inout AccountRegistry
    ) -> [AccountFacts] {
        registry.accounts(of: selector, moment.facts).filter { account in
            let isMeant = selector.reach != .implicit || figure.isMeant(of: account.account)
            let isOfCurrency = currency == nil || account.account.currency == currency
            return isMeant && (!isTotal || isOfCurrency && figure.isOwed(by: account))
        }
    }
}
