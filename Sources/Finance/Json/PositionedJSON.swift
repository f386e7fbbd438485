/// A JSON text that a person wrote, read so that every problem can name line and column.
///
/// Comments (`//…`, `/*…*/`) and a comma after the last element are allowed unless `isStrict`.
/// Nothing throws: ``problems`` contains what is wrong.
///
/// ```swift
/// let file = PositionedJSON(Array(#"{"below": 100,}"#.utf8))
/// file.root?["below"]?.number                        // "100"
/// file.position(ofByte: 10).description              // "1:11"
/// ```
package struct PositionedJSON: Sendable {
    package let bytes: [UInt8]
    /// The outermost value; `nil` if the text cannot be read as JSON.
    package let root: JSONNode?
    /// Repeated keys, and at the end the one syntax error that stopped the reading, if any.
    package let problems: [JSONProblem]
    private let lineStarts: [Int]
    /// How many code points lie before each ``stride``-th byte, so that a column in a file of one
    /// line is found without walking through the whole file.
    private let marks: [Int]

    private static let stride = 256

    /// Reads a file, past a byte order mark at its start.
    ///
    /// - Parameter isStrict: refuse comments and trailing commas, as RFC 8259 does.
    package init(_ bytes: [UInt8], isStrict: Bool = false) {
        self.bytes = bytes
        lineStarts =
            [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        marks = Self.marks(of: bytes)
        var reader = JSONTreeReader(bytes: bytes, isStrict: isStrict)
        do {
            root = try reader.document()
            problems = reader.duplicates
        } catch {
            root = nil
            problems = reader.duplicates + [error]
        }
    }

    /// Line and column of the byte at `offset`, which may be the end of the text.
    package func position(ofByte offset: Int) -> TextPosition {
        let place = min(max(offset, 0), bytes.count)
        let line = lineIndex(of: place)
        let column = codePoints(before: place) - codePoints(before: lineStarts[line])
        return TextPosition(line: line + 1, column: column + 1)
    }

    /// Where the line of a byte starts and ends, without its line break.
    package func line(ofByte offset: Int) -> Range<Int> {
        let line = lineIndex(of: min(max(offset, 0), bytes.count))
        let end = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
        return lineStarts[line]..<end
    }

    /// The text of a range as written, for messages that quote it.
    package func text(in range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// How many columns a range covers, at least 1; for a line of carets under it.
    package func columnCount(of range: Range<Int>) -> Int {
        let range = range.clamped(to: 0..<bytes.count)
        return max(1, codePoints(before: range.upperBound) - codePoints(before: range.lowerBound))
    }

    private func codePoints(before place: Int) -> Int {
        let mark = place / Self.stride
        return marks[mark] + Self.codePoints(bytes[mark * Self.stride..<place])
    }

    private static func codePoints(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.count { $0 & 0xC0 != 0x80 }
    }

    private static func marks(of bytes: [UInt8]) -> [Int] {
        var marks = [0]
        for start in Swift.stride(from: 0, to: bytes.count - stride + 1, by: stride) {
            marks.append((marks.last ?? 0) + codePoints(bytes[start..<start + stride]))
        }
        return marks
    }

    /// The index of the last line that starts at or before `offset`.
    private func lineIndex(of offset: Int) -> Int {
        max(0, lineStarts.firstPlace { $0 > offset } - 1)
    }
}

/// A place in a text as editors count it.
public struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode code points, from 1, so that `å` is one column.
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Line and column: `14:18`.
    public var description: String { "\(line):\(column)" }

    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
