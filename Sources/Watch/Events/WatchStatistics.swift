public import Finance
public import Foundation

/// Counters of a running watcher since its start.
///
/// The type is pure: it is fed the watcher's events, and others write or show it.
public struct WatchStatistics: Sendable, Hashable, Codable {
    /// When the watcher was ready; `nil` before.
    public var startedAt: Date?
    /// How many rules of the person are in force.
    public var rules = 0
    /// The digest of the rules file in force, if it is known.
    public var rulesHash: String?
    /// The banks, in the order of the settings.
    public var sources: [SourceStatistics]
    public var cycles = 0
    /// How many cycles were read, evaluated and committed completely.
    public var completeCycles = 0
    /// How many times a rule of the person was evaluated.
    public var evaluations = 0
    /// How many notifications were decided.
    public var notifications = 0
    /// How many deliveries were confirmed.
    public var deliveries = 0
    public var failedDeliveries = 0
    public var gaveUp = 0
    public var reloads = 0
    public var refusedReloads = 0
    /// Whether the current rules file can't be used, so that older rules are in force.
    public var areRulesOutdated = false
    public var storeFailures = 0
    /// Whether the last access to the store failed.
    public var isStoreFailing = false
    /// How many times somebody set the wall clock.
    public var clockSteps = 0
    public var nextWake: Date?

    public init(sources: [SourceStatistics] = []) { self.sources = sources }

    /// Counts an event of the watcher or of a dispatcher.
    ///
    /// - Returns: whether a reader of the statistics should see it soon: false if only times
    ///   changed, and counters that grow with every quiet poll of a bank that is asked more often
    ///   than hourly.
    @discardableResult
    public mutating func take(_ event: WatchEvent) -> Bool {
        switch event {
        case .waiting(let until):
            nextWake = until
            return false
        case .polled(let report): return take(report)
        case .cycled(let isComplete):
            cycles += 1
            if isComplete { completeCycles += 1 }
            return !isComplete
        case .rulesDoubtful, .stopped: return false
        case .started(let rules, let instant, _):
            self.rules = rules
            startedAt = instant
        case .resumed(let source, let slot):
            guard let place = place(of: source) else { return false }
            sources[place].nextSlot = slot
        case .notified: notifications += 1
        case .delivered: deliveries += 1
        case .deliveryFailed(_, _, _, let retryAt):
            failedDeliveries += 1
            if retryAt == nil { gaveUp += 1 }
        case .rulesLoaded(let count, _):
            rules = count
            reloads += 1
            areRulesOutdated = false
        case .rulesRejected:
            refusedReloads += 1
            areRulesOutdated = true
        case .storeFailed:
            storeFailures += 1
            isStoreFailing = true
        case .clockStepped(_, let count): clockSteps = count
        }
        return true
    }

    private mutating func take(_ report: PollReport) -> Bool {
        evaluations += rules
        let hasRecovered = isStoreFailing && report.isCommitted
        if report.isCommitted { isStoreFailing = false }
        guard let place = place(of: report.source) else { return hasRecovered }
        return sources[place].take(report) || hasRecovered
    }

    private func place(of source: String) -> Int? { sources.firstIndex { $0.id == source } }
}

/// What a running watcher counts about one bank.
public struct SourceStatistics: Sendable, Hashable, Codable {
    public let id: String
    /// How long from slot to slot, in whole milliseconds.
    public let intervalMilliseconds: Int
    /// When the last answer came, however complete.
    public var lastPoll: Date?
    /// The last answer with facts.
    public var lastSuccess: Date?
    public var nextSlot: Date?
    /// How many answers there were.
    public var polls = 0
    /// How many slots passed unused, because an answer or the machine took too long.
    public var missedSlots = 0
    /// How many answers were failures, by kind of failure.
    public var failures: [SourceFailure.Kind: Int] = [:]

    public init(id: String, interval: Duration) {
        self.id = id
        intervalMilliseconds = Int(interval / .milliseconds(1))
    }

    /// Counts one answer; returns whether a reader of the statistics should see it soon.
    mutating func take(_ report: PollReport) -> Bool {
        polls += 1
        missedSlots += report.missedSlots
        lastPoll = report.at
        nextSlot = report.nextSlot
        switch report.outcome {
        case .complete, .partial:
            lastSuccess = report.at
            // Where answers are rare, no later one would show soon when the next is due.
            return report.missedSlots > 0 || intervalMilliseconds >= 3_600_000
        case .throttled: failures[.throttled, default: 0] += 1
        case .failed(let failure): failures[failure.kind, default: 0] += 1
        }
        return true
    }
}
