public import Foundation

/// What a person asked the watcher to do, from a command or with a click.
///
/// It is written down before it is done, and struck out in the commit that does it, so that it is
/// done once whatever happens in between. One that no longer applies does nothing.
public struct Instruction: Sendable, Hashable, Codable, Identifiable {
    /// What is to be done.
    public enum Order: Sendable, Hashable, Codable {
        /// Begin a silence.
        case addSilence(Silence)
        /// End a silence now.
        case endSilence(id: String)
        /// Send no reminders of an alert that fires; its end is still told.
        case acknowledge(AlertReference)
        /// Be quiet about an alert that fires, and tell it again then if it still does.
        case snooze(AlertReference, until: Date)
        /// Try a notice again, one that was given up too.
        case retry(noticeID: String)
    }

    /// Given by whoever made it.
    public let id: String
    /// When it was given.
    public let at: Date
    /// What is to be done.
    public let order: Order

    /// Makes an instruction.
    public init(id: String, at: Date, order: Order) {
        self.id = id
        self.at = at
        self.order = order
    }
}
