import Finance

/// A message of the bank to its customer.
struct MailboxMessage: Sendable {
    /// Its number in its folder.
    var id: Int64
    /// `Read` or `Unread`.
    var status: String
    /// What the scenario gives.
    private let row: JSONNode

    /// Reads a row of a scenario; `nil` without a whole number as its `id`.
    init?(_ row: JSONNode) {
        guard let id = row["id"]?.number.flatMap({ Int64($0) }) else { return nil }
        self.id = id
        status = row["status"]?.string ?? "Unread"
        self.row = row
    }

    /// The day on which it came.
    var day: CalendarDay? {
        row["receivedDate"]?.string.flatMap { CalendarDay(isoText: $0.prefix(10)) }
    }

    /// The message in a list, or with its text when it is read.
    func json(withBody: Bool) -> JSONOutput {
        guard case .object(let members) = row.output else { return row.output }
        return .object(
            members.filter { $0.0 != "attachment" && (withBody || $0.0 != "body") }.map { member in
                switch member.0 {
                case "id": ("id", .whole(id))
                case "status": ("status", .string(status))
                default: member
                }
            })
    }

    /// What came with it, if it has that number.
    func attachment(_ number: String) -> JSONOutput? {
        guard let attachment = row["attachment"], row["attachmentId"]?.number == number,
            case .object(let members) = attachment.output
        else { return nil }
        return .object([("attachmentId", .number(number))] + members)
    }
}
