import Alerts
import Finance
import Store

/// Finds the transaction that a person means by the beginning of its identifier.
enum RecordChoice: Sendable {
    /// Fewer characters would be a guess.
    private static let shortest = 4

    /// The one transaction whose identifier begins so.
    static func record(
        _ prefix: String, in store: FinanceStore
    ) async throws -> TransactionRecord {
        let found =
            prefix.count < shortest
            ? []
            : try await ReadStore.reading { () throws(StoreError) in
                try await store.records(withPrefix: prefix)
            }
        guard let record = found.first, found.count == 1 else {
            throw CommandFailure(
                .wrong, code: found.isEmpty ? "unknown-transaction" : "ambiguous-transaction",
                problem: "\(found.isEmpty ? "no" : "more than one") transaction: '\(prefix)'",
                fix:
                    "take at least four characters of an identifier that 'transactions --why' shows"
            )
        }
        return record
    }

    /// Why two transactions are not joined.
    static func refusal(_ objection: IdentityDecision.Objection) -> CommandFailure {
        let problem =
            switch objection {
            case .sameTransaction: "both are the same transaction"
            case .otherAccount: "they are on different accounts"
            case .otherDirection: "one is money in and the other money out, or currencies differ"
            case .bothBooked: "the bank lists both as booked, so money moved twice"
            }
        return CommandFailure(
            .wrong, code: "not-joinable", problem: problem,
            fix: "name a reservation and the booking that it became")
    }
}
