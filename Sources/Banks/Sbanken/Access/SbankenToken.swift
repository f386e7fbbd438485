import Finance
import Foundation

/// Leave to ask, for a while.
struct SbankenToken: Sendable, Hashable {
    /// What is sent in the header `Authorization`; opaque.
    let authorization: Secret
    /// From when on a new one is asked for, a little before the bank would refuse this one.
    let renewAt: Date

    /// Makes a token with this value that was received at `instant` and lives for so many seconds.
    init(value: String, lifetime: Int, receivedAt instant: Date) {
        authorization = Secret("Bearer " + value)
        let margin = min(60, lifetime / 10)
        renewAt = instant.addingTimeInterval(TimeInterval(lifetime - margin))
    }

    /// Whether the token may still be used.
    func isValid(at instant: Date) -> Bool { instant < renewAt }
}
