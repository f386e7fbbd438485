public import Finance

extension FinanceStore {
    /// The kinds of data that a store may have.
    public enum DataType: String, Sendable, Hashable, Codable, CaseIterable {
        /// Accounts, balances and transactions.
        case financialData
    }

    /// The differences that a history query gives.
    public typealias Changes = HistoryChanges
    /// A point in a history.
    public typealias HistoryToken = Finance.HistoryToken

    /// Whether this machine can ever serve that kind of data; promises nothing about its content.
    ///
    /// A constant: on Linux it always can. Whether somebody filled a store is for
    /// ``open(folder:reader:options:)`` to say.
    public static func isDataAvailable(_ type: DataType) -> Bool {
        type == .financialData
    }
}
