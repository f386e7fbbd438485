import Finance
import Foundation

/// What one reading of a stream gives.
struct HistoryPage<Model: HistoryModel>: Sendable {
    /// What has come.
    var inserted: [Model] = []
    /// What looks different.
    var updated: [Model] = []
    /// What has gone.
    var deleted: [UUID] = []
    /// Why it has gone.
    var reasons: [UUID: DeletionReason] = [:]
    /// Where the next reading goes on.
    var place: HistoryPlace
    /// Whether there was nothing more to tell.
    var isCaughtUp = false

    /// Starts with nothing.
    init(at place: HistoryPlace) {
        self.place = place
    }

    /// Whether nothing is told.
    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// The changes as readers get them.
    var changes: HistoryChanges<Model> {
        HistoryChanges(
            inserted: inserted, updated: updated, deleted: deleted, deletionReasons: reasons,
            newToken: HistoryToken(place))
    }

    /// Tells that something is gone for the reader.
    mutating func delete(_ id: UUID, _ reason: DeletionReason) {
        deleted.append(id)
        reasons[id] = reason
    }
}
