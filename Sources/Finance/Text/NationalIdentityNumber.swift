/// The identity numbers of people in Norway: 11 digits, some with a blank behind the sixth.
///
/// The digits are day, month, year, three of a serial number, and two check digits (weights
/// 3 7 6 1 8 9 4 5 2 and 5 4 3 2 7 6 5 4 3 2, modulo 11). Two or three in a thousand other numbers of 11
/// digits look the same.
package enum NationalIdentityNumber {
    package static func isValid(_ text: String) -> Bool {
        isValid(text.utf8.map { Int($0) - 48 })
    }

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

    /// The text with stars in place of the serial number and the check digits of each one.
    package static func masked(_ text: String) -> String {
        let places = places(in: text)
        guard !places.isEmpty else { return text }
        var bytes = Array(text.utf8)
        for digits in places { for place in digits.suffix(5) { bytes[place] = UInt8(ascii: "*") } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a text has one; nearly every text has too few digits.
    static func isIn(_ text: String) -> Bool {
        text.utf8.count { (48...57).contains($0) } > 10 && !places(in: text).isEmpty
    }

    /// Where the digits of each one are, in bytes.
    private static func places(in text: String) -> [[Int]] {
        var found: [[Int]] = []
        var runs: [[Int]] = []
        var bytes = Array(text.utf8)
        bytes.append(0)
        var run: [Int] = []
        for (place, byte) in bytes.enumerated() {
            if (48...57).contains(byte) {
                run.append(place)
            } else if !run.isEmpty {
                runs.append(run)
                run = []
            }
        }
        for (index, run) in runs.enumerated() {
            let next = index + 1 < runs.count ? runs[index + 1] : []
            let isParted =
                run.count == 6 && next.count == 5 && next[0] == run[5] + 2
                && bytes[run[5] + 1] == UInt8(ascii: " ")
            let digits = isParted ? run + next : run
            if isValid(digits.map { Int(bytes[$0]) - 48 }) { found.append(digits) }
        }
        return found
    }
}
