/// Reads JSON text into nodes with byte ranges, by recursive descent.
struct JSONTreeReader {
    let bytes: [UInt8]
    /// Whether comments and trailing commas are refused.
    let isStrict: Bool
    private var position = 0
    private(set) var duplicates: [JSONProblem] = []
    private var depth = 0

    /// How many brackets may be open at once.
    private static let depthLimit = 64

    init(bytes: [UInt8], isStrict: Bool) {
        self.bytes = bytes
        self.isStrict = isStrict
    }

    /// Reads the whole text: one value and nothing after it.
    mutating func document() throws(JSONProblem) -> JSONNode {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        guard !isUTF16 else { throw JSONProblem(.utf16, at: 0..<2) }
        try skipBlanks()
        let node = try value()
        try skipBlanks()
        guard position == bytes.count else { throw unexpected("the end of the file") }
        return node
    }

    /// Whether the text begins with the mark of UTF-16, or with a character in two bytes.
    private var isUTF16: Bool {
        let start = bytes.prefix(2)
        return [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(start))
            || start.count == 2 && start.contains(0)
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func value() throws(JSONProblem) -> JSONNode {
        let start = position
        let value: JSONNode.Value =
            switch next {
            case UInt8(ascii: "{"):
                .object(try nested { (r) throws(JSONProblem) in try r.members() })
            case UInt8(ascii: "["):
                .array(try nested { (r) throws(JSONProblem) in try r.elements() })
            case UInt8(ascii: "\""): .string(try string())
            case UInt8(ascii: "-"), .some(48...57): .number(try number())
            default: try word()
            }
        return JSONNode(value: value, range: start..<position)
    }

    private mutating func word() throws(JSONProblem) -> JSONNode.Value {
        let start = position
        while let byte = next, Self.isLetterOrDigit(byte) { position += 1 }
        switch String(decoding: bytes[start..<position], as: UTF8.self) {
        case "null": return .null
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default:
            position = start
            throw unexpected("a value")
        }
    }

    private mutating func nested<Result>(
        _ body: (inout JSONTreeReader) throws(JSONProblem) -> Result
    ) throws(JSONProblem) -> Result {
        guard depth < Self.depthLimit else {
            throw JSONProblem(.tooDeep(limit: Self.depthLimit), at: position..<position + 1)
        }
        depth += 1
        position += 1
        let result = try body(&self)
        depth -= 1
        return result
    }

    private mutating func elements() throws(JSONProblem) -> [JSONNode] {
        var elements: [JSONNode] = []
        try list(closedBy: UInt8(ascii: "]"), after: "an element") { (r) throws(JSONProblem) in
            elements.append(try r.value())
        }
        return elements
    }

    private mutating func members() throws(JSONProblem) -> [JSONMember] {
        var members: [JSONMember] = []
        var known: Set<String> = []
        try list(closedBy: UInt8(ascii: "}"), after: "a value") { (r) throws(JSONProblem) in
            let member = try r.member()
            if known.insert(member.key).inserted {
                members.append(member)
            } else {
                r.duplicates.append(JSONProblem(.duplicateKey(member.key), at: member.keyRange))
            }
        }
        return members
    }

    private mutating func member() throws(JSONProblem) -> JSONMember {
        guard next == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
        let start = position
        let key = try string()
        let range = start..<position
        try skipBlanks()
        guard next == UInt8(ascii: ":") else { throw unexpected("':' after the key '\(key)'") }
        position += 1
        try skipBlanks()
        return JSONMember(key: key, keyRange: range, value: try value())
    }

    /// Reads elements between commas up to the closing bracket.
    private mutating func list(
        closedBy end: UInt8, after what: String,
        _ element: (inout JSONTreeReader) throws(JSONProblem) -> Void
    ) throws(JSONProblem) {
        let bracket = String(UnicodeScalar(end))
        try skipBlanks()
        var mayClose = true
        while !(mayClose && accept(end)) {
            try element(&self)
            try skipBlanks()
            if accept(end) { return }
            guard accept(UInt8(ascii: ",")) else {
                throw unexpected("',' or '\(bracket)' after \(what)")
            }
            try skipBlanks()
            mayClose = !isStrict
        }
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }
}

extension JSONTreeReader {
    /// Skips blanks, line breaks and, where allowed, comments.
    mutating func skipBlanks() throws(JSONProblem) {
        while let byte = next {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case UInt8(ascii: "/") where !isStrict: try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONProblem) {
        let start = position
        switch position + 1 < bytes.count ? bytes[position + 1] : 0 {
        case UInt8(ascii: "/"): while let byte = next, byte != UInt8(ascii: "\n") { position += 1 }
        case UInt8(ascii: "*"):
            position += 2
            while position + 1 < bytes.count {
                if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
                    position += 2
                    return
                }
                position += 1
            }
            throw JSONProblem(.unclosedComment, at: start..<start + 2)
        default: throw unexpected("a value or a comment")
        }
    }

