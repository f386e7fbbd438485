/// One row of separated values.
struct CSVRow {
    /// One value: the position of its content, without the quotes around it.
    struct Cell {
        let range: Range<Int>
        /// Whether it contains doubled quotes.
        let hasQuotes: Bool
    }

    /// Where it begins.
    let start: Int
    let cells: [Cell]
}

/// Splits a text into rows of values (RFC 4180), strictly: a value that begins with a quote ends
/// with one.
///
/// A quote inside a value that does not begin with one is an ordinary character, as banks write it.
/// Rows without any content are skipped.
struct CSVRows {
    let text: FileText
    let separator: UInt8
    private var position = 0

    init(_ text: FileText, separator: UInt8) {
        self.text = text
        self.separator = separator
    }

    mutating func next() throws(StatementFileError) -> CSVRow? {
        while position < text.bytes.count {
            let row = try row()
            if row.cells.contains(where: { !$0.range.isEmpty }) { return row }
        }
        return nil
    }

    private mutating func row() throws(StatementFileError) -> CSVRow {
        let start = position
        var cells: [CSVRow.Cell] = []
        cells.reserveCapacity(16)
        repeat { cells.append(try cell()) } while acceptSeparator()
        return CSVRow(start: start, cells: cells)
    }

    private mutating func acceptSeparator() -> Bool {
        let bytes = text.bytes
        guard position < bytes.count else { return false }
        let byte = bytes[position]
        position += 1
        if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
        return byte == separator
    }

    /// Reads up to a separator, a line break or the end.
    private mutating func cell() throws(StatementFileError) -> CSVRow.Cell {
        let bytes = text.bytes
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return try quoted() }
        let start = position
        while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
        return CSVRow.Cell(range: start..<position, hasQuotes: false)
    }

    private mutating func quoted() throws(StatementFileError) -> CSVRow.Cell {
        let bytes = text.bytes
        let opening = position
        var hasQuotes = false
        position += 1
        while true {
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { position += 1 }
            guard position < bytes.count else {
                throw text.error(
                    at: opening, "a quoted value has no end",
                    fix: "download the file again: it was cut off")
            }
            position += 1
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { break }
            hasQuotes = true
            position += 1
        }
        guard position == bytes.count || isEnd(bytes[position]) else {
            throw text.error(
                at: position, "something follows the end of a quoted value",
                fix: StatementFileError.downloadAgain)
        }
        return CSVRow.Cell(range: opening + 1..<position - 1, hasQuotes: hasQuotes)
    }

    private func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == 0x0A || byte == 0x0D }
}

extension FileText {
    /// A value as one line without surrounding spaces.
    func string(_ cell: CSVRow.Cell) -> String {
        var range = cell.range
        while let first = range.first, bytes[first] <= 0x20 { range = range.dropFirst() }
        while let last = range.last, bytes[last] <= 0x20 { range = range.dropLast() }
        var content = bytes[range]
        if content.contains(where: { $0 < 0x20 }) {
            content = ArraySlice(
                content.split(whereSeparator: { $0 < 0x20 }).joined(separator: [0x20]))
        }
        let value = String(decoding: content, as: UTF8.self)
        return cell.hasQuotes ? value.replacing("\"\"", with: "\"") : value
    }
}
