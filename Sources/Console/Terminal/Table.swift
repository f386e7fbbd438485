package import Alerts
package import Finance
package import Foundation

/// Aligns columns of text for people, or separates them by tabs for pipes.
///
/// On a terminal no line is wider than it: less important columns are dropped, then words are cut.
package struct Table: Sendable {
    package enum Alignment: Sendable {
        case left
        /// Words that are cut where the terminal is too narrow for all columns.
        case cuttable
        case right
        /// A column that is dropped on a narrow terminal, the lowest number first.
        case dropped(Int, isRight: Bool = false)

        fileprivate var isRight: Bool {
            switch self {
            case .right, .dropped(_, isRight: true): true
            case .left, .cuttable, .dropped: false
            }
        }

        fileprivate var isCuttable: Bool { if case .cuttable = self { true } else { false } }

        fileprivate var dropOrder: Int? {
            if case .dropped(let order, _) = self { order } else { nil }
        }
    }

    private let headings: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []
    private var styles: [[Int: TextStyle]] = []

    package init(_ columns: [(heading: String, alignment: Alignment)], _ rows: [[String]] = []) {
        headings = columns.map(\.heading)
        alignments = columns.map(\.alignment)
        for row in rows { add(row) }
    }

    mutating func add(_ cells: [String], styles: [Int: TextStyle] = [:]) {
        // On one line: a tab or a line break would end the cell.
        rows.append(cells.map(VisibleText.line))
        self.styles.append(styles)
    }

    /// The lines of the table without trailing blanks.
    ///
    /// - Parameter isAligned: whether columns line up within `columns` cells, without those that are
    ///   empty; otherwise tabs separate them.
    package func lines(isAligned: Bool, hasColour: Bool = false, columns: Int = .max) -> [String] {
        let all = [headings] + rows
        guard isAligned else { return all.map { $0.joined(separator: "\t") } }
        let widths = widths(of: all, within: columns)
        let looks = [[:]] + (hasColour ? styles : styles.map { _ in [:] })
        return zip(all, looks).map { line(of: $0, widths: widths, styles: $1) }
    }

    private static let leastWidth = 8
    private static let gap = 2

    /// The width of each column; `nil` for one that is dropped.
    private func widths(of rows: [[String]], within columns: Int) -> [Int?] {
        var widths: [Int?] = headings.indices.map { column in
            let isEmpty = rows.count > 1 && rows.dropFirst().allSatisfy { $0[column].isEmpty }
            return isEmpty ? nil : rows.map { $0[column].cells }.max()
        }
        var excess: Int {
            let shown = widths.compactMap(\.self)
            return shown.reduce(0, +) + Self.gap * (shown.count - 1) - columns
        }
        let dropped = alignments.indices.filter { alignments[$0].dropOrder != nil }
            .sorted { (alignments[$0].dropOrder ?? 0) < (alignments[$1].dropOrder ?? 0) }
        for column in dropped where excess > 0 { widths[column] = nil }
        // First down to a readable width, then as far as necessary; amounts last.
        let steps: [(least: Int, isKind: (Alignment) -> Bool)] = [
            (Self.leastWidth, \.isCuttable), (3, \.isCuttable), (3, { !$0.isRight }),
            (1, { _ in true }),
        ]
        for (least, isKind) in steps {
            let wide = widths.indices.filter { isKind(alignments[$0]) }
                .sorted { (widths[$0] ?? 0) > (widths[$1] ?? 0) }
            for column in wide where excess > 0 {
                widths[column] = widths[column].map { max(min($0, least), $0 - excess) }
            }
        }
        return widths
    }

    private func line(of cells: [String], widths: [Int?], styles: [Int: TextStyle]) -> String {
        let shown = cells.enumerated().compactMap { column, whole -> String? in
            guard let width = widths[column] else { return nil }
            let cell = whole.cut(to: width)
            let blank = String(repeating: " ", count: width - cell.cells)
            let look = styles[column]?.painted(cell) ?? cell
            return alignments[column].isRight ? blank + look : look + blank
        }
        return shown.joined(separator: String(repeating: " ", count: Self.gap))
            .withoutTrailingBlanks
    }

    /// Writes the table; without rows, writes the sentence for people.
    package func write(orSay sentence: String) {
        if rows.isEmpty, Terminal.isInteractive { return Terminal.write(sentence) }
        let lines = lines(
            isAligned: Terminal.isInteractive, hasColour: Terminal.hasColour,
            columns: Terminal.size.columns)
        // The colours are the program's own; cells contain none.
        for line in lines { Terminal.put(line + "\n") }
    }
}

