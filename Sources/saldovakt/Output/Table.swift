/// Lines up columns of text for people, or separates them by tabs for pipes.
struct Table: Sendable {
    /// How the cells of a column stand.
    enum Alignment: Sendable {
        /// Words.
        case left
        /// Figures.
        case right
    }

    private let headings: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// Starts a table with its columns.
    init(_ columns: [(heading: String, alignment: Alignment)]) {
        headings = columns.map(\.heading)
        alignments = columns.map(\.alignment)
    }

    /// Adds a row with one cell a column.
    mutating func add(_ cells: [String]) {
        rows.append(cells)
    }

    /// The lines of the table without trailing blanks.
    func lines(isAligned: Bool) -> [String] {
        let all = [headings] + rows
        guard isAligned else { return all.map { $0.joined(separator: "\t") } }
        let widths = headings.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { line(of: $0, widths: widths) }
    }

    private func line(of cells: [String], widths: [Int]) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            let blank = String(repeating: " ", count: widths[column] - cell.count)
            if column > 0 { line += "  " }
            line += alignments[column] == .left ? cell + blank : blank + cell
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
