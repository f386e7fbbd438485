import Alerts

/// One piece of work for the desktop's thread, and the answer its caller waits for.
final class DesktopTicket: Sendable {
    /// What to show; `nil` only asks whether the desktop answers.
    let popup: DesktopPopup?
    /// What became of it.
    let answer = OneAnswer<DeliveryOutcome>()

    /// Makes a ticket.
    init(_ popup: DesktopPopup?) {
        self.popup = popup
    }
}
