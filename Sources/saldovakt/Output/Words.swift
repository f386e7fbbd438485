import Alerts
import Finance
import Foundation

/// The words for outcomes and times that several commands print.
enum Words: Sendable {
    /// The clock time in a zone, `09:05:30`.
    static func clock(_ instant: Date, in zone: TimeZone) -> String {
        let local = Int(instant.timeIntervalSince1970) + zone.secondsFromGMT(for: instant)
        let second = ((local % 86_400) + 86_400) % 86_400
        return [second / 3_600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Day and clock time in a zone, `2026-03-06 09:05:30`.
    static func moment(_ instant: Date, in zone: TimeZone) -> String {
        "\(CalendarDay(of: instant, in: zone)) \(clock(instant, in: zone))"
    }

    /// Who holds a state folder: what its lock says, with the time in a zone.
    static func holder(_ signature: String, in zone: TimeZone) -> String {
        guard let place = signature.lastIndex(of: " "),
            let start = try? Date(String(signature[place...].dropFirst()), strategy: .iso8601)
        else { return signature }
        return "\(signature[...place])\(moment(start, in: zone))"
    }

    /// A count with its noun: `1 bank`, `2 banks`.
    static func count(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// ISO 8601 in UTC, to the second.
    ///
    /// For programs; people read ``moment(_:in:)``.
    static func iso(_ instant: Date) -> String {
        InstantText.text(wholeSecond(instant))
    }

    /// The beginning of an instant's second, in which programs are told times.
    static func wholeSecond(_ instant: Date) -> Date {
        Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down))
    }

    /// One word for how much an answer is worth.
    static func outcome(_ outcome: SnapshotOutcome) -> String {
        switch outcome {
        case .complete: "complete"
        case .partial: "partial"
        case .throttled: "throttled"
        case .failed: "failed"
        }
    }

    /// A source that asked to come later, in the program's error form.
    static func throttling(of source: String, retryAfter: Duration?) -> String {
        let seconds = retryAfter.map { " for \($0.components.seconds) s" } ?? ""
        return "bank \(source): error: [bank-throttled] the bank asks to come later\(seconds)\n"
            + "  fix: nothing; it is asked again when that is over. If it stays so, "
            + "use a longer interval"
    }

    /// A failed source in the program's error form.
    static func failure(_ failure: SourceFailure, of source: String) -> String {
        "bank \(source): error: [bank-\(failure.kind.rawValue)] \(failure.problem)\n"
            + "  fix: \(failure.fix)"
    }
}
