import Finance

/// A line of a recording that cannot be read, with its number.
///
/// A reader continues with the next line; such a line counts as a failed poll.
public struct RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    /// The column in code points, from 1; `nil` if the line as a whole is meant.
    public let column: Int?
    public let fault: RecordingFault

    public init(line: Int, column: Int? = nil, fault: RecordingFault) {
        (self.line, self.column, self.fault) = (line, column, fault)
    }

    /// The error as it is printed, two lines.
    ///
    /// ```
    /// march.ndjson:17:48: error: [amount] 'amount' has more decimals than NOK: '999.999'
    /// fix: write the amount as a decimal text such as "-187.00"
    /// ```
    ///
    /// - Parameters:
    ///   - file: the name of the recording; `-` for standard input.
    ///   - household: the household of the line, if there are several.
    public func text(file: String, household: String? = nil) -> String {
        let place = column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
        let whose = household.map { ", in household '\(VisibleText.line($0))'" } ?? ""
        return "\(place): error: [\(fault.code)] \(fault.problem)\(whose)\n  fix: \(fault.fix)"
    }

    /// The error without a file's name.
    public var description: String { text(file: "line") }
}

/// A fault with its place in the line.
struct LineFault: Error {
    let fault: RecordingFault
    /// The byte in the line; `nil` for the whole line.
    let offset: Int?

    init(_ fault: RecordingFault, at offset: Int?) {
        self.fault = fault
        self.offset = offset
    }
}

/// The problem of one line of a recording, in words.
public struct RecordingFault: Error, Sendable, Equatable {
    /// The stable code of the fault, for scripts.
    public let code: String
    /// The problem and the value, one line.
    public let problem: String
    /// What the person can do now, in the imperative.
    public let fix: String

    private init(_ code: String, _ problem: String, fix: String) {
        self.code = code
        self.problem = NationalIdentityNumber.masked(problem)
        self.fix = NationalIdentityNumber.masked(fix)
    }

    /// The bytes of a text are not UTF-8.
    static let invalidUTF8 = RecordingFault(
        "utf8", "a text is not UTF-8",
        fix: "write it as UTF-8; from Latin-1: iconv -f ISO-8859-1 -t UTF-8")

    /// Brackets are nested too deeply inside a member that is skipped.
    static let tooDeep = RecordingFault("json", "nested too deeply", fix: "remove the member")

    /// The line is neither a snapshot nor a transaction.
    static let unknownLine = RecordingFault(
        "line", "neither a snapshot nor a transaction",
        fix: "start with \"observedAt\" for a snapshot, or with \"account\" for a transaction")

    /// The line is not JSON; `expected` was expected at that place.
    static func syntax(expected: String) -> RecordingFault {
        RecordingFault(
            "json", "not JSON: expected \(expected)",
            fix: "write one whole JSON object on each line")
    }

    /// The line has no end within the longest line that is read, in bytes.
    static func tooLong(limit: Int) -> RecordingFault {
        RecordingFault(
            "too-long", "the line is longer than \(limit) bytes",
            fix: "put a line break after each object")
    }

    static func missing(key: String) -> RecordingFault {
        RecordingFault("missing-key", "no '\(key)'", fix: "add \"\(key)\": …")
    }

    /// Lines of other households came between those of one.
    public static func scattered(household: String) -> RecordingFault {
        RecordingFault(
            "household", "the lines of household '\(household)' are not together",
            fix: "sort the input by household, then by time")
    }

    /// An answer that is older than the one before it.
    public static let overtaken = RecordingFault(
        "time", "the answer is older than the one before it, and is left out",
        fix: "sort the input by household, then by time")

    static let identifyingHousehold = RecordingFault(
        "reference", "'household' may be a national identity number or an account number",
        fix: "use a key of your own that says nothing outside of your systems")

    /// A text that Swift takes for equal to one with other bytes.
    ///
    /// - Parameter name: what the text is.
    public static func decomposed(_ name: String) -> RecordingFault {
        RecordingFault(
            "nfc",
            "\(name) is not in Unicode's NFC form, or has a character newer than Unicode 15:"
                + " a letter such as 'é' may be in parts",
            fix: "compose its letters, in Python: unicodedata.normalize(\"NFC\", text); leave out"
                + " newer characters")
    }

    static func repeated(key: String) -> RecordingFault {
        RecordingFault(
            "duplicate-key", "the key occurs twice: '\(key)'", fix: "remove one of the two")
    }

    /// A row would be passed over.
    static func unlisted(account: String) -> RecordingFault {
        RecordingFault(
            "account", "a row is of account '\(account)', which 'accounts' does not list",
            fix: "add {\"id\": \"\(account)\"} to \"accounts\"")
    }

    /// Answers of the real time would be older.
    static let ahead = RecordingFault(
        "time", "'observedAt' is more than a day ahead of this machine's clock",
        fix: "give the time of the answer, and look at the clocks of both machines")

    static let accountTwice = RecordingFault(
        "account-twice", "an account is listed twice", fix: "list each account once")

    /// A value is of another kind than it must be.
    static func wrongKind(key: String, expected: String) -> RecordingFault {
        RecordingFault("wrong-type", "'\(key)' must be \(expected)", fix: "write \(expected) there")
    }

    /// An identifier that can't be kept whole.
    static func identifier(_ problem: Snapshot.IdentifierProblem) -> RecordingFault {
        RecordingFault(
            "identifier", problem.rawValue, fix: "leave the answer out, or correct its identifiers")
    }

    /// An amount that cannot be held exactly: `999.999` kroner.
    static func amount(key: String, _ error: MoneyError) -> RecordingFault {
        var example = "-187.00"
        let problem: String
        switch error {
        case .notANumber(let text): problem = "'\(key)' is no amount: '\(text)'"
        case .tooPrecise(let text, let currency):
            problem = "'\(key)' has more decimals than \(currency): '\(text)'"
            example = (try? Money(parsing: "-187", currency: currency).decimalText) ?? example
        case .overflow: problem = "'\(key)' is larger than can be held"
        case .mixedCurrencies: problem = "'\(key)' mixes two currencies"
        }
        return RecordingFault(
            "amount", problem, fix: "write the amount as a decimal text such as \"\(example)\"")
    }

    /// A day that does not exist or is written otherwise.
    static func notADay(key: String, found: String) -> RecordingFault {
        RecordingFault(
            "day", "'\(key)' is not a day: '\(found)'", fix: "write it as \"2026-03-06\"")
    }

    /// A moment without zone or written otherwise.
    static func notAnInstant(key: String, found: String) -> RecordingFault {
        RecordingFault(
            "time", "'\(key)' is not a moment: '\(found)'",
            fix: "write it as \"2026-03-06T09:00:00Z\", with Z or an offset")
    }

    /// A word outside the contract.
    static func unknownWord(key: String, found: String, known: [String]) -> RecordingFault {
        RecordingFault(
            "unknown-value", "unknown \(key): '\(found)'",
            fix: "use one of \(known.joined(separator: ", "))")
    }

    /// Not three capital letters.
    static func notACurrency(found: String) -> RecordingFault {
        RecordingFault(
            "currency", "not a currency: '\(found)'",
            fix: "write three capital letters such as \"NOK\"")
    }

    /// Not a four-digit merchant category.
    static func notACategory(found: String) -> RecordingFault {
        RecordingFault(
            "mcc", "not a merchant category: '\(found)'", fix: "write four digits such as \"5411\"")
    }
}
