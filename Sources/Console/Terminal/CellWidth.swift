import Finance

extension String {
    /// The number of terminal cells of the text.
    var cells: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.cells }
    }

    /// The text with spaces after it, or before it, up to a width in cells.
    func padded(to width: Int, isRight: Bool = false) -> String {
        let blank = String(repeating: " ", count: max(0, width - cells))
        return isRight ? blank + self : self + blank
    }

    /// The text, or its beginning with an ellipsis where it takes more cells.
    package func cut(to width: Int) -> String {
        guard cells > width else { return self }
        var room = width - 1
        let kept = prefix { character in
            room -= character.cells
            return room >= 0
        }
        return width > 0 ? kept + "…" : ""
    }

    /// The text in lines of at most this many cells, broken at spaces if there are any.
    func wrapped(to width: Int) -> [String] {
        var lines = [""]
        for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let last = lines[lines.count - 1]
            if last.isEmpty || last.cells + 1 + word.cells <= width {
                lines[lines.count - 1] = last.isEmpty ? word : "\(last) \(word)"
            } else {
                lines.append(word)
            }
        }
        return lines.map { $0.cut(to: width) }
    }

    var withoutTrailingBlanks: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}

extension Character {
    /// The cells of the widest part: joined characters and modifiers take none.
    fileprivate var cells: Int {
        let scalars = unicodeScalars
        if scalars.contains("\u{FE0F}") { return 2 }
        return scalars.lazy.map(\.cells).max() ?? 0
    }
}

extension Unicode.Scalar {
    /// Two for what Unicode's East Asian Width (UAX 11) calls wide, none for marks on others.
    fileprivate var cells: Int {
        switch value {
        case 0..<0x300: 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x20000...0x3FFFD:
            2
        default:
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: 0
            default: properties.isEmojiPresentation ? 2 : 1
            }
        }
    }
}
