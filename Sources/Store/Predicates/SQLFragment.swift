import GRDB

/// A piece of SQL with what is bound to its question marks.
struct SQLFragment: Sendable, Hashable {
    /// The text.
    var sql: String
    /// The values, in the order of their marks.
    var values: [DatabaseValue]

    /// Makes a piece.
    init(_ sql: String, _ values: [DatabaseValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// A value as a question mark.
    static func bound(_ value: DatabaseValue) -> SQLFragment {
        SQLFragment("?", [value])
    }

    /// Puts pieces into a text, one at each `%`.
    static func format(_ text: String, _ pieces: SQLFragment...) -> SQLFragment {
        var result = SQLFragment("")
        for (index, part) in text.split(separator: "%", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 {
                result.sql += pieces[index - 1].sql
                result.values += pieces[index - 1].values
            }
            result.sql += part
        }
        return result
    }

    /// The pieces with a text in between.
    static func joined(_ pieces: [SQLFragment], by text: String) -> SQLFragment {
        SQLFragment(pieces.map(\.sql).joined(separator: text), pieces.flatMap(\.values))
    }
}
