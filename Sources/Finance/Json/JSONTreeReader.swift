/// Reads JSON text into nodes with byte ranges, by recursive descent.
struct JSONTreeReader {
    /// The whole text.
    let bytes: [UInt8]
    /// Whether comments and trailing commas are refused.
    let isStrict: Bool
    /// How many brackets may be open at once.
    let depthLimit: Int
    /// The next byte to look at.
    var position = 0
    /// The repeated keys met so far.
    private(set) var duplicates: [JSONProblem] = []
    private var depth = 0

    /// Prepares to read; ``document()`` does it.
    init(bytes: [UInt8], isStrict: Bool, depthLimit: Int) {
        self.bytes = bytes
        self.isStrict = isStrict
        self.depthLimit = depthLimit
    }

    /// Reads the whole text: one value and nothing after it.
    mutating func document() throws(JSONProblem) -> JSONNode {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try skipBlanks()
        let node = try value()
        try skipBlanks()
        guard position == bytes.count else { throw unexpected("the end of the file") }
        return node
    }

    /// The next byte, or `nil` at the end.
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
        guard depth < depthLimit else {
            throw JSONProblem(.tooDeep(limit: depthLimit), at: position..<position + 1)
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
