import Foundation

/// A point in the history of one stream, as a reader hands it back to go on from there.
///
/// Opaque: keep it, do not read it. It belongs to the store, the stream and the reader that it was
/// made for; anywhere else it is refused. Save it *after* the changes it came with were applied:
/// a crash in between repeats a page and never skips one.
///
/// ```swift
/// let saved = token.text                  // one word, safe in a file and on a command line
/// let token = HistoryToken(text: saved)
/// ```
public struct HistoryToken: Sendable, Hashable, Codable {
    /// What it stands for; `nil` for text that no store has made.
    package let place: HistoryPlace?
    /// The token as one word of letters, digits, `-`, `_` and `.`.
    public let text: String

    /// Makes the token of a place.
    package init(_ place: HistoryPlace) {
        self.place = place
        let fields = place.fields
        text = Self.mark + Self.encoded(fields) + "." + Self.checksum(fields)
    }

    /// Takes the text of a token; a history query refuses it if it was damaged.
    public init(text: String) {
        self.text = text
        place = Self.place(of: text)
    }

    /// Reads the token from its text.
    public init(from decoder: any Decoder) throws {
        self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the token as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// Begins every token; the number is the version of the form.
    private static let mark = "svh1-"
    /// In bytes; what is longer was made by nobody.
    private static let longest = 8_192

    private static func place(of text: String) -> HistoryPlace? {
        guard text.hasPrefix(mark), text.utf8.count < longest else { return nil }
        let parts = text.dropFirst(mark.count).split(separator: ".")
        guard parts.count == 2, let fields = decoded(parts[0]),
            checksum(fields) == parts[1]
        else { return nil }
        return HistoryPlace(fields: fields)
    }

    private static func encoded(_ fields: String) -> String {
        Data(fields.utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func decoded(_ word: Substring) -> String? {
        let plain = word.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
        return Data(base64Encoded: plain + padding).flatMap { String(data: $0, encoding: .utf8) }
    }

    private static func checksum(_ fields: String) -> String {
        String(StableHash("history", fields).hex.prefix(16))
    }
}
