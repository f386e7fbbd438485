/// Splits XML, and the SGML of old OFX files, into tags and text.
///
/// Anything that can contain a declaration, and with it references to other files, is refused.
struct MarkupTokens {
    enum Token {
        case start(MarkupElement, isEmpty: Bool)
        case end(String)
        case text(String)
    }

    let text: FileText
    private(set) var position = 0

    init(_ text: FileText) { self.text = text }

    /// The next tag, or text other than spaces; `nil` at the end.
    mutating func next() throws(StatementFileError) -> Token? {
        while position < text.bytes.count {
            if text.bytes[position] != UInt8(ascii: "<") {
                let words = decoded(untilNext(UInt8(ascii: "<")))
                if !words.isEmpty { return .text(words) }
            } else if skips("<?") {
                try skip(past: "?>")
            } else if skips("<!--") {
                try skip(past: "-->")
            } else if skips("<![CDATA[") {
                let start = position
                try skip(past: "]]>")
                return .text(String(decoding: text.bytes[start..<position - 3], as: UTF8.self))
            } else if skips("<!") {
                throw text.error(
                    at: position, "it declares a document type, which no bank's file needs",
                    fix: StatementFileError.downloadAgain)
            } else {
                return try tag()
            }
        }
        return nil
    }

    private mutating func tag() throws(StatementFileError) -> Token {
        let start = position
        position += 1
        let isEnd = skips("/")
        let name = name()
        guard !name.isEmpty else { throw cut(at: start) }
        var attributes: [String: String] = [:]
        while position < text.bytes.count {
            let byte = text.bytes[position]
            position += 1
            if byte == UInt8(ascii: ">") {
                if isEnd { return .end(name) }
                let element = MarkupElement(name: name, offset: start, attributes: attributes)
                return .start(element, isEmpty: text.bytes[position - 2] == UInt8(ascii: "/"))
            }
            guard byte > 0x20, byte != UInt8(ascii: "/") else { continue }
            position -= 1
            let key = self.name()
            guard !key.isEmpty, skips("=\"") || skips("='") else { throw cut(at: start) }
            attributes[key] = decoded(untilNext(text.bytes[position - 1]))
            position += 1
        }
        throw cut(at: start)
    }

    /// A name without the prefix of its namespace.
    private mutating func name() -> String {
        let bytes = text.bytes
        var (start, end) = (position, position)
        while end < bytes.count, bytes[end] > 0x20, !Self.nameEnds.contains(bytes[end]) {
            if bytes[end] == UInt8(ascii: ":") { start = end + 1 }
            end += 1
        }
        position = end
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static let nameEnds = Array("<>/=\"'".utf8)

    private mutating func untilNext(_ byte: UInt8) -> ArraySlice<UInt8> {
        let rest = text.bytes[position...]
        position = rest.firstIndex(of: byte) ?? rest.endIndex
        return rest[..<position]
    }

    private mutating func skips(_ words: StaticString) -> Bool {
        let end = position + words.utf8CodeUnitCount
        // Most comparisons end at the last character: the endings of tags begin alike.
        guard end <= text.bytes.count, text.bytes[end - 1] == words.utf8Start[end - 1 - position]
        else { return false }
        let isThere = words.withUTF8Buffer { text.bytes[position..<end].elementsEqual($0) }
        if isThere { position = end }
        return isThere
    }

    private mutating func skip(past words: StaticString) throws(StatementFileError) {
        let start = position
        while position < text.bytes.count {
            if skips(words) { return }
            position += 1
        }
        throw cut(at: start)
    }

    private func cut(at offset: Int) -> StatementFileError {
        text.error(
            at: offset, "this tag has no end", fix: "download the file again: it was cut off")
    }

    /// The text without surrounding spaces, with entities replaced.
    private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        guard bytes.contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var words = ""
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        while let start = rest.firstIndex(of: "&") {
            words += rest[..<start]
            rest = rest[start...].dropFirst()
            if let end = rest.prefix(9).firstIndex(of: ";"), let sign = Self.sign(of: rest[..<end])
            {
                words.unicodeScalars.append(sign)
                rest = rest[end...].dropFirst()
            } else {
                // Banks also write a bare ampersand.
                words += "&"
            }
        }
        return words + rest
    }

    private static func sign(of name: Substring) -> Unicode.Scalar? {
        switch name {
        case "lt": "<"
        case "gt": ">"
        case "amp": "&"
        case "quot": "\""
        case "apos": "'"
        default:
            if name.hasPrefix("#x") {
                UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
            } else if name.hasPrefix("#") {
                UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) }
            } else {
                nil
            }
        }
    }
}

/// An element of XML with everything in it.
struct MarkupElement {
    let name: String
    let offset: Int
    let attributes: [String: String]
    var text = ""
    var children: [MarkupElement] = []

    /// The first element on a path of names: `["Id", "IBAN"]`.
    subscript(path: String...) -> MarkupElement? { first(on: path[...]) }

    /// The text of the first element on a path; `nil` if there is none.
    func words(_ path: String...) -> String? {
        first(on: path[...]).flatMap { $0.text.isEmpty ? nil : $0.text }
    }

    private func first(on path: ArraySlice<String>) -> MarkupElement? {
        guard let name = path.first else { return self }
        guard let index = children.firstIndex(where: { $0.name == name }) else { return nil }
        return children[index].first(on: path.dropFirst())
    }

    func all(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }
}

extension MarkupTokens {
    /// How deep elements may be nested; statements need a dozen.
    private static let deepest = 40

    /// Reads the content of an element whose start tag was just read, up to its end tag.
    mutating func content(
        of outer: consuming MarkupElement, depth: Int = 0
    ) throws(StatementFileError) -> MarkupElement {
        var element = outer
        while let token = try next() {
            switch token {
            case .text(let words):
                element.text = element.text.isEmpty ? words : element.text + words
            case .start(let child, let isEmpty):
                guard depth < Self.deepest else {
                    throw text.error(
                        at: child.offset, "elements lie too deep in each other",
                        fix: StatementFileError.downloadAgain)
                }
                element.children.append(isEmpty ? child : try content(of: child, depth: depth + 1))
            case .end(let name):
                guard name == element.name else { throw mismatch(element) }
                return element
            }
        }
        throw mismatch(element)
    }

    func mismatch(_ element: MarkupElement) -> StatementFileError {
        text.error(
            at: element.offset, "the element '\(element.name)' has no end",
            fix: "download the file again: it was cut off")
    }
}
