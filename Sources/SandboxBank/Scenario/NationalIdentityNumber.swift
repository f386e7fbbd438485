/// Tells whether 11 digits could be the identity number of a person in Norway.
///
/// The digits are day, month, year, three of a serial number, and two check digits (weights
/// 3 7 6 1 8 9 4 5 2 and 5 4 3 2 7 6 5 4 3 2, modulo 11).
enum NationalIdentityNumber {
    /// Whether day, month and both check digits hold.
    static func isValid(_ text: String) -> Bool {
        let digits = text.utf8.map { Int($0) - 48 }
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
}
