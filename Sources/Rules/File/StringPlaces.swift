import Finance

/// The positions of the code points of a JSON string in the file, with its escapes.
struct StringPlaces {
    /// The byte at which each code point starts, and that of the closing quotation mark.
    private let offsets: [Int]

    /// Finds the code points of a string node that the JSON reader has accepted.
    init(of node: JSONNode, in bytes: [UInt8]) {
        var offsets: [Int] = []
        var position = node.range.lowerBound + 1
        let end = max(position, node.range.upperBound - 1)
        while position < end {
            offsets.append(position)
            position += Self.length(at: position, in: bytes)
        }
        offsets.append(end)
        self.offsets = offsets
    }

    /// The bytes of a range of code points; empty for an empty range.
    func bytes(of span: Range<Int>) -> Range<Int> {
        let last = offsets.count - 1
        let lower = offsets[min(span.lowerBound, last)]
        return lower..<max(lower, offsets[min(span.upperBound, last)])
    }

    /// The number of bytes of the code point at a position in the file.
    private static func length(at position: Int, in bytes: [UInt8]) -> Int {
        switch bytes[position] {
        case UInt8(ascii: "\\"):
            guard bytes[position + 1] == UInt8(ascii: "u") else { return 2 }
            return isLeadSurrogate(at: position, in: bytes) ? 12 : 6
        case 0..<0x80: return 1
        case 0xC0..<0xE0: return 2
        case 0xE0..<0xF0: return 3
        default: return 4
        }
    }

    private static func isLeadSurrogate(at position: Int, in bytes: [UInt8]) -> Bool {
        let digits = String(decoding: bytes[position + 2..<position + 6], as: UTF8.self)
        return UInt16(digits, radix: 16).map(UTF16.isLeadSurrogate) ?? false
    }
}

/// Derives an identifier for a rule that has none.
///
/// It depends only on the body, so that another clause or synonym never makes the rule a new one
/// (RL-1).
enum DerivedID {
    /// `balance under 100 NOK` gives `balance-under-100-nok`.
    static func id(for body: Body) -> String {
        var id = ""
        for word in body.canonicalWords.split(separator: " ") where word != "is" {
            let letters = word.lowercased().unicodeScalars.flatMap { fold($0) }
            guard !letters.isEmpty, id.count + letters.count < 60 else { continue }
            id += (id.isEmpty ? "" : "-") + String(letters)
        }
        return id.isEmpty ? "rule" : id
    }

    private static func fold(_ scalar: Unicode.Scalar) -> [Character] {
        switch scalar {
        case "a"..."z", "0"..."9", "-": [Character(scalar)]
        case "æ": ["a", "e"]
        case "ø": ["o"]
        case "å": ["a"]
        default: []
        }
    }
}
