/// A place in a text as editors count it.
public struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode code points, from 1, so that `å` is one column.
    public let column: Int

    /// Makes a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Line and column: `14:18`.
    public var description: String { "\(line):\(column)" }

    /// What comes first in the text is smaller.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
