import Alerts
import Finance
import Foundation

/// Transactions as tables and as JSON.
enum TransactionText: Sendable {
    /// A transaction with what is shown beside it.
    struct Line: Sendable {
        /// The transaction.
        let transaction: Transaction
        /// Its account.
        let account: Account?
        /// How its reservation was recognised, if that was asked for and there was one.
        let evidence: MatchEvidence?
    }

    /// Writes the lines as a table or as one JSON array.
    static func write(_ lines: [Line], json: Bool, why: Bool) {
        guard !json else {
            Terminal.write(JSONText.array(lines.map(object)))
            return
        }
        for line in table(lines, why: why).lines(isAligned: Terminal.isInteractive) {
            Terminal.write(line)
        }
    }

    private static func table(_ lines: [Line], why: Bool) -> Table {
        var columns: [(String, Table.Alignment)] = [
            ("Date", .left), ("Account", .left), ("Amount", .right), ("Status", .left),
            ("Text", .left),
        ]
        if why { columns.append(("Why", .left)) }
        var table = Table(columns)
        for line in lines {
            let transaction = line.transaction
            var cells = [
                transaction.transactionDate.description, line.account?.displayName ?? "",
                MoneyStyle.norwegian.optional(transaction.signedAmount),
                transaction.status.rawValue, SafeText.neutralised(text(of: transaction)),
            ]
            if why { cells.append(line.evidence.map(words) ?? "") }
            table.add(cells)
        }
        return table
    }

    /// One transaction as an object.
    static func object(_ line: Line) -> String {
        let transaction = line.transaction
        var members = [
            ("id", JSONText.string(transaction.id.uuidString.lowercased())),
            ("account", JSONText.string(line.account?.displayName)),
            ("amount", JSONText.string(transaction.signedAmount.decimalText)),
            ("currency", JSONText.string(transaction.transactionAmount.currency.code)),
            ("status", JSONText.string(transaction.status.rawValue)),
            ("date", JSONText.string(transaction.transactionDate.description)),
            ("posted", JSONText.string(transaction.postedDate?.description)),
            ("text", JSONText.string(transaction.originalTransactionDescription)),
            ("merchant", JSONText.string(transaction.merchantName)),
            ("type", JSONText.string(transaction.transactionType.rawValue)),
            ("reservedAmount", JSONText.string(reserved(of: transaction))),
        ]
        if let evidence = line.evidence {
            members.append(("why", JSONText.string(words(evidence))))
        }
        return JSONText.object(members)
    }

    /// The reserved amount with the sign that amounts have everywhere else.
    private static func reserved(of transaction: Transaction) -> String? {
        transaction.reservedAmount.map {
            (transaction.creditDebitIndicator == .debit ? "-" : "") + $0.decimalText
        }
    }

    private static func text(of transaction: Transaction) -> String {
        transaction.transactionDescription.isEmpty
            ? "(no text)" : transaction.transactionDescription
    }

    private static func words(_ evidence: MatchEvidence) -> String {
        "\(evidence.words): reserved \(evidence.reservedAmount.decimalText)"
            + (evidence.reservedText.map { " as '\(SafeText.neutralised($0))'" } ?? "")
    }
}
