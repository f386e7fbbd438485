public import Finance

/// The content of one file of a bank: the statement of each account in it.
public struct StatementFile: Sendable, Hashable { public var statements: [Statement] }

/// The content of a file on one account.
public struct Statement: Sendable, Hashable {
    /// A figure that was true at the end of a day.
    public struct DayBalance: Sendable, Hashable {
        public let amount: Money
        public let day: CalendarDay
    }

    /// The account's number, only digits for Norwegian ones; identifies it in the store.
    public internal(set) var number: String
    public let currency: Currency
    /// The days that the file covers completely, as far as it shows: from its oldest row to its
    /// newest unless it names them.
    ///
    /// Rows may be older than the days that it names.
    public internal(set) var days: ClosedRange<CalendarDay>
    public internal(set) var rows: [TransactionObservation]
    public internal(set) var booked: DayBalance?
    public internal(set) var available: DayBalance?
    /// The number of the statement among those of the account, where the bank counts them.
    var sequence: Int?
    /// Which page it is, in a file that has only some of a statement's.
    var page: StatementPage?
    /// The balance before its rows, where the bank gives it.
    var opening: DayBalance?
    /// Whether the file says in which currency the account is.
    var isCurrencyStated = false
    /// When the bank made it, as written; later texts are newer.
    var made: String?
    /// Whether it covers only the rest of its only day.
    var beginsInDay = false
    /// Whether its last day is not over; the next file may repeat its rows or not.
    var isReport = false
    /// The type of account that is put in front of the number if another account has the same.
    var type: String?
    /// Whether only the settings name the account.
    var isNameless = false
    /// Whether reservations give no day of their own, so that they have that of the newest row.
    var hasUndatedReservations = false
    /// Whether it has such reservations only: ``StatementMerge`` gives it the day of its file, about
    /// which it says nothing else.
    var isUndated = false
    /// Whether it is a card, a liability.
    public internal(set) var isCard = false

    /// Puts what tells the account apart in front of its number, whose end people know it by.
    mutating func tellApart(by type: String) {
        number = type + "-" + number
        self.type = type
        for index in rows.indices { rows[index].bankAccountID = number }
    }
}

/// One page of a statement that a bank gives in several.
struct StatementPage: Sendable, Hashable {
    /// What the pages of one statement have in common.
    let statement: String
    /// From 1; `nil` if the file does not say it.
    let number: Int?
    let isLast: Bool
    /// Whether the pages of the statement are counted, not those of a message with several.
    let isOfStatement: Bool
}

/// The account of files that do not name one, and the names of accounts.
public struct StatementAccount: Sendable, Hashable {
    public var number: String?
    public var name: String?
    public var currency: Currency

    public init(number: String? = nil, name: String? = nil, currency: Currency = .nok) {
        self.number = number.map(Self.canonical)
        self.name = name
        self.currency = currency
    }

    /// The number without spaces and points; for a Norwegian IBAN the number in it.
    static func canonical(_ number: String) -> String {
        // As most files have it, on each of their lines.
        if number.utf8.allSatisfy({ (48...57).contains($0) }) { return number }
        let text = number.filter { !$0.isWhitespace && $0 != "." }.uppercased()
        return text.hasPrefix("NO") && text.utf8.count == 15 ? String(text.dropFirst(4)) : text
    }
}

extension StatementAccount {
    /// Why a number that a person wrote can be that of no account; `nil` if it can.
    ///
    /// Numbers of other countries have many forms. Only numbers with the length of Norwegian ones,
    /// and IBANs, are checked.
    public static func problem(withNumber written: String) -> (problem: String, fix: String)? {
        let fix =
            "write the 11 digits of a Norwegian account, such as 1234 56 78903, an IBAN, or the"
            + " number as the bank's files have it"
        let text = written.filter { !$0.isWhitespace && $0 != "." }.uppercased()
        let digits = text.utf8.filter { (48...57).contains($0) }.map { Int($0) - 48 }
        if digits.isEmpty { return ("an account number has digits, and this has none", fix) }
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || "-/*".contains($0) }) else {
            return ("an account number has letters and digits only", fix)
        }
        guard digits.count == text.utf8.count else {
            return isIBAN(text) && remainder(ofIBAN: text) != 1
                ? ("the check digits of this IBAN are wrong", fix) : nil
        }
        if digits.count == 10 { return ("a Norwegian account has 11 digits, and this has 10", fix) }
        guard digits.count == 11 else { return nil }
        let sum = zip(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]).reduce(0) { $0 + $1.0 * $1.1 }
        if (11 - sum % 11) % 11 == digits[10] { return nil }
        return ("its last digit, the check digit, is wrong", fix)
    }

    /// Whether it has the form of one: a country, two digits and 11 to 30 letters or digits.
    private static func isIBAN(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (15...34).contains(bytes.count) else { return false }
        return bytes[..<2].allSatisfy { (65...90).contains($0) }
            && bytes[2..<4].allSatisfy { (48...57).contains($0) }
            && bytes[4...].allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
    }

    /// The remainder of the IBAN's number divided by 97; 1 if it is valid.
    private static func remainder(ofIBAN text: String) -> Int {
        (text.utf8.dropFirst(4) + Array(text.utf8.prefix(4))).reduce(0) { rest, byte in
            byte < 58 ? (rest * 10 + Int(byte) - 48) % 97 : (rest * 100 + Int(byte) - 55) % 97
        }
    }
}

