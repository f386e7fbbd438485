import CNotify

/// Events as C reports them, kept until the call that caused them has returned.
///
/// A popup must not be destroyed from within its own event, so nothing is done there but this.
final class LibnotifyInbox {
    /// One event.
    struct Item {
        /// What happened.
        let kind: SVNotifyEvent
        /// The popup.
        let token: UInt64
        /// What was clicked.
        let action: String?
        /// The activation token.
        let text: String?
    }

    private var items: [Item] = []

    /// Keeps an event.
    func add(_ item: Item) {
        items.append(item)
    }

    /// Hands out all events, oldest first.
    func take() -> [Item] {
        defer { items = [] }
        return items
    }
}

/// Called by C on the session's thread; free of any actor.
func libnotifyEvent(
    _ context: UnsafeMutableRawPointer, _ kind: SVNotifyEvent, _ token: UInt64,
    _ action: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?
) {
    let inbox = Unmanaged<LibnotifyInbox>.fromOpaque(context).takeUnretainedValue()
    inbox.add(
        LibnotifyInbox.Item(
            kind: kind, token: token, action: action.map { String(cString: $0) },
            text: text.map { String(cString: $0) }))
}
