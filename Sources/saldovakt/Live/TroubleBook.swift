import Alerts
import Finance
import Watch

/// The troubles that go on, so that each is told when it starts or changes, not with every poll.
struct TroubleBook: Sendable {
    private struct Entry: Sendable {
        let kind: String
        let text: String
    }

    private var entries: [String: Entry] = [:]

    /// The texts of all troubles that go on, in a stable order.
    var texts: [String] {
        entries.sorted { $0.key < $1.key }.map(\.value.text)
    }

    /// Takes an event.
    ///
    /// - Returns: the text to tell now; `nil` for no trouble or one that is known already.
    mutating func take(_ event: WatchEvent, words: EventWords) -> String? {
        guard let text = words.trouble(event) else {
            if !entries.isEmpty, let origin = Self.origin(of: event) { entries[origin.key] = nil }
            return nil
        }
        guard let origin = Self.origin(of: event) else { return text }
        let isKnown = entries[origin.key]?.kind == origin.kind
        entries[origin.key] = Entry(kind: origin.kind, text: text)
        return isKnown ? nil : text
    }

    /// Who is in trouble, and of which kind; the same key without trouble means that it is over.
    private static func origin(of event: WatchEvent) -> (key: String, kind: String)? {
        switch event {
        case .polled(let report): ("bank \(report.source)", kind(of: report))
        case .delivered(let channel, _, _): ("channel \(channel)", "")
        case .deliveryFailed(let channel, _, let problem, let retryAt):
            // Giving up is news of its own, every time.
            retryAt == nil ? nil : ("channel \(channel)", problem.reason.rawValue)
        case .rulesLoaded: ("rules", "loaded")
        case .rulesDoubtful: ("rules", "doubtful")
        case .cycled(isComplete: true): ("store", "")
        case .storeFailed(let error): ("store", CommandFailure(error).text)
        case .started, .cycled, .noticed, .rulesRejected, .clockStepped, .waiting, .stopped: nil
        }
    }

    private static func kind(of report: PollReport) -> String {
        if case .failed(let failure) = report.outcome { return failure.kind.rawValue }
        return report.shortfalls.map(\.kind.rawValue).joined(separator: ",")
    }
}
