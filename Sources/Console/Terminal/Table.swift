import Finance

/// Lines up columns of text for people, or separates them by tabs for pipes.
package struct Table: Sendable {
    /// How the cells of a column stand.
    package enum Alignment: Sendable {
        case left
        /// Words that are cut where the terminal is too narrow for all columns.
        case cuttable
        case right
    }

    private let headings: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []
    private var styles: [[Int: TextStyle]] = []

    package init(_ columns: [(heading: String, alignment: Alignment)]) {
        headings = columns.map(\.heading)
        alignments = columns.map(\.alignment)
    }

    /// Adds a row with one cell a column; some columns may stand out.
    package mutating func add(_ cells: [String], styles: [Int: TextStyle] = [:]) {
        // On one line: a tab or an end of line would be the end of a cell.
        rows.append(cells.map(VisibleText.line))
        self.styles.append(styles)
    }

    var isEmpty: Bool { rows.isEmpty }

    /// The lines of the table without trailing blanks.
    ///
    /// - Parameters:
    ///   - isAligned: whether columns line up; otherwise tabs separate them, and nothing is cut.
    ///   - hasColour: whether cells stand out.
    ///   - columns: how wide a line may be, as far as cutting helps.
    package func lines(isAligned: Bool, hasColour: Bool = false, columns: Int = .max) -> [String] {
        let all = [headings] + rows
        guard isAligned else { return all.map { $0.joined(separator: "\t") } }
        let widths = widths(of: all, within: columns)
        let looks = [[:]] + (hasColour ? styles : styles.map { _ in [:] })
        return zip(all, looks).map { line(of: $0, widths: widths, styles: $1) }
    }

    /// The narrowest that a column is cut to.
    private static let leastWidth = 8
    private static let gap = 2

    private func widths(of rows: [[String]], within columns: Int) -> [Int] {
        var widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - columns
        let cuttable = widths.indices.filter { alignments[$0] == .cuttable }
        for column in cuttable.sorted(by: { widths[$0] > widths[$1] }) where excess > 0 {
            let cut = min(excess, max(0, widths[column] - Self.leastWidth))
            widths[column] -= cut
            excess -= cut
        }
        return widths
    }

    private func line(
        of cells: [String], widths: [Int], styles: [Int: TextStyle]
    ) -> String {
        var line = ""
        for (column, whole) in cells.enumerated() {
            let width = widths[column]
            let cell = whole.cut(to: width)
            let blank = String(repeating: " ", count: width - cell.count)
            if column > 0 { line += String(repeating: " ", count: Self.gap) }
            let shown = styles[column]?.painted(cell) ?? cell
            line += alignments[column] == .right ? blank + shown : shown + blank
        }
        return line.withoutTrailingBlanks
    }
}

extension Table {
    /// Writes the table to standard output: lined up for people, with tabs for pipes.
    ///
    /// - Parameter sentence: what a person reads instead of a table without rows.
    package func write(orSay sentence: String) {
        if isEmpty, Terminal.isInteractive { return Terminal.write(sentence) }
        let lines = lines(
            isAligned: Terminal.isInteractive, hasColour: Terminal.hasColour,
            columns: Terminal.size.columns)
        // Colours are ours; the cells hold none.
        for line in lines { Terminal.put(line + "\n") }
    }
}
