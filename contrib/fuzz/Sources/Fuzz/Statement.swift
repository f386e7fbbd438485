import BankFiles
import Finance
import Foundation

extension Attempts {
    /// Reads a bank's file.
    ///
    /// What is refused has a reason and a place; rows lie in the days that the file says it covers;
    /// and a file that is there twice says the same as once.
    static func statement(_ bytes: [UInt8]) -> Int32 {
        let account = StatementAccount(number: "12345678903")
        do throws(StatementFileError) {
            let file = try StatementReader.read(bytes, account: account)
            for statement in file.statements {
                for row in statement.rows {
                    precondition(row.date <= row.posted ?? row.date, "booked before it happened")
                    precondition(statement.days.contains(row.posted ?? row.date), "a strange day")
                    precondition(row.amount.currency == statement.currency, "a strange currency")
                }
            }
            let read = StatementMerge.File(file, modified: .distantPast)
            let (once, twice) = (observed([read], account), observed([read, read], account))
            precondition(once == twice, "the same file twice says something else")
        } catch {
            precondition(!error.problem.isEmpty && !error.fix.isEmpty, "refused without a reason")
            precondition((error.line ?? 1) > 0 && (error.column ?? 1) > 0, "no place")
        }
        return 0
    }

    private static func observed(
        _ files: [StatementMerge.File], _ account: StatementAccount
    ) -> [TransactionObservation] {
        StatementMerge(files, source: "fuzz", account: account, zone: .gmt)
            .observed(at: Date(timeIntervalSince1970: 0)).rows
    }
}