/// Why a file can't be read completely, without any of its content.
public struct StatementFileError: Error, Sendable, Hashable {
    public let problem: String
    public let fix: String
    /// From 1; `nil` if it is about the whole file.
    public let line: Int?
    public let column: Int?

    init(_ problem: String, fix: String, line: Int? = nil, column: Int? = nil) {
        self.problem = problem
        self.fix = fix
        self.line = line
        self.column = column
    }

    /// The place as errors name it: `statement.csv:3:12`.
    public func place(in file: String) -> String {
        Self.shown(file) + [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    }

    /// The name of a file without signs that move the cursor.
    static func shown(_ file: String) -> String {
        file.map { $0.isNewline || $0 < " " ? "\u{FFFD}" : String($0) }.joined()
    }

    /// The fix for a file that is not as its bank writes it.
    static let downloadAgain =
        "download it again and do not save it with another program; if it stays so, report the"
        + " first line of the file, without amounts"
}

/// Reads the files of banks, recognised by their content, never by their names.
public enum StatementReader: Sendable {
    /// How many bytes a file may have.
    public static let longestFile = 64 << 20

    /// Reads a file completely or not at all.
    ///
    /// - Parameters:
    ///   - profile: the person's own, which is tried before those of banks.
    ///   - account: the account of files that do not name theirs.
    public static func read(
        _ bytes: [UInt8], profile: CSVProfile? = nil, account: StatementAccount = StatementAccount()
    ) throws(StatementFileError) -> StatementFile {
        let text = try FileText(bytes)
        let start = text.bytes.drop { $0 <= 0x20 }
        guard !start.isEmpty else {
            throw StatementFileError(
                "it is empty", fix: "download it again, or take it away", line: 1, column: 1)
        }
        if start.first == UInt8(ascii: "<") || start.starts(with: Array("OFXHEADER".utf8)) {
            return try markup(text, account)
        }
        return try CSVStatement.read(
            text, profiles: [profile].compactMap(\.self) + CSVProfile.banks, account: account)
    }

    private static func markup(
        _ text: FileText, _ account: StatementAccount
    ) throws(StatementFileError) -> StatementFile {
        var tokens = MarkupTokens(text)
        while let token = try tokens.next() {
            guard case .start(let root, false) = token else { continue }
            switch root.name.uppercased() {
            case "OFX": return try OFXStatement.read(tokens, root, account: account)
            case "DOCUMENT": return try CamtStatement.read(tokens, root, account: account)
            default: break
            }
            break
        }
        throw StatementFileError(
            "it is neither CAMT nor OFX", fix: "download it as CAMT.053, OFX or CSV", line: 1,
            column: 1)
    }
}

/// The content of a file as UTF-8 without a byte order mark.
struct FileText {
    let bytes: [UInt8]

    /// Reads bytes that are not UTF-8 as windows-1252, the Latin encoding of older programs.
    init(_ raw: [UInt8]) throws(StatementFileError) {
        if raw.starts(with: [0xFF, 0xFE]) || raw.starts(with: [0xFE, 0xFF]) {
            throw StatementFileError("it is written in UTF-16", fix: "save it as UTF-8")
        }
        if raw.starts(with: Array("PK\u{3}\u{4}".utf8)) {
            throw StatementFileError(
                "it is a spreadsheet or an archive", fix: "download it as CSV instead")
        }
        let marked = raw.starts(with: [0xEF, 0xBB, 0xBF])
        let content = marked ? Array(raw.dropFirst(3)) : raw
        if content.contains(0) {
            throw StatementFileError(
                "it is no text", fix: "keep only files in the folder that a bank made")
        }
        bytes = String(validating: content, as: UTF8.self) == nil ? Self.latin(content) : content
    }

    private static func latin(_ raw: [UInt8]) -> [UInt8] {
        let units = raw.map { (0x80..<0xA0).contains($0) ? windows[Int($0) - 0x80] : UInt16($0) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The characters of windows-1252 from 0x80 to 0x9F.
    private static let windows: [UInt16] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]

    /// The line and the column, in characters, of a byte; both from 1.
    func place(of offset: Int) -> (line: Int, column: Int) {
        let before = bytes[..<min(offset, bytes.count)]
        let line = 1 + before.count(where: { $0 == 0x0A })
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return (line, 1 + before[start...].count(where: { $0 & 0xC0 != 0x80 }))
    }

    func error(at offset: Int, _ problem: String, fix: String) -> StatementFileError {
        let place = place(of: offset)
        return StatementFileError(problem, fix: fix, line: place.line, column: place.column)
    }
}
