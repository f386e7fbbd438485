/// A number without sign as people write it: `8000.50`, `8 000,50`; in rules and in options.
///
/// Thousands are separated by a space or not at all. `8,000` may be eight thousand or eight, and is
/// refused with both readings.
///
/// ```swift
/// WrittenNumber("1 234,50")?.value   // .number(123450 with two decimals)
/// WrittenNumber("8,000")?.value      // .ambiguous("8000", "8.00")
/// ```
public struct WrittenNumber: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case number(DecimalNumber)
        /// A text with two readings; both numbers in unambiguous form.
        case ambiguous(String, String)
        /// A number whose groups are separated by points or commas; the text without them.
        case grouped(String)
        /// More digits than any amount has.
        case tooLarge
    }

    public let value: Value
    /// The digits before the decimals, without separators.
    public let whole: String
    /// Whether it has no decimals, so that it may also be an hour or an ordinal.
    public let isPlain: Bool
    /// How many code points it takes.
    public let length: Int

    /// The most digits of an amount.
    public static let longest = 15

    /// Reads the number at the start of some code points; `nil` if they don't begin with a digit.
    public init?(startOf scalars: ArraySlice<Unicode.Scalar>) {
        var scanner = WrittenNumberScanner(rest: scalars)
        guard let read = scanner.read() else { return nil }
        value = read.value
        whole = read.whole
        isPlain = read.isPlain
        length = scanner.rest.startIndex - scalars.startIndex
    }

    /// Reads a text that is one number and nothing else.
    public init?(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        self.init(startOf: scalars[...])
        guard length == scalars.count else { return nil }
    }

    /// The value of the digits; too large if no amount can have that many.
    static func number(_ whole: String, _ decimals: String) -> Value {
        let kept = String(decimals.reversed().drop { $0 == "0" }.reversed())
        let significant = (whole + kept).drop { $0 == "0" }
        guard significant.count <= longest, kept.count <= longest,
            let number = try? DecimalNumber(whole: whole.utf8, fraction: kept.utf8)
        else { return .tooLarge }
        return .number(number)
    }
}

/// Scans the code points of a number.
private struct WrittenNumberScanner {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func read() -> (value: WrittenNumber.Value, whole: String, isPlain: Bool)? {
        let start = rest
        let first = digits()
        guard !first.isEmpty else { return nil }
        var whole = first
        while first.count <= 3, first.first != "0", let group = group() { whole += group }
        let hasGroups = whole.count > first.count
        guard let decimals = decimals() else {
            return (WrittenNumber.number(whole, ""), whole, true)
        }
        if takeSeparated() {
            return (.grouped(Self.ungrouped(start[..<rest.startIndex])), whole, false)
        }
        let mayBeGroup = decimals.count == 3 && !hasGroups && first.count <= 3 && first != "0"
        guard mayBeGroup else { return (WrittenNumber.number(whole, decimals), whole, false) }
        // Three decimals would be ambiguous again.
        let fraction = decimals.hasSuffix("0") ? String(decimals.dropLast()) : decimals + "0"
        return (.ambiguous(whole + decimals, whole + "." + fraction), whole, false)
    }

    private mutating func digits() -> String {
        let run = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(run.count)
        return String(String.UnicodeScalarView(run))
    }

    /// A space and exactly three digits.
    private mutating func group() -> String? {
        guard let space = rest.first, Self.groupSpaces.contains(space) else { return nil }
        guard rest.dropFirst().prefix(while: Self.isDigit).prefix(4).count == 3 else { return nil }
        rest = rest.dropFirst()
        return digits()
    }

    /// A point or comma and at least one digit.
    private mutating func decimals() -> String? {
        guard let sign = rest.first, sign == "." || sign == ",",
            rest.dropFirst().first.map(Self.isDigit) == true
        else { return nil }
        rest = rest.dropFirst()
        return digits()
    }

    /// Takes further separators with their digits, if there are any.
    private mutating func takeSeparated() -> Bool {
        guard decimals() != nil else { return false }
        while decimals() != nil {}
        return true
    }

    /// The number without its groups; what follows the last sign are decimals if the sign is
    /// another one than those before, or if they are not three.
    private static func ungrouped(_ written: ArraySlice<Unicode.Scalar>) -> String {
        let signs = written.filter { $0 == "." || $0 == "," }
        let parts = written.split { $0 == "." || $0 == "," }.map {
            String(String.UnicodeScalarView($0.filter(isDigit)))
        }
        guard let last = parts.last, last.count != 3 || signs.last != signs.first else {
            return parts.joined()
        }
        return parts.dropLast().joined() + "." + last
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Space, no-break space, thin space, narrow no-break space.
    private static let groupSpaces: Set<Unicode.Scalar> = [
        "\u{20}", "\u{A0}", "\u{2009}", "\u{202F}",
    ]
}