/// Rows for programs: the same members as JSON objects and as CSV.
package struct DataRows: Sendable {
    private let names: [String]
    private let rows: [[String?]]

    /// Pairs names, which are a contract with scripts, with one value each; `nil` is `null` in JSON
    /// and nothing in CSV.
    package init(_ names: [String], _ rows: [[String?]]) {
        self.names = names
        self.rows = rows
    }

    package var json: String { JSONOutput.array(objects).text }

    var objects: [JSONOutput] { rows.map { .object(Array(zip(names, $0.map(JSONOutput.text)))) } }

    /// The rows as RFC 4180 describes them, after a line of names, with CR LF after each.
    package var csv: String {
        ([names] + rows.map { $0.map { $0 ?? "" } })
            .map { $0.map(Self.field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func field(_ value: String) -> String {
        // Line breaks stay, of which CR LF is one character.
        let lines = value.split(separator: "\r\n", omittingEmptySubsequences: false)
        let text = harmless(lines.map { VisibleText.shown(String($0)) }.joined(separator: "\r\n"))
        // Scalars, because CR LF is one character of its own.
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
            return text
        }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// The text with an apostrophe before it if a spreadsheet would take it for a formula; numbers
    /// stay numbers.
    private static func harmless(_ text: String) -> String {
        guard let first = text.first, "=+-@\t".contains(first) else { return text }
        let isNumber = text.dropFirst().utf8.allSatisfy { (48...57).contains($0) || $0 == 0x2E }
        return isNumber && "+-".contains(first) && text.count > 1 ? text : "'" + text
    }
}

/// The forms in which rows are written.
package enum RowForm: Sendable {
    case table
    case json
    /// RFC 4180 with a line of names.
    case csv
}

/// Transactions as tables and as JSON.
package enum TransactionText: Sendable {
    package struct Line: Sendable {
        package let transaction: Transaction
        let account: Account?
        /// How its reservation was matched, if that was asked for and there was one.
        let evidence: String?
        /// The transactions that may be the same one, with the evidence.
        let mayBe: String?

        /// - Parameter questions: the open questions about it.
        package init(
            _ transaction: Transaction, account: Account?, evidence: MatchEvidence? = nil,
            questions: [OpenQuestion] = []
        ) {
            self.transaction = transaction
            self.account = account
            self.evidence = evidence.map { evidence in
                "\(evidence.words): reserved \(evidence.reservedAmount.decimalText)"
                    + (evidence.reservedText.map { " as '\(SafeText.neutralised($0))'" } ?? "")
            }
            let others = questions.map { question in
                let isBooking = question.booking == transaction.id
                let other = isBooking ? question.reservation : question.booking
                return "\(TransactionText.short(other)): \(question.words)"
            }
            mayBe = others.isEmpty ? nil : others.joined(separator: "; ")
        }
    }

    private static func short(_ id: UUID) -> String { String(id.uuidString.lowercased().prefix(8)) }

    package static func write(_ lines: [Line], form: RowForm, why: Bool, _ texts: TableTexts) {
        switch form {
        case .json: Terminal.write(rows(lines, why: why).json)
        case .csv: Terminal.put(rows(lines, why: why).csv)
        case .table: table(lines, why: why, texts).write(orSay: texts(.noTransaction))
        }
    }

    static func table(_ lines: [Line], why: Bool, _ texts: TableTexts) -> Table {
        var columns: [(String, Table.Alignment)] = [
            (texts(.date), .dropped(3)), (texts(.account), .dropped(2)), (texts(.amount), .right),
            (texts(.status), .dropped(1)), (texts(.text), .cuttable),
        ]
        if why { columns += [(texts(.id), .left), (texts(.why), .cuttable)] }
        var table = Table(columns)
        for line in lines {
            let transaction = line.transaction
            var cells = [
                texts.text(transaction.transactionDate),
                SafeText.neutralised(line.account?.displayName ?? ""),
                MoneyStyle.norwegian.optional(transaction.signedAmount),
                texts(.status(transaction.status)), text(of: transaction),
            ]
            if why {
                let reasons = line.evidence ?? line.mayBe.map { "may be one with \($0)" }
                cells += [short(transaction.id), reasons ?? ""]
            }
            table.add(cells, styles: [2: style(of: transaction)])
        }
        return table
    }

    package static func object(_ transaction: Transaction, account: Account?) -> JSONOutput {
        rows([Line(transaction, account: account)], why: false).objects.first ?? .null
    }

    /// Money in is green and money out red.
    static func style(of transaction: Transaction) -> TextStyle {
        transaction.creditDebitIndicator == .debit ? .red : .green
    }

    /// The lines for programs; the names are a contract.
    private static func rows(_ lines: [Line], why: Bool) -> DataRows {
        DataRows(
            [
                "id", "account", "amount", "currency", "status", "date", "posted", "text",
                "merchant", "mcc", "type", "reservedAmount", "accountId",
            ] + (why ? ["why", "mayBe"] : []),
            lines.map { values(of: $0) + (why ? [$0.evidence, $0.mayBe] : []) })
    }

    private static func values(of line: Line) -> [String?] {
        let transaction = line.transaction
        // The sign that amounts have everywhere else.
        let sign = transaction.creditDebitIndicator == .debit ? "-" : ""
        return [
            transaction.id.uuidString.lowercased(), line.account?.displayName,
            transaction.signedAmount.decimalText, transaction.transactionAmount.currency.code,
            transaction.status.rawValue, transaction.transactionDate.description,
            transaction.postedDate?.description, transaction.originalTransactionDescription,
            transaction.merchantName, transaction.merchantCategoryCode?.description,
            transaction.transactionType.rawValue,
            transaction.reservedAmount.map { sign + $0.decimalText },
            transaction.accountID.uuidString.lowercased(),
        ]
    }

    /// The text for people, harmless on a terminal.
    static func text(of transaction: Transaction) -> String {
        transaction.transactionDescription.isEmpty
            ? "(no text)" : SafeText.neutralised(transaction.transactionDescription)
    }
}

/// How the tables of a run are written.
///
/// For a person they are in the language of the settings, with relative times; for a pipe in
/// English, with moments.
package struct TableTexts: Sendable {
    private let language: Language
    private let zone: TimeZone
    private let now: Date
    private let isForPerson: Bool

    package init(
        language: Language, zone: TimeZone, now: Date, isForPerson: Bool = Terminal.isInteractive
    ) {
        self.language = isForPerson ? language : .english
        self.zone = zone
        self.now = now
        self.isForPerson = isForPerson
    }

    package func callAsFunction(_ text: ScreenText) -> String { language.text(text) }

    /// An instant as `4 min ago` or `in 3 h`, or as a moment.
    package func when(_ instant: Date) -> String {
        guard isForPerson else { return InstantText.moment(instant, in: zone) }
        let seconds = now.timeIntervalSince(instant)
        let length = Strings.length(abs(seconds))
        return self(seconds < 0 ? .ahead(length) : .ago(length))
    }

    package func text(_ day: CalendarDay) -> String {
        language == .norwegian ? MoneyStyle.norwegian.text(day) : day.description
    }
}
