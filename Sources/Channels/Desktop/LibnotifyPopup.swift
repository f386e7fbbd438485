import CNotify

/// One of libnotify's notifications; used on the session's thread only.
final class LibnotifyPopup {
    /// By which events name it.
    let token: UInt64
    private let handle: OpaquePointer

    /// Makes a notification that is not shown yet; `nil` if there is no memory.
    init?(_ session: OpaquePointer, token: UInt64, _ appearance: DesktopAppearance) {
        let handle = sv_notify_popup_create(
            session, token, appearance.title, appearance.body)
        guard let handle else { return nil }
        self.handle = handle
        self.token = token
    }

    deinit {
        sv_notify_popup_destroy(handle)
    }

    /// Sets how it looks and shows it, in its place if it is on the screen.
    func show(_ appearance: DesktopAppearance) -> SVNotifyResult {
        sv_notify_popup_set_text(handle, appearance.title, appearance.body)
        sv_notify_popup_set_kind(handle, appearance.urgency, appearance.category)
        sv_notify_popup_clear_actions(handle)
        for action in appearance.actions {
            sv_notify_popup_add_action(handle, action.choice.rawValue, action.label)
        }
        for hint in appearance.hints { sv_notify_popup_set_hint(handle, hint.name, hint.value) }
        var number: UInt32 = 0
        return sv_notify_popup_show(handle, &number)
    }
}
