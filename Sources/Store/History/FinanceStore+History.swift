public import Finance
public import Foundation

extension FinanceStore {
    /// The changes of all accounts: new ones, new names or credit limits, accounts that went.
    ///
    /// - Parameters:
    ///   - token: where a former query of this stream ended; from the beginning without one.
    ///   - isMonitoring: whether it goes on after the newest change.
    public func accountHistory(
        since token: HistoryToken? = nil, isMonitoring: Bool = true
    ) -> History<Account> {
        let reader = reader
        return History(
            read: { [self] token in
                let page = try await reading("read the history of accounts") { database in
                    var stream = try AccountHistoryReader(
                        reader: reader, after: token, in: database)
                    return try stream.read()
                }
                return (page.changes, page.isCaughtUp)
            }, token: token, bell: isMonitoring ? bell : nil)
    }

    /// The changes of one account's balance records.
    ///
    /// - Parameters:
    ///   - id: the account.
    ///   - token: where a former query of this stream ended; from the beginning without one.
    ///   - isMonitoring: whether it goes on after the newest change.
    public func accountBalanceHistory(
        forAccountID id: UUID, since token: HistoryToken? = nil, isMonitoring: Bool = true
    ) -> History<AccountBalance> {
        history(.accountBalances(of: id), since: token, isMonitoring: isMonitoring)
    }

    /// The changes of one account's transactions.
    ///
    /// - Parameters:
    ///   - id: the account.
    ///   - token: where a former query of this stream ended; from the beginning without one.
    ///   - isMonitoring: whether it goes on after the newest change.
    public func transactionHistory(
        forAccountID id: UUID, since token: HistoryToken? = nil, isMonitoring: Bool = true
    ) -> History<Transaction> {
        history(.transactions(of: id), since: token, isMonitoring: isMonitoring)
    }

    private func history<Model: HistoryModel>(
        _ stream: HistoryStream, since token: HistoryToken?, isMonitoring: Bool
    ) -> History<Model> {
        let (reader, limit) = (reader, options.pageSize)
        return History(
            read: { [self] token in
                let page = try await reading("read the history") { database in
                    var pages = try HistoryReader<Model>(
                        stream, reader: reader, after: token, limit: limit, in: database)
                    return try pages.read()
                }
                return (page.changes, page.isCaughtUp)
            }, token: token, bell: isMonitoring ? bell : nil)
    }
}
