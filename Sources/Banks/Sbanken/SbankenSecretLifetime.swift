public import Finance
public import Foundation

/// How long an API secret of the bank works.
///
/// The bank makes secrets valid for three months; no call renews them or tells their end, and one
/// that has ended is answered like a wrong one (400 `invalid_client`). So the end is counted from
/// the day on which the person ordered it. Sources: the READMEs of chrissearle/lommepenger-swiftui
/// and stenjo/SbankenToYNAB, src/services/alerts.constants.ts of Wedvich/sbanken-ynab.
public enum SbankenSecretLifetime: Sendable {
    /// Calendar months from the day of issue.
    public static let months = 3

    /// The instant from which a secret must be taken as ended: the first of its last day.
    ///
    /// - Parameters:
    ///   - issued: the day on which it was made.
    ///   - zone: the zone of the bank's days.
    public static func end(issued: CalendarDay, in zone: TimeZone) -> Date {
        issued.adding(months: months).instant(in: zone)
    }
}
