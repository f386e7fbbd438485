package import Foundation

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

/// What a history token stands for: how far one reader has followed one stream of one store.
package struct HistoryPlace: Sendable, Hashable {
    /// A walk over everything that is there at one moment, because what a reader may see changed.
    package struct Walk: Sendable, Hashable {
        /// The moment: a number in the store's sequence of changes.
        package let moment: Int64
        /// The number up to which the walk has come.
        package var cursor: Int64
        /// The change of access under which the reader got what it has; `nil` if it has nothing.
        package let access: Int64?

        /// Makes a walk that has not begun.
        package init(moment: Int64, cursor: Int64 = 0, access: Int64?) {
            self.moment = moment
            self.cursor = cursor
            self.access = access
        }
    }

    /// The store that the numbers belong to.
    package let store: UUID
    /// The stream.
    package let stream: HistoryStream
    /// The reader; `nil` for the owner.
    package let reader: ReaderName?
    /// The number of the last change that was told.
    package var position: Int64
    /// What is still to be told of everything at once, before what comes after `position`.
    package var walk: Walk?
    /// What was there for the reader up to `position` but was not told, because it had moved out of
    /// its sight by the time it was read; its end, which is still to come, is not told either.
    package var untold: Set<UUID> = []
    /// How many of those a token carries at most.
    package static let mostUntold = 128

    /// Makes a place.
    package init(
        store: UUID, stream: HistoryStream, reader: ReaderName?, position: Int64, walk: Walk? = nil
    ) {
        self.store = store
        self.stream = stream
        self.reader = reader
        self.position = position
        self.walk = walk
    }
}

extension HistoryPlace {
    /// The parts as text, in a fixed order.
    var fields: String {
        let walked = walk.map { [$0.moment, $0.cursor, $0.access ?? -1] } ?? []
        let numbers = ([position] + walked).map { String($0) }
        return
            ([
                store.uuidString, String(stream.kind.rawValue), stream.accountID?.uuidString ?? "",
                reader?.text ?? "",
            ] + numbers + untoldFields).joined(separator: ",")
    }

    private var untoldFields: [String] {
        untold.isEmpty ? [] : [untold.map(\.uuidString).sorted().joined(separator: "+")]
    }

    /// Reads what ``fields`` wrote; `nil` for anything else.
    init?(fields: String) {
        var parts = fields.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let ids = parts.count == 6 || parts.count == 9 ? parts.removeLast() : ""
        let untold = ids.split(separator: "+").map { UUID(uuidString: String($0)) }
        guard !untold.contains(nil), untold.count <= Self.mostUntold else { return nil }
        guard parts.count == 5 || parts.count == 8, let store = UUID(uuidString: parts[0]),
            let kind = Int(parts[1]).flatMap(HistoryStream.Kind.init(rawValue:))
        else { return nil }
        let account = UUID(uuidString: parts[2])
        let reader = ReaderName(parts[3])
        let numbers = parts[4...].compactMap { Int64($0) }
        guard numbers.count == parts.count - 4,
            numbers.dropLast(numbers.count > 1 ? 1 : 0).allSatisfy({ $0 >= 0 }),
            (account == nil) == (kind == .accounts), (reader == nil) == parts[3].isEmpty
        else { return nil }
        self.init(
            store: store, stream: HistoryStream(kind: kind, accountID: account), reader: reader,
            position: numbers[0])
        self.untold = Set(untold.compactMap { $0 })
        if numbers.count == 4 {
            let access = numbers[3] < 0 ? nil : numbers[3]
            walk = Walk(moment: numbers[1], cursor: numbers[2], access: access)
        }
    }
}
