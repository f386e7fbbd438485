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
    private var styles: [[Int: TextStyle]] = []

    /// Starts a table with its columns.
    init(_ columns: [(heading: String, alignment: Alignment)]) {
        headings = columns.map(\.heading)
        alignments = columns.map(\.alignment)
    }

    /// Adds a row with one cell a column; some columns may stand out.
    mutating func add(_ cells: [String], styles: [Int: TextStyle] = [:]) {
        rows.append(cells)
        self.styles.append(styles)
    }

    /// The lines of the table without trailing blanks.
    func lines(isAligned: Bool, hasColour: Bool = false) -> [String] {
        let all = [headings] + rows
        guard isAligned else { return all.map { $0.joined(separator: "\t") } }
        let widths = headings.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let looks = [[:]] + (hasColour ? styles : styles.map { _ in [:] })
        return zip(all, looks).map { line(of: $0, widths: widths, styles: $1) }
    }

    private func line(
        of cells: [String], widths: [Int], styles: [Int: TextStyle]
    ) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            let blank = String(repeating: " ", count: widths[column] - cell.count)
            if column > 0 { line += "  " }
            let shown = styles[column]?.painted(cell) ?? cell
            line += alignments[column] == .left ? shown + blank : blank + shown
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
