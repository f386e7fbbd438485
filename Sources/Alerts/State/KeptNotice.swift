/// A notice beside the alert that keeps it.
///
/// Thousands of told events are remembered for months, and next to none of them keeps its notice: in
/// place, the room for it would be most of the memory that they take.
final class KeptNotice: Sendable, Hashable, Codable {
    let notice: Notice

    init(_ notice: Notice) {
        self.notice = notice
    }

    /// Reads what a notice is written as.
    init(from decoder: any Decoder) throws {
        notice = try Notice(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try notice.encode(to: encoder)
    }

    static func == (one: KeptNotice, other: KeptNotice) -> Bool {
        one === other || one.notice == other.notice
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(notice)
    }
}
