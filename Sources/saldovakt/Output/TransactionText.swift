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
        /// What was left open about it.
        var questions: [OpenQuestion] = []

        /// The other transaction of a question, as it is typed.
        func other(_ question: OpenQuestion) -> String {
            TransactionText.short(
                question.booking == transaction.id ? question.reservation : question.booking)
        }
    }

    /// The beginning of an identifier, enough to name a transaction.
    static func short(_ id: UUID) -> String {
        String(id.uuidString.lowercased().prefix(8))
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
        if why { columns += [("Id", .left), ("Why", .left)] }
        var table = Table(columns)
        for line in lines {
            let transaction = line.transaction
            var cells = [
                transaction.transactionDate.description, line.account?.displayName ?? "",
                MoneyStyle.norwegian.optional(transaction.signedAmount),
                transaction.status.rawValue, SafeText.neutralised(text(of: transaction)),
            ]
            if why { cells += [short(transaction.id), reasons(line)] }
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
        if !line.questions.isEmpty {
            let questions = line.questions.map { question in
                JSONText.object([
                    ("id", JSONText.string(line.other(question))),
                    ("words", JSONText.string(question.words)),
                ])
            }
            members.append(("mayBe", "[" + questions.joined(separator: ",") + "]"))
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

    /// How it was recognised, or what it may also be.
    private static func reasons(_ line: Line) -> String {
        let open = line.questions.map { "may be one with \(line.other($0)): \($0.words)" }
        return (line.evidence.map { [words($0)] } ?? open).joined(separator: "; ")
    }

    private static func words(_ evidence: MatchEvidence) -> String {
        "\(evidence.words): reserved \(evidence.reservedAmount.decimalText)"
            + (evidence.reservedText.map { " as '\(SafeText.neutralised($0))'" } ?? "")
    }
}
