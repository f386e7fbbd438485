import Alerts
import Finance
import Foundation

extension WatchParts {
    /// How long a channel may take nothing before a person is told elsewhere, in seconds.
    static let patience = 3_600.0

    /// For how long a channel may be missing after a reload before what waits for it is given up, in
    /// seconds: a file may be edited in steps.
    static let gracePeriod = 300.0

    /// Gives up what waits for channels that are no longer in the settings.
    func abandonLostChannels() async throws(StoreError) {
        guard let channels else { return }
        try await store.abandon(channelsExcept: channels, problem: WatchTexts.channelIsGone)
    }

    /// The reports on channels that fail no more, of those that are known to fail.
    func endedReports(
        on known: [TroubleState], waiting: Set<String>, used: Set<String>
    ) async throws(StoreError) -> [TroubleReport] {
        var delivered: [String: Date] = [:]
        for name in known.map(\.trouble.name) {
            delivered[name] = try await store.lastDelivery(channel: name)
        }
        return UndeliveredReports.ended(
            known, delivered: delivered, waiting: waiting, used: used, existing: channels)
    }

    /// The channels on which every try has failed for an hour, by name.
    ///
    /// An hour in which nobody tried, such as a suspend, does not count. What was given up is told
    /// elsewhere and makes a channel late no more.
    func lateChannels() async throws(StoreError) -> [String] {
        try await lateChannels(among: try await waitingChannels())
    }

    /// The channels on which notices wait, each with when the next one falls due.
    func waitingChannels() async throws(StoreError) -> [String: Date] {
        try await store.nextDue(channels: (channels ?? []).sorted())
    }

    /// Those of the channels that are late.
    func lateChannels(among waiting: [String: Date]) async throws(StoreError) -> [String] {
        guard !waiting.isEmpty else { return [] }
        let now = clock.now
        let failing = try await store.failingChannels()
        return waiting.filter { name, due in
            guard let facts = failing[name], !facts.hasGivenUp,
                let since = facts.failingSince
            else { return false }
            // When it is tried next was decided at the last try.
            return min(now, due) >= since.addingTimeInterval(Self.patience)
        }.keys.sorted()
    }
}