    mutating func number() throws(JSONProblem) -> String {
        let start = position
        while let byte = next, Self.isLetterOrDigit(byte) || "-+.".utf8.contains(byte) {
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard DecimalNumber.isWellFormed(json: bytes[start..<position].span) else {
            throw JSONProblem(.invalidNumber(text), at: start..<position)
        }
        return text
    }

    /// Reads a quoted text and resolves its escapes.
    mutating func string() throws(JSONProblem) -> String {
        let start = position
        position += 1
        if let end = plainEnd() {
            defer { position = end + 1 }
            return try decoded(bytes[position..<end], from: start)
        }
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try decoded(content[...], from: start)
            case UInt8(ascii: "\\"): try appendEscape(to: &content)
            case 0..<0x20: throw lineEnds(at: position, quoteAt: start)
            default:
                content.append(byte)
                position += 1
            }
        }
        throw JSONProblem(.unclosedString, at: start..<position)
    }

    /// The index of the closing quote if nothing before it has to be unescaped or refused.
    private func plainEnd() -> Int? {
        let end = bytes[position...].firstIndex {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20
        }
        return end.flatMap { bytes[$0] == UInt8(ascii: "\"") ? $0 : nil }
    }

    /// A bare line break nearly always means that the closing quote was forgotten.
    private func lineEnds(at place: Int, quoteAt start: Int) -> JSONProblem {
        bytes[place] == UInt8(ascii: "\n") || bytes[place] == UInt8(ascii: "\r")
            ? JSONProblem(.unclosedString, at: start..<place)
            : JSONProblem(.controlCharacter, at: place..<place + 1)
    }

    private func decoded(
        _ content: ArraySlice<UInt8>, from start: Int
    ) throws(JSONProblem) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw JSONProblem(.invalidUTF8, at: start..<position)
        }
        return text
    }

    private mutating func appendEscape(to content: inout [UInt8]) throws(JSONProblem) {
        let start = position
        position += 1
        let letter = next
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter ?? 0)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try unicodeEscape(from: start)
            content.append(contentsOf: String(Character(scalar)).utf8)
        default: throw JSONProblem(.invalidEscape, at: start..<min(position, bytes.count))
        }
    }

    /// Reads the digits after `\u`, and those of a second escape if the first is half a pair.
    private mutating func unicodeEscape(from start: Int) throws(JSONProblem) -> UnicodeScalar {
        var units: [UInt16] = [try hexUnit(from: start)]
        if UTF16.isLeadSurrogate(units[0]), next == UInt8(ascii: "\\"),
            position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            units.append(try hexUnit(from: start))
        }
        guard let scalar = String(validating: units, as: UTF16.self)?.unicodeScalars.first else {
            throw JSONProblem(.invalidEscape, at: start..<position)
        }
        return scalar
    }

    private mutating func hexUnit(from start: Int) throws(JSONProblem) -> UInt16 {
        let digits = String(decoding: bytes.dropFirst(position).prefix(4), as: UTF8.self)
        guard digits.count == 4, digits.allSatisfy(\.isHexDigit),
            let unit = UInt16(digits, radix: 16)
        else { throw JSONProblem(.invalidEscape, at: start..<min(position + 4, bytes.count)) }
        position += 4
        return unit
    }

    /// The problem that `expected` was expected at the current place.
    func unexpected(_ expected: String) -> JSONProblem {
        guard next != nil else {
            return JSONProblem(.unexpectedEnd(expected: expected), at: position..<position)
        }
        var end = position + 1
        if Self.isLetterOrDigit(bytes[position]) {
            while end < bytes.count, end - position < 20, Self.isLetterOrDigit(bytes[end]) {
                end += 1
            }
        } else {
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        }
        let found = "'" + String(decoding: bytes[position..<end], as: UTF8.self) + "'"
        return JSONProblem(.unexpected(expected: expected, found: found), at: position..<end)
    }

    /// Whether `byte` is an ASCII letter, a digit or `_`.
    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 95: true
        default: false
        }
    }
}
