package import Alerts
package import Finance
package import Foundation

/// The words for counts and outcomes that several commands print.
package enum Strings: Sendable {
    /// Who holds a state folder: what its lock says, with the time in a zone.
    package static func holder(_ signature: String, in zone: TimeZone) -> String {
        guard let place = signature.lastIndex(of: " "),
            let start = try? Date(String(signature[place...].dropFirst()), strategy: .iso8601)
        else { return signature }
        return "\(signature[...place])\(InstantText.moment(start, in: zone))"
    }

    /// A count with its noun: `1 bank`, `2 banks`.
    package static func count(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// One word for how much an answer is worth.
    package static func outcome(_ outcome: SnapshotOutcome) -> String {
        switch outcome {
        case .complete: "complete"
        case .partial: "partial"
        case .throttled: "throttled"
        case .failed: "failed"
        }
    }

    /// A source that asked to come later, in the program's error form.
    package static func throttling(of source: String, retryAfter: Duration?) -> String {
        let seconds = retryAfter.map { " for \($0.components.seconds) s" } ?? ""
        return "bank \(source): error: [bank-throttled] the bank asks to come later\(seconds)\n"
            + "  fix: nothing; it is asked again when that is over. If it stays so, "
            + "use a longer interval"
    }

    /// A failed source in the program's error form.
    package static func failure(_ failure: SourceFailure, of source: String) -> String {
        "bank \(source): error: [bank-\(failure.kind.rawValue)] \(failure.problem)\n"
            + "  fix: \(failure.fix)"
    }
}

extension MoneyStyle {
    /// The amount as people write it, or a dash for one that the bank did not give.
    package func optional(_ money: Money?) -> String {
        money.map { text($0) } ?? "–"
    }
}

extension String {
    /// The text with blanks behind it, or before it, up to a width.
    func padded(to width: Int, isRight: Bool = false) -> String {
        let blank = String(repeating: " ", count: max(0, width - count))
        return isRight ? blank + self : self + blank
    }

    /// The text, or its beginning with an ellipsis where it is wider.
    func cut(to width: Int) -> String {
        count <= width ? self : prefix(max(0, width - 1)) + "…"
    }

    var withoutTrailingBlanks: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}
