import Finance

/// One object of an answer, whose fields are read by name and kind.
///
/// Absent and null are the same. A field of another kind than expected makes the whole answer
/// malformed; its value is not repeated, because it may be anything.
struct SbankenRow: Sendable {
    private let json: JSONNode
    private let endpoint: SbankenEndpoint

    init(_ json: JSONNode, of endpoint: SbankenEndpoint) {
        self.json = json
        self.endpoint = endpoint
    }

    func text(_ name: String) throws(SbankenError) -> String? {
        guard let node = present(name) else { return nil }
        guard let text = node.string else { throw malformed(name) }
        return text
    }

    /// A text without blanks around it, or `nil` if nothing is left.
    func words(_ name: String) throws(SbankenError) -> String? {
        guard let text = try text(name) else { return nil }
        if Self.isTrimmed(text) { return text }
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        let start = text.drop(while: isBlank)
        guard let end = start.lastIndex(where: { !isBlank($0) }) else { return nil }
        return String(start[...end])
    }

    /// Whether a text begins and ends with a sign of ASCII that is no blank.
    private static func isTrimmed(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return (0x21..<0x7f).contains(first) && (0x21..<0x7f).contains(last)
    }

    func whole(_ name: String) throws(SbankenError) -> Int? {
        guard let node = present(name) else { return nil }
        guard let number = node.number.flatMap({ Int($0) }) else { throw malformed(name) }
        return number
    }

    func flag(_ name: String) throws(SbankenError) -> Bool? {
        guard let node = present(name) else { return nil }
        guard case .boolean(let value) = node.value else { throw malformed(name) }
        return value
    }

    /// An amount in kroner, from the digits as they stand there; more than two decimals are
    /// refused unless they are zeros.
    func amount(_ name: String) throws(SbankenError) -> Money? {
        guard let node = present(name) else { return nil }
        guard let digits = node.number, let money = try? Money(parsing: digits, currency: .nok)
        else { throw malformed(name) }
        return money
    }

    /// The digits of a number as they stand there.
    func digits(_ name: String) throws(SbankenError) -> String? {
        guard let node = present(name) else { return nil }
        guard let digits = node.number else { throw malformed(name) }
        return digits
    }

    /// A day; the bank writes `2026-03-06T00:00:00` with or without an offset, and the day counts
    /// as written.
    func day(_ name: String) throws(SbankenError) -> CalendarDay? {
        guard let text = try text(name) else { return nil }
        guard let day = SbankenDay(text)?.day else { throw malformed(name) }
        return day
    }

    func row(_ name: String) throws(SbankenError) -> SbankenRow? {
        guard let node = present(name) else { return nil }
        guard node.members != nil else { throw malformed(name) }
        return SbankenRow(node, of: endpoint)
    }

    /// A value that has to be there.
    func required<Value>(_ value: Value?, _ name: String) throws(SbankenError) -> Value {
        guard let value else { throw malformed(name) }
        return value
    }

    private func present(_ name: String) -> JSONNode? {
        guard let node = json[name], node.value != .null else { return nil }
        return node
    }

    private func malformed(_ name: String) -> SbankenError {
        .failed(SbankenProblems.malformed(endpoint, "the field '\(name)' is not readable"))
    }
}

/// A date as the bank writes it: `2026-03-06`, followed by nothing or by a time.
struct SbankenDay: Sendable, Hashable {
    /// The year as written; see ``PurchaseDay`` for why it is kept apart.
    let year: Int
    /// The month as written, 1 to 12.
    let month: Int
    /// The day of the month as written, 1 to 31.
    let dayOfMonth: Int

    /// Reads the date part; `nil` for any other shape.
    ///
    /// The day need not exist: a leap day with a wrong year is still read.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10 || (bytes.count > 10 && bytes[10] == UInt8(ascii: "T")),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]),
            let day = Digits.number(bytes[8..<10]), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        dayOfMonth = day
    }

    /// The day, if it exists.
    var day: CalendarDay? { CalendarDay(year: year, month: month, day: dayOfMonth) }
}
