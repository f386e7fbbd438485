/// Rows for programs: the same members as JSON objects and as CSV.
struct DataRows: Sendable {
    private let names: [String]
    private var rows: [[String?]] = []

    /// Starts with the names, which are a contract with scripts.
    init(_ names: [String]) {
        self.names = names
    }

    /// Adds a row with one value a name; `nil` is `null` in JSON and nothing in CSV.
    mutating func add(_ values: [String?]) {
        rows.append(values)
    }

    /// One JSON array of objects.
    var json: String { JSONText.array(objects) }

    /// One JSON object a row.
    var objects: [String] {
        rows.map { row in
            JSONText.object(zip(names, row).map { ($0, JSONText.string($1)) })
        }
    }

    /// The rows as RFC 4180 has them, behind a line of names, with CR LF after each.
    var csv: String {
        ([names] + rows.map { $0.map { $0 ?? "" } })
            .map { $0.map(Self.field).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        // Scalars, because CR LF is one character of its own.
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
            return text
        }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
