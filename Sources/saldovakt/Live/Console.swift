import Alerts
import Watch

/// Shows what happens in the watcher: as a live view, as lines, or as JSON lines.
protocol Console: Sendable {
    /// Shows one event; returns at once.
    func show(_ event: WatchEvent)

    /// Shows one line of the `terminal` channel.
    ///
    /// - Returns: whether it was shown, or will be once the reader reads on.
    func tell(_ line: String) -> Bool

    /// Shows a line about trouble, whatever else is shown.
    func warn(_ line: String)

    /// Shows a notice that a person asked for with a click.
    func point(to notice: Notice)

    /// Leaves the screen as it was found.
    func close()
}
