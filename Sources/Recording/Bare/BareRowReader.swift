import Finance
import Foundation

/// Reads bare transaction lines into plain numbers, without making a text of what was met before.
///
/// For counting in long streams. Lines that are written in an unusual way are left to the
/// ``SnapshotLineReader``, which also says what is wrong with a line.
///
/// ```swift
/// var reader = BareRowReader()
/// let row = try reader.row(bytes) ?? reader.row(of: slow.transaction(bytes, number: 1))
/// ```
public struct BareRowReader: Sendable {
    /// The numbers of the words of a line's traits; −1 where there is none.
    private struct Words: Hashable {
        var currency: Int32 = -1
        var status: Int32 = -1
        var type: Int32 = -1
        var category: Int32 = -1
    }

    private var accounts = ByteBook()
    private var texts = ByteBook()
    private var days = ByteBook()
    private var dayNumbers: [Int32] = []
    private var words = ByteBook()
    private var numbers: [Words: Int32] = [:]
    private var traits: [BareTraits] = []
    private var traitNumbers: [BareTraits: Int32] = [:]
    /// The decimals of each trait's currency.
    private var decimals: [Int] = []
    /// The words of the last line, which are nearly always those of the next.
    private var last: (words: Words, traits: Int32)?

    /// So many distinct texts are kept, so that memory stays flat.
    private static let limit = 100_000

    /// Starts with empty books.
    public init() {}

    /// Whether so much was met that ``forget()`` is due.
    public var isFull: Bool {
        texts.count > Self.limit || traits.count > Self.limit || days.count > Self.limit
            || words.count > Self.limit
    }

    /// Forgets everything but accounts; the numbers of texts and traits are void then.
    public mutating func forget() {
        let known = accounts
        self = BareRowReader()
        accounts = known
    }

    /// The row of a line; `nil` if the line needs a closer look.
    public mutating func row(_ line: UnsafeBufferPointer<UInt8>) -> BareRow? {
        guard var cursor = BareCursor(line), let fields = cursor.fields(),
            fields.account.isThere, fields.amount.isThere, fields.date.isThere,
            let traits = traits(fields, line), let day = day(fields.date, line),
            let minorUnits = ExactAmount.minorUnits(
                line.piece(fields.amount), decimals: decimals[Int(traits)]),
            let account = Self.number(fields.account, line, &accounts),
            let text = Self.number(fields.text, line, &texts),
            let merchant = Self.number(fields.merchant, line, &texts)
        else { return nil }
        var time: Date?
        if fields.time.isThere {
            time = ISOText.instant(line.piece(fields.time))
            guard time != nil else { return nil }
        }
        return BareRow(
            account: account, text: text, merchant: merchant, traits: traits, day: day,
            minorUnits: minorUnits, time: time)
    }

    /// The row of a line that was read already.
    public mutating func row(of line: BareTransactionLine) -> BareRow {
        BareRow(
            account: accounts.number(adding: line.account),
            text: line.text.map { texts.number(adding: $0) } ?? -1,
            merchant: line.merchant.map { texts.number(adding: $0) } ?? -1,
            traits: number(
                of: BareTraits(
                    currency: line.amount.currency, status: line.status, type: line.type,
                    category: line.merchantCategoryCode)),
            day: Int32(line.date.dayNumber), minorUnits: line.amount.minorUnits, time: line.time)
    }

    /// The line that a row was read from.
    public func line(of row: BareRow) -> BareTransactionLine {
        let traits = traits[Int(row.traits)]
        var line = BareTransactionLine(
            account: accounts.text(row.account),
            amount: Money(minorUnits: row.minorUnits, currency: traits.currency),
            date: CalendarDay(dayNumber: Int(row.day)))
        line.time = row.time
        line.status = traits.status
        line.text = row.text >= 0 ? texts.text(row.text) : nil
        line.merchant = row.merchant >= 0 ? texts.text(row.merchant) : nil
        line.merchantCategoryCode = traits.category
        line.type = traits.type
        return line
    }

    /// The number of a text; −1 without one, `nil` if it is none.
    @inline(__always)
    private static func number(
        _ piece: BareFields.Piece, _ line: UnsafeBufferPointer<UInt8>, _ book: inout ByteBook
    ) -> Int32? {
        guard piece.isThere else { return -1 }
        let bytes = line.piece(piece)
        let hash = ByteBook.hash(bytes)
        if let known = book.number(of: bytes, hash) { return known }
        guard piece.isPlain || String(validating: bytes, as: UTF8.self) != nil else { return nil }
        return book.add(bytes, hash)
    }

    @inline(__always)
    private mutating func day(
        _ piece: BareFields.Piece, _ line: UnsafeBufferPointer<UInt8>
    ) -> Int32? {
        let bytes = line.piece(piece)
        let hash = ByteBook.hash(bytes)
        if let known = days.number(of: bytes, hash) { return dayNumbers[Int(known)] }
        guard let day = ISOText.day(bytes) else { return nil }
        _ = days.add(bytes, hash)
        dayNumbers.append(Int32(day.dayNumber))
        return Int32(day.dayNumber)
    }

    @inline(__always)
    private mutating func traits(
        _ fields: BareFields, _ line: UnsafeBufferPointer<UInt8>
    ) -> Int32? {
        var found = Words()
        if fields.currency.isThere { found.currency = word(fields.currency, line) }
        if fields.status.isThere { found.status = word(fields.status, line) }
        if fields.type.isThere { found.type = word(fields.type, line) }
        if fields.category.isThere { found.category = word(fields.category, line) }
        if let last, last.words == found { return last.traits }
        guard let number = numbers[found] ?? learn(found) else { return nil }
        last = (found, number)
        return number
    }

    @inline(__always)
    private mutating func word(
        _ piece: BareFields.Piece, _ line: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        words.number(adding: line.piece(piece))
    }

    /// The traits behind words that were not met together before; `nil` if one is not known.
    private mutating func learn(_ found: Words) -> Int32? {
        var made = BareTraits()
        if found.currency >= 0 {
            guard let currency = Currency(code: words.text(found.currency)) else { return nil }
            made.currency = currency
        }
        if found.status >= 0 {
            guard let status = TransactionStatus(rawValue: words.text(found.status)) else {
                return nil
            }
            made.status = status
        }
        if found.type >= 0 {
            guard let type = TransactionType(rawValue: words.text(found.type)) else { return nil }
            made.type = type
        }
        if found.category >= 0 {
            guard let code = MerchantCategoryCode(words.text(found.category)) else { return nil }
            made.category = code
        }
        let number = number(of: made)
        numbers[found] = number
        return number
    }

    private mutating func number(of made: BareTraits) -> Int32 {
        if let known = traitNumbers[made] { return known }
        let number = Int32(traits.count)
        traitNumbers[made] = number
        traits.append(made)
        decimals.append(made.currency.minorUnitDigits)
        return number
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of a piece that lies inside.
    @inline(__always)
    fileprivate func piece(_ piece: BareFields.Piece) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: self[piece.start..<piece.start + piece.count])
    }
}
