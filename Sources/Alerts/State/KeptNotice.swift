/// A notice beside the alert that keeps it.
///
/// Thousands of told events are remembered for months, and next to none of them keeps its notice: in
/// place, the room for it would be most of the memory that they take.
final class KeptNotice: Sendable, Hashable {
    let notice: Notice

    init(_ notice: Notice) {
        self.notice = notice
    }

    static func == (one: KeptNotice, other: KeptNotice) -> Bool {
        one === other || one.notice == other.notice
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(notice)
    }
}
