import Finance
import Foundation

/// One object of an answer, whose fields are read by name and kind.
///
/// Absent and null are the same. A field of an unexpected kind makes the whole answer malformed.
/// Its value is not repeated, because it may be anything.
struct AnswerRow: Sendable {
    let json: JSONNode
    let malformed: @Sendable (String) -> BankError

    func text(_ name: String) throws(BankError) -> String? { try read(name, \.string) }

    /// A text without surrounding spaces, or `nil` if it is empty.
    func words(_ name: String) throws(BankError) -> String? {
        guard let text = try text(name) else { return nil }
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(start[...end])
    }

    func whole(_ name: String) throws(BankError) -> Int? {
        try read(name) { $0.number.flatMap { Int($0) } }
    }

    func flag(_ name: String) throws(BankError) -> Bool? { try read(name, \.boolean) }

    /// An exact amount from the digits as written; more decimals than the currency has are refused
    /// unless they are zeros.
    func amount(_ name: String, in currency: Currency) throws(BankError) -> Money? {
        try read(name) { $0.number.flatMap { try? Money(parsing: $0, currency: currency) } }
    }

    /// An amount that is written as a text, with a point: `"612.35"`.
    func writtenAmount(_ name: String, in currency: Currency) throws(BankError) -> Money? {
        try read(name) { $0.string.flatMap { try? Money(parsing: $0, currency: currency) } }
    }

    /// The digits of a number as written.
    func digits(_ name: String) throws(BankError) -> String? { try read(name, \.number) }

    /// A day, optionally followed by a time and an offset; the day counts as written.
    func day(_ name: String) throws(BankError) -> CalendarDay? {
        try read(name) { $0.string.flatMap { WrittenDay($0)?.day } }
    }

    /// The instant behind a whole number that counts from 1970; a year after 9999 is none.
    func instant(_ name: String, perSecond: Int) throws(BankError) -> Date? {
        try read(name) { count in
            count.number.flatMap { Int($0) }.map { $0 / perSecond }.flatMap { seconds in
                (-62_135_596_800..<253_402_214_400).contains(seconds)
                    ? Date(timeIntervalSince1970: TimeInterval(seconds)) : nil
            }
        }
    }

    /// A moment with an offset: `2027-03-01T12:00:00.000000+00:00`.
    func instant(_ name: String) throws(BankError) -> Date? {
        try read(name) { $0.string.flatMap(Self.instant) }
    }

    func row(_ name: String) throws(BankError) -> AnswerRow? {
        try read(name) { $0.members == nil ? nil : AnswerRow(json: $0, malformed: malformed) }
    }

    /// The objects of a list; none if it is absent.
    func rows(_ name: String) throws(BankError) -> [AnswerRow] { try list(name) ?? [] }

    /// The objects of a list that must be there.
    func requiredRows(_ name: String) throws(BankError) -> [AnswerRow] {
        guard let rows = try list(name) else { throw malformed("the answer has no '\(name)'") }
        return rows
    }

    private func list(_ name: String) throws(BankError) -> [AnswerRow]? {
        try read(name) { list in
            list.elements.flatMap { elements in
                elements.allSatisfy { $0.members != nil }
                    ? elements.map { AnswerRow(json: $0, malformed: malformed) } : nil
            }
        }
    }

    /// The texts of a list; none if it is absent.
    func texts(_ name: String) throws(BankError) -> [String] {
        try read(name) { list in
            list.elements.flatMap { elements in
                let texts = elements.compactMap(\.string)
                return texts.count == elements.count ? texts : nil
            }
        } ?? []
    }

    func required<Value>(_ value: Value?, _ name: String) throws(BankError) -> Value {
        guard let value else { throw unreadable(name) }
        return value
    }

    private static func instant(of text: String) -> Date? {
        Array(text.utf8).withUnsafeBufferPointer(InstantText.instant(of:))
    }

    private func read<Value>(
        _ name: String, _ value: (JSONNode) -> Value?
    ) throws(BankError) -> Value? {
        guard let node = json[name], node.value != .null else { return nil }
        guard let value = value(node) else { throw unreadable(name) }
        return value
    }

    private func unreadable(_ name: String) -> BankError {
        malformed("the field '\(name)' is not readable")
    }
}

extension AnswerRow {
    /// Reads a body as a JSON object.
    ///
    /// - Throws: `malformed` with what it is instead: a web page, nothing, a list.
    init(_ body: [UInt8], malformed: @escaping @Sendable (String) -> BankError) throws(BankError) {
        // Strict, because a key that occurs twice is ambiguous.
        let text = PositionedJSON(body, isStrict: true)
        guard let root = text.root, text.problems.isEmpty, root.members != nil else {
            throw malformed(Self.kind(of: body))
        }
        self.init(json: root, malformed: malformed)
    }

    /// Whether `text` is a short word that may be shown: an error code, never a number or a name.
    static func isWord(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { (97...122).contains($0 | 0x20) || $0 == 0x5f }
    }

    private static func kind(of body: [UInt8]) -> String {
        switch body.first(where: { $0 > 0x20 }) {
        case nil: "the answer is empty"
        case UInt8(ascii: "<"): "the answer is a web page, not data"
        default: "the answer is not the JSON that was expected"
        }
    }
}

/// A date as banks write it: `2026-03-06`, followed by nothing or by `T` and a time.
///
/// The day need not exist: a leap day with a wrong year is still read.
struct WrittenDay: Sendable, Hashable {
    /// See ``PurchaseDay`` for why it is kept apart.
    let year: Int
    /// 1 to 12.
    let month: Int
    /// 1 to 31.
    let dayOfMonth: Int

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10 || (bytes.count > 10 && bytes[10] == UInt8(ascii: "T")),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]),
            let day = Digits.number(bytes[8..<10]), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        dayOfMonth = day
    }

    var day: CalendarDay? { CalendarDay(year: year, month: month, day: dayOfMonth) }
}
