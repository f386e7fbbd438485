import Alerts
public import Finance
public import Foundation
import GRDB

extension FinanceStore {
    /// Returns the changes of all accounts: new and removed ones, changed names or credit limits.
    ///
    /// - Parameters:
    ///   - token: the end of an earlier query of this stream; without one, from the beginning.
    ///   - isMonitoring: whether it keeps waiting after the newest change.
    public func accountHistory(
        since token: HistoryToken? = nil, isMonitoring: Bool = true
    ) -> History<Account> {
        let reader = reader
        return history(since: token, isMonitoring) { database, token in
            try AccountHistoryReader.read(reader, after: token, in: database)
        }
    }

    /// The changes of one account's balance records; see ``accountHistory(since:isMonitoring:)``.
    public func accountBalanceHistory(
        forAccountID id: UUID, since token: HistoryToken? = nil, isMonitoring: Bool = true
    ) -> History<AccountBalance> { history(of: id, since: token, isMonitoring) }

    /// The changes of one account's transactions; see ``accountHistory(since:isMonitoring:)``.
    public func transactionHistory(
        forAccountID id: UUID, since token: HistoryToken? = nil, isMonitoring: Bool = true
    ) -> History<Transaction> { history(of: id, since: token, isMonitoring) }

    private func history<Model: StoredModel>(
        of account: UUID, since token: HistoryToken?, _ isMonitoring: Bool
    ) -> History<Model> {
        let (reader, limit) = (reader, options.pageSize)
        return history(since: token, isMonitoring) { database, token in
            var pages = try HistoryReader<Model>(
                account, reader: reader, after: token, limit: limit, in: database)
            return try pages.read()
        }
    }

    private func history<Model: StoredModel>(
        since token: HistoryToken?, _ isMonitoring: Bool,
        _ read: @escaping @Sendable (Database, HistoryToken?) throws -> HistoryChanges<Model>
    ) -> History<Model> {
        History(
            read: { [self] (token: HistoryToken?) in
                try await reading("read the history") { try read($0, token) }
            }, token: token, changeSignal: isMonitoring ? changeSignal : nil)
    }

    /// The changes of one stream after a token, as they happen.
    ///
    /// While it monitors, it never ends by itself: after the last change it waits without using the
    /// processor until any process changes the store. Otherwise it ends with the newest change.
    /// Each element is a page of at most 500 rows with a token of its own.
    ///
    /// ```swift
    /// for try await change in store.transactionHistory(forAccountID: id, since: saved) {
    ///     apply(change.deleted, change.inserted, change.updated)
    ///     save(change.newToken)
    /// }
    /// ```
    public struct History<Model: Identifiable & Sendable>: AsyncSequence, Sendable
    where Model.ID: Sendable {
        /// Reads the page after a token.
        let read: @Sendable (HistoryToken?) async throws -> HistoryChanges<Model>
        let token: HistoryToken?
        /// Signals further changes; `nil` to end after the last change.
        let changeSignal: ChangeSignal?

        public func makeAsyncIterator() -> Iterator { Iterator(history: self, token: token) }

        /// Returns one page after the other, to one task.
        public struct Iterator: AsyncIteratorProtocol {
            let history: History
            var token: HistoryToken?
            var signals: AsyncStream<Void>.Iterator?
            var hasEnded = false

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
                let changeSignal = history.changeSignal
                let page: HistoryChanges<Model>
                do {
                    // Before reading, so that no change is missed in between.
                    if let changeSignal, signals == nil {
                        signals = try changeSignal.listen().makeAsyncIterator()
                    }
                    page = try await history.read(token)
                } catch {
                    hasEnded = true
                    throw (error as? StoreError).map(FinanceError.storeUnusable) ?? error
                }
                // A first page is returned even without changes, so that every reader has a token.
                let next = page.newToken
                let isGiven =
                    !page.isEmpty || token == nil || (changeSignal == nil && next != token)
                token = next
                if page.isCaughtUp, changeSignal == nil { hasEnded = true }
                if isGiven { return page }
                if page.isCaughtUp, !hasEnded, await signals?.next() == nil { hasEnded = true }
                return nil
            }
        }
    }
}

@available(*, unavailable) extension FinanceStore.History.Iterator: Sendable {}
