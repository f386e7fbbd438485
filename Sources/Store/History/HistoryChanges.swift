import Finance
import Foundation

/// What changed in a stream since a token: the difference from there, or from nothing.
///
/// Apply deletes first, then inserts, then updates, and save ``newToken`` after that. An identifier
/// is never in two of the lists. Updates are whole models, not differences.
public struct HistoryChanges<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
    /// What the reader has not seen before.
    public internal(set) var inserted: [Model] = []
    /// What the reader has seen and looks different now.
    public internal(set) var updated: [Model] = []
    /// What is not there any more, or no longer for this reader.
    public internal(set) var deleted: [Model.ID] = []
    public internal(set) var deletionReasons: [Model.ID: DeletionReason] = [:]
    /// Where the next reading continues.
    var place: HistoryPlace
    /// Whether there is nothing more.
    var isCaughtUp = false

    /// The point after these changes, to continue from.
    public var newToken: HistoryToken { HistoryToken(place) }

    /// Whether nothing changed that the reader may see.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    mutating func delete(_ id: Model.ID, _ reason: DeletionReason) {
        deleted.append(id)
        deletionReasons[id] = reason
    }
}

/// Which changes a reader follows: all accounts, or the balances or transactions of one account.
struct HistoryStream: Sendable, Hashable, Codable {
    enum Kind: Int, Sendable, Codable {
        case accounts
        case accountBalances
        case transactions
    }

    let kind: Kind
    /// The account; `nil` for the stream of accounts.
    let accountID: UUID?

    static let accounts = HistoryStream(kind: .accounts, accountID: nil)
}

/// Why something is not there any more for a reader.
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

/// A point in the history of one stream, as a reader hands it back to continue from there.
///
/// Opaque: keep it, do not read it. It belongs to the store, the stream and the reader that it was
/// made for; anywhere else it is refused. Save it *after* the changes it came with were applied:
/// a crash in between repeats a page and never skips one.
public struct HistoryToken: Sendable, Hashable, Codable {
    /// What it stands for; `nil` for text that no store has made.
    let place: HistoryPlace?
    /// The token as one word of letters, digits, `-`, `_` and `.`.
    public let text: String

    init(_ place: HistoryPlace) {
        self.place = place
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Numbers and identifiers alone: there is nothing that can't be encoded.
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

    /// Begins every token; the number is the version of the form.
    private static let mark = "svh1-"
    /// In bytes; what is longer was made by nobody.
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

/// What a history token stands for: how far one reader has followed one stream of one store.
struct HistoryPlace: Sendable, Hashable, Codable {
    /// A walk over everything that is there at one moment, because what a reader may see changed.
    struct Walk: Sendable, Hashable, Codable {
        /// A number in the store's sequence of changes.
        let moment: Int64
        /// The number up to which the walk has come.
        var cursor: Int64 = 0
        /// The change of access under which the reader got what it has; `nil` if it has nothing.
        let access: Int64?
    }

    let store: UUID
    let stream: HistoryStream
    /// The reader; `nil` for the owner.
    let reader: ReaderName?
    /// The number of the last change that was delivered.
    var position: Int64
    /// What is still to be delivered as a whole, before the changes after `position`.
    var walk: Walk?
    /// In a fixed order, so that equal places give equal tokens.
    var unnotifiedIDs: [UUID] = []

    /// What was visible to the reader up to `position` but was not delivered, because it had moved out
    /// of sight by the time it was read; its deletion, still to come, is not delivered either.
    var unreported: Set<UUID> {
        get { Set(unnotifiedIDs) }
        set { unnotifiedIDs = newValue.sorted() }
    }
    /// How many of those a token carries at most.
    static let mostUnreported = 128
}
