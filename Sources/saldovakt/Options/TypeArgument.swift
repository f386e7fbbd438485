import ArgumentParser
import Finance

/// A kind of transaction on the command line; capitals do not matter.
struct TypeArgument: ExpressibleByArgument, Sendable {
    /// The kind.
    let type: TransactionType

    /// Reads FinanceKit's word.
    init?(argument: String) {
        let wanted = argument.lowercased()
        let type = TransactionType.allCases.first { $0.rawValue.lowercased() == wanted }
        guard let type else { return nil }
        self.type = type
    }

    /// All words.
    static var allValueStrings: [String] { TransactionType.allCases.map(\.rawValue) }
}
