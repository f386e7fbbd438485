import Alerts
import Foundation
import Settings
import Watch

extension Configuration {
    /// How notices are told under these settings.
    func policy(pollInterval: Duration) -> AlertPolicy {
        let details = settings.channels.map { ($0.name, $0.detail.detail) }
        return AlertPolicy(
            zone: settings.timeZone, pollInterval: pollInterval,
            channels: Dictionary(details, uniquingKeysWith: { first, _ in first }))
    }

    /// How many notices a channel is given at once: programs take many, people read one by one.
    func batch(of channel: String) -> DeliveryBatch {
        guard
            case .webhook(let webhook) = settings.channels.first(where: { $0.name == channel })?
                .kind,
            webhook.format == .json
        else { return .oneByOne }
        return .wide
    }
}
