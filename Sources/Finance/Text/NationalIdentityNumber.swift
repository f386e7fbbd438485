/// The identity numbers of people in Norway: 11 digits, possibly with a separator after the sixth,
/// or after day, month and year too: `150385 30043`, `15.03.85-30043`, `150385  30043`.
///
/// The digits are day, month, year, three of a serial number, and two check digits (weights 3 7 6 1
/// 8 9 4 5 2 and 5 4 3 2 7 6 5 4 3 2, modulo 11). Two or three in a thousand other numbers of 11
/// digits look the same.
package enum NationalIdentityNumber {
    package static func isValid(_ text: String) -> Bool { isValid(text.utf8.map { Int($0) - 48 }) }

    private static func isValid(_ digits: [Int]) -> Bool {
        guard digits.count == 11, digits.allSatisfy({ (0...9).contains($0) }) else { return false }
        // Some numbers of foreigners and test persons add 40 to the day, or 40 or 80 to the month.
        let day = (digits[0] * 10 + digits[1]) % 40
        let month = (digits[2] * 10 + digits[3]) % 40
        guard (1...31).contains(day), (1...12).contains(month) else { return false }
        return check([3, 7, 6, 1, 8, 9, 4, 5, 2], digits) == digits[9]
            && check([5, 4, 3, 2, 7, 6, 5, 4, 3, 2], digits) == digits[10]
    }

    /// The check digit; 10 means that there is none.
    private static func check(_ weights: [Int], _ digits: [Int]) -> Int {
        let sum = zip(weights, digits).reduce(0) { $0 + $1.0 * $1.1 }
        return (11 - sum % 11) % 11
    }

    /// The text with stars in place of each one's serial number and check digits.
    package static func masked(_ text: String) -> String {
        guard mayHaveDigits(text) else { return text }
        var scalars = Array(text.unicodeScalars)
        let places = places(in: scalars)
        guard !places.isEmpty else { return text }
        for digits in places { for place in digits.suffix(5) { scalars[place] = "*" } }
        return String(String.UnicodeScalarView(scalars))
    }

    package static func isIn(_ text: String) -> Bool {
        mayHaveDigits(text) && !places(in: Array(text.unicodeScalars)).isEmpty
    }

    /// Whether there are enough digits; nearly every text has too few.
    private static func mayHaveDigits(_ text: String) -> Bool {
        // Wide digits begin with EF BC, as in forms that Japanese keyboards write.
        text.utf8.count { (48...57).contains($0) || $0 == 0xEF } > 10
    }

    /// Whether a key of a household may identify a person: it has 11 digits in a row, as account
    /// numbers also have, or an identity number with separators.
    package static func mayBeIn(_ key: String) -> Bool {
        key.split { !$0.isNumber }.contains { $0.count >= 11 } || isIn(key)
    }

    /// How the digits may be grouped.
    private static let shapes = [
        [11], [6, 5], [2, 2, 2, 5], [6, 3, 2], [2, 2, 2, 3, 2], [3, 3, 5], [3, 3, 3, 2],
        Array(repeating: 1, count: 11),
    ]
    /// The separators between two groups, among them non-breaking spaces and real hyphens.
    private static let separators: Set<Unicode.Scalar> = [
        " ", ".", "-", "_", "/", "\u{A0}", "\u{2009}", "\u{202F}", "\u{2010}", "\u{2011}",
        "\u{2013}",
    ]

    /// The positions of each one's digits.
    private static func places(in scalars: [Unicode.Scalar]) -> [[Int]] {
        // Signs that nobody sees, such as a zero-width space, hide no number.
        let shown = scalars.indices.filter { scalars[$0].properties.generalCategory != .format }
        let text = shown.map { scalars[$0] }
        let runs = text.indices.split { digit(text[$0]) == nil }
        let found = runs.indices.compactMap { first in
            shapes.lazy.compactMap { grouped($0, runs[first...], in: text) }
                .first { isValid($0.compactMap { digit(text[$0]) }) }
        }
        return found.map { places in places.map { shown[$0] } }
    }

    /// The positions of the first digits, if they are grouped in this shape with a separator between
    /// groups.
    ///
    /// Up to three, such as ` - `, may follow six digits. After a date with its own separators they
    /// would be the border of a column.
    private static func grouped(
        _ shape: [Int], _ runs: ArraySlice<Range<Int>>, in scalars: [Unicode.Scalar]
    ) -> [Int]? {
        let groups = Array(runs.prefix(shape.count))
        guard groups.map(\.count) == shape else { return nil }
        for (group, next) in zip(groups, groups.dropFirst()) {
            let between = scalars[group.upperBound..<next.lowerBound]
            guard between.count <= (shape == [6, 5] ? 3 : 1),
                between.allSatisfy(separators.contains)
            else { return nil }
        }
        return groups.flatMap { Array($0) }
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x30...0x39: Int(scalar.value - 0x30)
        case 0xFF10...0xFF19: Int(scalar.value - 0xFF10)
        default: nil
        }
    }
}
