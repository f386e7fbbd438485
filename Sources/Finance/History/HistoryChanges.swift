/// What changed in a stream since a token: the difference from there, or from nothing.
///
/// Apply deletes first, then inserts, then updates, and save ``newToken`` after that. An identifier
/// is never in two of the lists. Updates are whole models, not differences.
public struct HistoryChanges<Model: Identifiable & Sendable>: Sendable where Model.ID: Sendable {
    /// What the reader has not seen before.
    public let inserted: [Model]
    /// What the reader has seen and looks different now.
    public let updated: [Model]
    /// What is not there any more, or no longer for this reader.
    public let deleted: [Model.ID]
    /// Why, for each deleted identifier.
    public let deletionReasons: [Model.ID: DeletionReason]
    /// The point after these changes, to go on from.
    public let newToken: HistoryToken

    /// Makes a set of changes.
    public init(
        inserted: [Model] = [], updated: [Model] = [], deleted: [Model.ID] = [],
        deletionReasons: [Model.ID: DeletionReason] = [:], newToken: HistoryToken
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        self.deletionReasons = deletionReasons
        self.newToken = newToken
    }

    /// Whether nothing changed that the reader may see.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
