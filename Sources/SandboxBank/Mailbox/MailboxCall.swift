/// What is asked of the mailbox, which only the second form of the API has.
///
/// Source: the OpenAPI description of v2 (read 2021-11 by barskern/sbanken-rs). It names no status
/// for what returns nothing, and no answer for what it calls not supported.
enum MailboxCall: Sendable, Equatable {
    /// Where a message lies; each has numbers of its own.
    enum Folder: String, Sendable {
        /// What has come.
        case inbox
        /// What was put away.
        case archive
    }

    /// The messages of a folder.
    case list(Folder)
    /// How many messages a folder has.
    case count(Folder)
    /// One message, to read or to delete.
    case message(Folder, id: String)
    /// What came with a message.
    case attachment(Folder, message: String, id: String)
    /// Whether a message counts as read.
    case readStatus(Folder, id: String)
    /// A message goes to the other folder.
    case move(Folder, id: String)

    /// Reads the parts of a path behind `mailbox`, in lower case; `nil` for an unknown address.
    init?(_ rest: [String]) {
        guard let folder = rest.first.flatMap(Folder.init(rawValue:)) else { return nil }
        switch (rest.count, rest.last) {
        case (1, _): self = .list(folder)
        case (2, "count"): self = .count(folder)
        case (2, let id?): self = .message(folder, id: id)
        case (3, "readstatus"): self = .readStatus(folder, id: rest[1])
        case (3, "move"): self = .move(folder, id: rest[1])
        case (4, let id?) where rest[2] == "attachment":
            self = .attachment(folder, message: rest[1], id: id)
        default: return nil
        }
    }

    /// The methods that it takes.
    var methods: [String] {
        switch self {
        case .list, .count, .attachment: ["GET"]
        case .message: ["GET", "DELETE"]
        case .readStatus, .move: ["PUT"]
        }
    }
}
