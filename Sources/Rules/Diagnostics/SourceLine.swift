import Finance

/// The line of a file that a finding points into, cut to what fits on a screen.
struct SourceLine {
    /// The line with the place that is pointed at.
    let excerpt: RuleFinding.Excerpt

    /// Takes the line on which `range` starts.
    init(at range: Range<Int>, in json: PositionedJSON) {
        let place = min(range.lowerBound, json.bytes.count)
        let whole = json.line(ofByte: place)
        // Of a long line only what can be shown is looked at.
        let start = json.codePointStart(max(whole.lowerBound, place - Self.room))
        let end = json.codePointStart(min(whole.upperBound, place + Self.room))
        let line = Array(json.text(in: start..<end).unicodeScalars)
        let offset = json.text(in: start..<place).unicodeScalars.count
        let first = Self.firstShown(of: line, offset: offset)
        let shown = line.dropFirst(first).prefix(Self.width)
        var view = String.UnicodeScalarView()
        view.append(contentsOf: shown.map { $0.value < 0x20 ? " " : $0 })
        let length = json.columnCount(of: range.lowerBound..<min(range.upperBound, end))
        let room = shown.count - (offset - first)
        excerpt = RuleFinding.Excerpt(
            text: String(view), offset: offset - first, length: max(1, min(length, room)))
    }

    private static let width = 120
    /// So many bytes before and behind a place hold all that is shown.
    private static let room = 4 * width

    /// Leaves out the indent, and the front of a line that is too long to be shown whole.
    private static func firstShown(of line: [Unicode.Scalar], offset: Int) -> Int {
        let indent = line.prefix { $0.properties.isWhitespace }.count
        return max(min(indent, offset), offset - width / 2)
    }
}

extension PositionedJSON {
    /// The first byte of the code point that a byte belongs to.
    fileprivate func codePointStart(_ byte: Int) -> Int {
        var start = byte
        while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}
