import Finance
import Rules

/// Makes text from a bank harmless to show: data, never control.
///
/// It is public because every printer of bank text needs it. Markup stays as it is; a channel whose
/// format has markup escapes it.
public enum SafeText: Sendable {
    /// The longest title, in characters as a person counts them.
    public static let titleLimit = 80
    public static let bodyLimit = 300
    /// The longest body of a rule with a text of the person's own, as long as that may be.
    static let ownBodyLimit = 1_000

    static func bodyLimit(of rule: Rule?) -> Int {
        rule?.message == nil ? bodyLimit : ownBodyLimit
    }

    /// The text without control and direction characters, with single spaces.
    ///
    /// - Parameters:
    ///   - text: anything, however hostile.
    ///   - limit: the most characters; a longer text ends in `…`. `nil` cuts nothing.
    public static func neutralised(_ text: String, limit: Int? = bodyLimit) -> String {
        if isPlain(text) { return limit.map { capped(text, at: $0) } ?? text }
        var result = String.UnicodeScalarView()
        var isSpacePending = false
        for scalar in text.unicodeScalars where !isStripped(scalar) {
            if isSpace(scalar) {
                isSpacePending = !result.isEmpty
                continue
            }
            if isSpacePending { result.append(" ") }
            isSpacePending = false
            result.append(scalar)
        }
        return limit.map { capped(String(result), at: $0) } ?? String(result)
    }

    /// The text cut to that many characters; a cut one ends in `…`.
    public static func capped(_ text: String, at limit: Int) -> String {
        // A character has at least one byte.
        if text.utf8.count <= limit { return text }
        // One character may carry thousands of combining marks: bound those too.
        let slim = text.unicodeScalars.count > limit * 2
        let characters = text.prefix(limit + 1)
        guard characters.count > limit || slim else { return text }
        let isCut = characters.count > limit
        let kept = characters.prefix(isCut ? limit - 1 : limit).map(slimmed).joined()
        return isCut ? trimmed(kept) + "…" : kept
    }

    /// Whether there is nothing to change: printable ASCII with single spaces inside, the usual
    /// case.
    private static func isPlain(_ text: String) -> Bool {
        var previous = UInt8(ascii: " ")
        for byte in text.utf8 {
            guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else {
                return false
            }
            previous = byte
        }
        return previous != 0x20
    }

    /// The most code points that one character may have; the longest emoji families have eleven.
    private static let scalarsPerCharacter = 16

    private static func slimmed(_ character: Character) -> String {
        let scalars = character.unicodeScalars
        guard scalars.count > scalarsPerCharacter else { return String(character) }
        return String(String.UnicodeScalarView(scalars.prefix(scalarsPerCharacter)))
    }

    private static func trimmed(_ text: String) -> String {
        text.hasSuffix(" ") ? String(text.dropLast()) : text
    }

    /// Direction controls, the byte-order mark and characters that no screen shows.
    private static func isStripped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Spaces and line ends, which become one space.
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: false
        default: VisibleText.isControl(scalar) || VisibleText.turnsWriting(scalar)
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
