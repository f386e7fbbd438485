import ArgumentParser
import Finance

/// A status of transactions on the command line.
struct StatusArgument: ExpressibleByArgument, Sendable {
    /// The status.
    let status: TransactionStatus

    /// Reads FinanceKit's word.
    init?(argument: String) {
        guard let status = TransactionStatus(rawValue: argument) else { return nil }
        self.status = status
    }

    /// All words.
    static var allValueStrings: [String] { TransactionStatus.allCases.map(\.rawValue) }
}
