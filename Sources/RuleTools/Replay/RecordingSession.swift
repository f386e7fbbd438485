package import Alerts
import Finance
package import Foundation
package import Recording
package import Rules
package import Watch

/// Plays a recording of one household, or of many one after the other, each from nothing.
///
/// Memory follows the largest household. A line that can't be read is a failed poll of its household
/// alone.
package struct RecordingSession: Sendable {
    private let rules: RuleSet
    private let builder: @Sendable (_ first: RecordingLine, _ household: String?) -> PipelineBuilder
    private var player: RecordingPlayer?
    /// Whose lines are played; `nil` for a recording that names no households.
    private(set) var household: String?
    /// The instant of the earliest line that could be read.
    package private(set) var start: Date?

    /// - Parameter builder: makes what plays a household, by its first line.
    package init(
        rules: RuleSet,
        builder:
            @escaping @Sendable (_ first: RecordingLine, _ household: String?) -> PipelineBuilder
    ) {
        self.rules = rules
        self.builder = builder
    }

    /// Plays one line.
    ///
    /// - Parameter notify: gets what is notified, and of which household.
    /// - Returns: what is wrong with the line.
    package mutating func play(
        _ line: Result<RecordingLine, RecordingError>, of household: String?,
        _ notify: (AlertNotification, String?) -> Void
    ) -> RecordingError? {
        if let household, household != self.household {
            finish(notify)
            self.household = household
        }
        switch line {
        case .success(let line):
            if player == nil {
                player = RecordingPlayer(rules: rules, builder: builder(line, household))
            }
            // Played where it is: a copy for each line would be a quarter of the work.
            for notification in player?.play(line) ?? [] { notify(notification, self.household) }
            return nil
        case .failure(let error):
            // Of a line without a household nobody knows whose poll failed.
            guard household != nil || self.household == nil else { return error }
            for notification in player?.playUnreadable() ?? [] { notify(notification, household) }
            return error
        }
    }

    /// Ends a household: what is still held comes out.
    package mutating func finish(_ notify: (AlertNotification, String?) -> Void) {
        for notification in player?.finish() ?? [] { notify(notification, household) }
        if let first = player?.span?.lowerBound { start = min(start ?? first, first) }
        player = nil
    }
}

extension AlertNotification {
    /// The published form in one line, with its household at the front if there is one.
    package func line(of household: String?) -> [UInt8] {
        let bytes = NotificationCoding.bytes(self)
        guard let household else { return bytes }
        return Array("{\"household\":\(JSONWriter.quoted(household)),".utf8) + bytes.dropFirst()
    }
}
