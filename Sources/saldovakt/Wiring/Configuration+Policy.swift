import Alerts
import Foundation
import Settings

extension Configuration {
    /// How notices are told under these settings.
    func policy(pollInterval: Duration) -> AlertPolicy {
        let details = settings.channels.map { ($0.name, $0.detail.detail) }
        return AlertPolicy(
            zone: settings.timeZone, pollInterval: pollInterval,
            channels: Dictionary(details, uniquingKeysWith: { first, _ in first }))
    }
}
