import BankFiles
import Finance

/// A list as a bank writes it, with the bytes of its letters.
struct WrittenList {
    let text: String

    init(_ lines: String...) {
        text = lines.joined(separator: "\n")
    }

    var utf8: [UInt8] { Array(text.utf8) }

    /// The text in the letters of older programs; those that they lack become question marks.
    var latin: [UInt8] { text.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x3F } }

    func statements(
        number: String? = nil, profile: CSVProfile? = nil
    ) throws(StatementFileError) -> [Statement] {
        try Self.statements(utf8, number: number, profile: profile)
    }

    /// What is wrong with the list; `nil` if it can be read.
    func fault(number: String? = nil, profile: CSVProfile? = nil) -> StatementFileError? {
        do throws(StatementFileError) { _ = try statements(number: number, profile: profile) } catch
        { return error }
        return nil
    }

    static func statements(
        _ bytes: [UInt8], number: String? = nil, profile: CSVProfile? = nil
    ) throws(StatementFileError) -> [Statement] {
        try StatementReader.read(
            bytes, profile: profile, account: StatementAccount(number: number)
        ).statements
    }
}

extension Statement {
    /// What the rows say, one on each line: day, booking, amount, state and text.
    var lines: [String] {
        rows.map { row in
            [
                row.date.description, row.posted?.description ?? "-", row.amount.decimalText,
                row.status.rawValue, row.text ?? "-",
            ].joined(separator: " | ")
        }
    }

    /// The balance and its day.
    var balance: String? { booked.map { "\($0.amount.decimalText) on \($0.day)" } }
}
