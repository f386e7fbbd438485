import Finance
package import Foundation

/// The changes of a stream since a token, or since the beginning.
///
/// Apply deletes first, then inserts, then updates, and save ``newToken`` after that. An identifier
/// is never in two of the lists. Updates are whole models, not differences. Ignore the delete of a
/// model that you don't have, and add one that is updated: where more than 128 rows were hidden
/// before the reader got them, some of them are delivered so.
public struct HistoryChanges<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
    /// Models that are new to the reader.
    public internal(set) var inserted: [Model] = []
    /// Models that the reader has seen and that are different now.
    public internal(set) var updated: [Model] = []
    /// Identifiers of models that are removed, or no longer visible to this reader.
    public internal(set) var deleted: [Model.ID] = []
    public internal(set) var deletionReasons: [Model.ID: DeletionReason] = [:]
    /// Where the next reading continues.
    var place: HistoryPlace
    /// Whether there are no further changes.
    var isCaughtUp = false

    /// The point after these changes, to continue from.
    public var newToken: HistoryToken { HistoryToken(place) }

    /// Whether nothing that the reader may see has changed.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    mutating func delete(_ id: Model.ID, _ reason: DeletionReason) {
        deleted.append(id)
        deletionReasons[id] = reason
    }
}

/// The stream that a reader follows: all accounts, or the balances or transactions of one account.
struct HistoryStream: Sendable, Hashable, Codable {
    /// The number of the kind of data.
    let kind: Int
    /// The account; `nil` for the stream of accounts.
    let accountID: UUID?

    static let accounts = HistoryStream(kind: BackgroundDataType.accounts.number, accountID: nil)
}

/// Why a row was deleted for a reader.
public enum DeletionReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// A reservation went away without a booking.
    case dropped
    /// The bank no longer lists a booked row.
    case removed
    /// It turned out to be the same as another one.
    case superseded
    /// The reader's access begins later now, or the row's day moved before its beginning.
    case accessNarrowed
    /// The reader's access to the account was taken away.
    case accessRevoked
    /// The owner removed the bank and all that came from it.
    case sourceRemoved
}

/// A point in the history of one stream, from which a reader continues.
///
/// It is opaque: store it, don't parse it. It is refused for any store, stream or reader other than
/// its own. Save it *after* the changes it came with were applied: a crash in between repeats a
/// page and never skips one.
public struct HistoryToken: Sendable, Hashable, Codable {
    /// The decoded place; `nil` for a text that no store has made.
    let place: HistoryPlace?
    /// The token as one word of letters, digits, `-`, `_` and `.`.
    public let text: String

    /// The account whose changes it follows; `nil` for a token of all accounts, or a damaged one.
    package var accountID: UUID? { place?.stream.accountID }

    init(_ place: HistoryPlace) {
        self.place = place
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // It contains only numbers and identifiers, so that encoding can't fail.
        let word = ((try? encoder.encode(place)) ?? Data()).base64URL
        text = Self.mark + word + "." + Self.checksum(word)
    }

    /// Takes the text of a token; a history query refuses it if it was damaged.
    public init(text: String) {
        self.text = text
        place = Self.place(of: text)
    }

    public init(from decoder: any Decoder) throws {
        self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The prefix of every token; its number is the version of the format.
    private static let mark = "svh1-"
    /// The most bytes of a valid token.
    private static let longest = 8_192

    private static func place(of text: String) -> HistoryPlace? {
        guard text.hasPrefix(mark), text.utf8.count < longest else { return nil }
        let parts = text.dropFirst(mark.count).split(separator: ".")
        guard parts.count == 2, checksum(String(parts[0])) == parts[1] else { return nil }
        return Data(base64URL: parts[0]).flatMap {
            try? JSONDecoder().decode(HistoryPlace.self, from: $0)
        }
    }

    private static func checksum(_ word: String) -> String {
        String(StableHash("history", word).hex.prefix(16))
    }
}

/// The content of a history token: how far one reader has followed one stream of one store.
struct HistoryPlace: Sendable, Hashable, Codable {
    /// A pass over all rows that exist at one moment, after what a reader may see has changed.
    struct Walk: Sendable, Hashable, Codable {
        /// The moment, as a sequence number.
        let moment: Int64
        /// The sequence number up to which rows were delivered.
        var cursor: Int64 = 0
        /// The change of access under which the reader got its rows; `nil` if it has none.
        let access: Int64?
    }

    let store: UUID
    let stream: HistoryStream
    /// The reader; `nil` for the owner.
    let reader: ReaderName?
    /// The sequence number of the last delivered change.
    var position: Int64
    /// The pass that is delivered before the changes after `position`.
    var walk: Walk?
    /// ``pendingIDs`` in a fixed order; the name is part of every token, so it stays.
    var unnotifiedIDs: [UUID] = []

    /// Rows that were visible up to `position` but were not delivered, because they were hidden
    /// again before they were read.
    ///
    /// Their deletion, which is still to come, is not delivered either. That of more than
    /// ``mostPending`` rows is.
    var pendingIDs: Set<UUID> {
        get { Set(unnotifiedIDs) }
        set { unnotifiedIDs = newValue.sorted() }
    }
    /// The most of them that a token carries.
    static let mostPending = 128
}
