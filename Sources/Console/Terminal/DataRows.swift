import Finance

/// Rows for programs: the same members as JSON objects and as CSV.
package struct DataRows: Sendable {
    private let names: [String]
    private var rows: [[String?]] = []

    /// Starts with the names, which are a contract with scripts.
    package init(_ names: [String]) {
        self.names = names
    }

    /// Adds a row with one value a name; `nil` is `null` in JSON and nothing in CSV.
    package mutating func add(_ values: [String?]) {
        rows.append(values)
    }

    package var json: String { JSONOutput.array(objects).text }

    var objects: [JSONOutput] {
        rows.map { .object(Array(zip(names, $0.map(JSONOutput.text)))) }
    }

    /// The rows as RFC 4180 has them, behind a line of names, with CR LF after each.
    package var csv: String {
        ([names] + rows.map { $0.map { $0 ?? "" } })
            .map { $0.map(Self.field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func field(_ value: String) -> String {
        // Ends of lines stay, of which CR LF is one character.
        let lines = value.split(separator: "\r\n", omittingEmptySubsequences: false)
        let text = harmless(lines.map { VisibleText.shown(String($0)) }.joined(separator: "\r\n"))
        // Scalars, because CR LF is one character of its own.
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
            return text
        }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// A text that a spreadsheet would take for a formula, with the sign before it that says text;
    /// numbers stay numbers.
    private static func harmless(_ text: String) -> String {
        guard let first = text.first, "=+-@\t".contains(first) else { return text }
        let isNumber = text.dropFirst().utf8.allSatisfy { (48...57).contains($0) || $0 == 0x2E }
        return isNumber && "+-".contains(first) && text.count > 1 ? text : "'" + text
    }
}

/// The forms in which rows are written.
package enum RowForm: Sendable {
    /// For people: lined up on a terminal, separated by tabs in a pipe.
    case table
    case json
    /// RFC 4180 with a line of names.
    case csv
}
