import Finance

/// What a program writes to standard error, made fit to be shown and logged.
struct Complaint: Sendable {
    private let secrets: [String]

    private static let longest = 120
    /// The length of a Norwegian identity number and of an account number.
    private static let longestNumber = 10

    /// Hides these wherever they stand.
    init(hiding secrets: [Secret]) {
        self.secrets = secrets.map { $0.reveal() }.filter { !$0.isEmpty }
            .sorted { $0.utf8.count > $1.utf8.count }
    }

    /// One line without secrets, long numbers and control characters.
    func text(_ line: String) -> String {
        var text = line
        for secret in secrets {
            text = text.split(separator: secret, omittingEmptySubsequences: false).joined(
                separator: "…")
        }
        text = Self.withoutLongNumbers(text)
        let shown = String(String.UnicodeScalarView(text.unicodeScalars.filter(Self.isShown)))
        let cut = shown.prefix(Self.longest)
        return cut.count < shown.count ? cut.dropLast() + "…" : shown
    }

    private static func withoutLongNumbers(_ text: String) -> String {
        var result = ""
        var digits = ""
        for character in text + " " {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else {
                result += digits.count > longestNumber ? "…" : digits
                digits = ""
                result.append(character)
            }
        }
        return String(result.dropLast())
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
