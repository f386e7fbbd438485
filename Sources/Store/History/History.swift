import Alerts
public import Finance
public import Foundation

extension FinanceStore {
    /// The changes of all accounts: new ones, new names or credit limits, accounts that went.
    ///
    /// - Parameters:
    ///   - token: where a former query of this stream ended; from the beginning without one.
    ///   - isMonitoring: whether it keeps waiting after the newest change.
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
            }, token: token, changeSignal: isMonitoring ? changeSignal : nil)
    }

    /// The changes of one account's balance records.
    ///
    /// - Parameters:
    ///   - id: the account.
    ///   - token: where a former query of this stream ended; from the beginning without one.
    ///   - isMonitoring: whether it keeps waiting after the newest change.
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
    ///   - isMonitoring: whether it keeps waiting after the newest change.
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
            }, token: token, changeSignal: isMonitoring ? changeSignal : nil)
    }
}

extension FinanceStore {
    /// The changes of one stream, from a token on, as they come.
    ///
    /// While it monitors it never ends by itself: after the last change it waits until any process
    /// changes the store, without using the processor. Otherwise it ends once it has caught up.
    /// Each element is a page of at most 500 things with a token of its own.
    ///
    /// ```swift
    /// for try await change in store.transactionHistory(forAccountID: id, since: saved) {
    ///     apply(change.deleted, change.inserted, change.updated)
    ///     save(change.newToken)
    /// }
    /// ```
    public struct History<Model: Identifiable & Sendable>: AsyncSequence, Sendable
    where Model.ID: Sendable {
        /// One page, and whether more is there already.
        typealias Page = (changes: HistoryChanges<Model>, isCaughtUp: Bool)
        /// Reads the page after a token.
        typealias Read = @Sendable (HistoryToken?) async throws -> Page

        let read: Read
        let token: HistoryToken?
        /// What to wait for after the last change; `nil` to end there.
        let changeSignal: ChangeSignal?

        public func makeAsyncIterator() -> Iterator {
            Iterator(read: read, token: token, changeSignal: changeSignal)
        }

        /// Gives one page after the other, to one task.
        public struct Iterator: AsyncIteratorProtocol {
            private let read: Read
            private var token: HistoryToken?
            private let changeSignal: ChangeSignal?
            private var signals: AsyncStream<Void>.Iterator?
            private var hasEnded = false

            init(read: @escaping Read, token: HistoryToken?, changeSignal: ChangeSignal?) {
                self.read = read
                self.token = token
                self.changeSignal = changeSignal
            }

            /// The next page; `nil` at the end, which also a cancelled task gets.
            ///
            /// - Throws: ``FinanceError``; after an error the sequence has ended.
            public mutating func next() async throws -> HistoryChanges<Model>? {
                while !hasEnded, !Task.isCancelled {
                    if let page = try await step() { return page }
                }
                return nil
            }

            private mutating func step() async throws -> HistoryChanges<Model>? {
                let page: Page
                do {
                    // Before looking, so that no change falls in between.
                    if let changeSignal, signals == nil {
                        signals = try changeSignal.listen().makeAsyncIterator()
                    }
                    page = try await read(token)
                } catch let error as StoreError {
                    hasEnded = true
                    throw FinanceError.storeUnusable(error)
                } catch {
                    hasEnded = true
                    throw error
                }
                // A first page is given even without changes, so that every reader has a token.
                let isGiven =
                    !page.changes.isEmpty || token == nil
                    || (changeSignal == nil && page.changes.newToken != token)
                token = page.changes.newToken
                if page.isCaughtUp, changeSignal == nil { hasEnded = true }
                if isGiven { return page.changes }
                if page.isCaughtUp, !hasEnded, await signals?.next() == nil { hasEnded = true }
                return nil
            }
        }
    }
}

@available(*, unavailable)
extension FinanceStore.History.Iterator: Sendable {}
