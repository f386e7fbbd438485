import Alerts
import Banks
import Foundation
import Settings
import Watch

extension Configuration {
    /// How notices are told under these settings.
    func policy(pollInterval: Duration) -> AlertPolicy {
        var policy = AlertPolicy(
            zone: settings.timeZone, pollInterval: pollInterval, channels: details)
        policy.existing = channelNames.union(["desktop", "terminal"])
        return policy
    }

    /// How much each channel may show, by its name.
    var details: [String: Detail] {
        let details = settings.channels.map { ($0.name, $0.detail.detail) }
        return Dictionary(details, uniquingKeysWith: { first, _ in first })
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

    /// When the credentials of each bank end, where the settings say when they were made.
    var signInExpires: [String: Date] {
        let known = settings.banks.compactMap { bank in
            bank.sbanken?.secretIssued.map { issued in
                let end = SbankenSecretLifetime.end(issued: issued, in: settings.timeZone)
                return (bank.id, end)
            }
        }
        return Dictionary(known, uniquingKeysWith: { first, _ in first })
    }
}
