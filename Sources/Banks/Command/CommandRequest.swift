import Finance
import Foundation

/// What a program is asked for, as one line of JSON on its standard input.
///
/// ```json
/// {"version":1,"source":"mine","since":{"a1":"2026-02-20"},"scheduled":false}
/// ```
///
/// - `source`: what the answer's `source` must be.
/// - `since`: the first day that is wanted of each account that is known, fourteen days before the
///   newest day of which everything is known. Of other accounts as much as there is.
/// - `scheduled`: whether payments, standing orders and e-invoices are wanted.
struct CommandRequest: Encodable {
    /// The version of this form.
    let version = 1
    /// The source's name in the settings.
    let source: String
    /// The first wanted day by account.
    let since: [String: String]
    /// Whether scheduled items are wanted.
    let scheduled: Bool

    /// Days before the newest known one, because bookings come late and dated back.
    static let overlapInDays = 14

    private enum CodingKeys: CodingKey {
        case version, source, since, scheduled
    }

    /// Asks what a poll wants to know.
    init(_ request: FetchRequest, source: String) {
        self.source = source
        since = request.knownThrough.mapValues {
            $0.adding(days: -Self.overlapInDays).description
        }
        scheduled = request.includesScheduled
    }

    /// The line with its line break.
    var line: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, a number and a flag can always be written.
        let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
        return Array(data) + [0x0A]
    }
}
