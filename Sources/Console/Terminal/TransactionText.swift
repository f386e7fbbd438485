import Alerts
package import Finance
import Foundation

/// Transactions as tables and as JSON.
package enum TransactionText: Sendable {
    /// A transaction with what is shown beside it.
    package struct Line: Sendable {
        package let transaction: Transaction
        let account: Account?
        /// How its reservation was recognised, if that was asked for and there was one.
        let evidence: MatchEvidence?
        /// What was left open about it.
        var questions: [OpenQuestion]

        package init(
            _ transaction: Transaction, account: Account?, evidence: MatchEvidence? = nil,
            questions: [OpenQuestion] = []
        ) {
            self.transaction = transaction
            self.account = account
            self.evidence = evidence
            self.questions = questions
        }

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

    package static func write(_ lines: [Line], form: RowForm, why: Bool) {
        switch form {
        case .json: Terminal.write(rows(lines, why: why).json)
        case .csv: Terminal.put(rows(lines, why: why).csv)
        case .table: table(lines, why: why).write(orSay: "there is no such transaction")
        }
    }

    private static func table(_ lines: [Line], why: Bool) -> Table {
        var columns: [(String, Table.Alignment)] = [
            ("Date", .left), ("Account", .left), ("Amount", .right), ("Status", .left),
            ("Text", .cuttable),
        ]
        if why { columns += [("Id", .left), ("Why", .left)] }
        var table = Table(columns)
        for line in lines {
            let transaction = line.transaction
            var cells = [
                transaction.transactionDate.description,
                SafeText.neutralised(line.account?.displayName ?? ""),
                MoneyStyle.norwegian.optional(transaction.signedAmount),
                transaction.status.rawValue, text(of: transaction),
            ]
            if why { cells += [short(transaction.id), reasons(line)] }
            table.add(cells, styles: [2: style(of: transaction)])
        }
        return table
    }

    package static func object(_ line: Line) -> JSONOutput {
        rows([line], why: line.evidence != nil).objects.first ?? .null
    }

    /// Money in is green and money out red.
    static func style(of transaction: Transaction) -> TextStyle {
        transaction.creditDebitIndicator == .debit ? .red : .green
    }

    /// The lines for programs; the names are a contract.
    static func rows(_ lines: [Line], why: Bool) -> DataRows {
        var rows = DataRows(
            [
                "id", "account", "amount", "currency", "status", "date", "posted", "text",
                "merchant", "mcc", "type", "reservedAmount", "accountId",
            ] + (why ? ["why", "mayBe"] : []))
        for line in lines {
            rows.add(values(of: line) + (why ? [line.evidence.map(words), mayBe(line)] : []))
        }
        return rows
    }

    private static func values(of line: Line) -> [String?] {
        let transaction = line.transaction
        return [
            transaction.id.uuidString.lowercased(), line.account?.displayName,
            transaction.signedAmount.decimalText, transaction.transactionAmount.currency.code,
            transaction.status.rawValue, transaction.transactionDate.description,
            transaction.postedDate?.description, transaction.originalTransactionDescription,
            transaction.merchantName, transaction.merchantCategoryCode?.description,
            transaction.transactionType.rawValue, reserved(of: transaction),
            transaction.accountID.uuidString.lowercased(),
        ]
    }

    /// The reserved amount with the sign that amounts have everywhere else.
    private static func reserved(of transaction: Transaction) -> String? {
        transaction.reservedAmount.map {
            (transaction.creditDebitIndicator == .debit ? "-" : "") + $0.decimalText
        }
    }

    /// The text for people, harmless on a terminal.
    static func text(of transaction: Transaction) -> String {
        transaction.transactionDescription.isEmpty
            ? "(no text)" : SafeText.neutralised(transaction.transactionDescription)
    }

    /// How it was recognised, or what it may also be.
    private static func reasons(_ line: Line) -> String {
        line.evidence.map(words) ?? mayBe(line).map { "may be one with \($0)" } ?? ""
    }

    /// The transactions that may be the same one, with what speaks for it.
    private static func mayBe(_ line: Line) -> String? {
        guard !line.questions.isEmpty else { return nil }
        return line.questions.map { "\(line.other($0)): \($0.words)" }.joined(separator: "; ")
    }

    private static func words(_ evidence: MatchEvidence) -> String {
        "\(evidence.words): reserved \(evidence.reservedAmount.decimalText)"
            + (evidence.reservedText.map { " as '\(SafeText.neutralised($0))'" } ?? "")
    }
}
