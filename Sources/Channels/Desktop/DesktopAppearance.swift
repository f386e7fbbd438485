import Rules

/// A popup exactly as it goes to the daemon.
struct DesktopAppearance: Sendable, Equatable {
    /// Plain text.
    let title: String
    /// Plain text, or markup if the daemon reads markup.
    let body: String
    /// 0 low, 1 normal, 2 critical.
    let urgency: UInt8
    /// The category.
    let category: String
    /// Hints whose values are texts, in the order they are set.
    let hints: [(name: String, value: String)]
    /// The click and the buttons with their labels; none where clicks are not reported.
    let actions: [(choice: DesktopAction.Choice, label: String)]

    /// Fits a popup to a daemon.
    init(_ popup: DesktopPopup, for server: DesktopServer, options: DesktopOptions) {
        title = popup.title
        body = server.readsMarkup ? MarkupEscaping.pango(popup.body) : popup.body
        urgency =
            switch popup.urgency {
            case .low: 0
            case .normal: 1
            case .critical: 2
            }
        category = popup.category
        // Two names of one thing: with them a daemon replaces even what an earlier run showed.
        var hints = [
            (name: "x-dunst-stack-tag", value: popup.tag),
            (name: "x-canonical-private-synchronous", value: popup.tag),
        ]
        if let entry = options.desktopEntry { hints.append(("desktop-entry", entry)) }
        self.hints = hints
        actions =
            server.hasActions ? popup.choices.map { ($0, options.label(of: $0)) } : []
    }

    static func == (left: DesktopAppearance, right: DesktopAppearance) -> Bool {
        left.title == right.title && left.body == right.body && left.urgency == right.urgency
            && left.category == right.category
            && left.actions.elementsEqual(right.actions, by: ==)
            && left.hints.elementsEqual(right.hints, by: ==)
    }
}
