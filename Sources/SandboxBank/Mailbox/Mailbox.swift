import Finance

/// The messages in both folders, as the scenario gives them and the customer leaves them.
struct Mailbox: Sendable {
    private var messages: [MailboxCall.Folder: [MailboxMessage]] = [:]

    /// Takes the messages of a scenario.
    init(_ lists: [SandboxList]) {
        for list in lists {
            guard let folder = list.endpoint.folder else { continue }
            messages[folder, default: []] += list.rows.compactMap { text in
                PositionedJSON(Array(text.utf8)).root.flatMap(MailboxMessage.init)
            }
        }
    }

    /// The messages of a folder, in the order of the scenario.
    func all(in folder: MailboxCall.Folder) -> [MailboxMessage] { messages[folder] ?? [] }

    /// A message by its number.
    func message(_ id: String, in folder: MailboxCall.Folder) -> MailboxMessage? {
        all(in: folder).first { String($0.id) == id }
    }

    /// Notes whether a message counts as read.
    mutating func mark(_ id: Int64, in folder: MailboxCall.Folder, as status: String) {
        guard let place = all(in: folder).firstIndex(where: { $0.id == id }) else { return }
        messages[folder]?[place].status = status
    }

    /// Removes a message.
    mutating func remove(_ id: Int64, in folder: MailboxCall.Folder) {
        messages[folder]?.removeAll { $0.id == id }
    }

    /// Moves a message into the archive, where it gets a number that no other message has.
    mutating func archive(_ message: MailboxMessage) -> Int64 {
        remove(message.id, in: .inbox)
        var moved = message
        let used = messages.values.joined().map(\.id).max() ?? 0
        moved.id = max(used, message.id) + 1
        messages[.archive, default: []].insert(moved, at: 0)
        return moved.id
    }
}

extension SandboxList.Endpoint {
    /// The folder of the mailbox whose messages the list gives.
    var folder: MailboxCall.Folder? {
        switch self {
        case .inbox: .inbox
        case .archive: .archive
        case .payments, .standingOrders, .eFakturas, .cards, .customers: nil
        }
    }
}
