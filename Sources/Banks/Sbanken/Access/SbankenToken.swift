import Finance
import Foundation
import HTTP

/// Leave to ask, for a while.
struct SbankenToken: Sendable {
    /// What is sent with every question: the token itself, and what else the bank wants to know.
    let headers: [HTTPHeader]
    /// From when on a new one is asked for, a little before the bank would refuse this one.
    let renewAt: Date

    /// Makes a token with this value that was received at `instant` and lives for so many seconds.
    ///
    /// - Throws: ``TransportError/refusedHeader(_:)`` if something in it cannot be sent.
    init(
        value: String, lifetime: Int, receivedAt instant: Date,
        for configuration: SbankenConfiguration
    ) throws(TransportError) {
        var headers = [
            HTTPHeader("Authorization", "Bearer " + value),
            HTTPHeader("Accept", "application/json"),
        ]
        if configuration.dialect == .v1, let customer = configuration.customerID {
            headers.append(HTTPHeader("customerId", customer.reveal()))
        }
        try HTTPHeader.check(headers)
        self.headers = headers
        let margin = min(60, lifetime / 10)
        renewAt = instant.addingTimeInterval(TimeInterval(lifetime - margin))
    }

    /// Whether the token may still be used.
    func isValid(at instant: Date) -> Bool { instant < renewAt }
}

/// Shown without its headers, which are secret.
extension SbankenToken: CustomStringConvertible, CustomReflectable {
    /// Always `‹token›`.
    var description: String { "‹token›" }

    /// Shows no children.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
