import Finance
import Foundation
import Glibc
import Watch

/// What a running watcher says about itself, as a small file in its state folder.
///
/// Not a fact: it is exchanged for a new one without waiting for the disk, so that a reader never
/// sees half of it, and believed only while the process that wrote it holds the folder's lock.
struct StatusFile: Sendable, Hashable {
    /// The number of the process that wrote it.
    let process: Int32
    /// Its counters.
    let statistics: WatchStatistics

    /// Writes the file with mode 0600.
    ///
    /// - Returns: whether it worked; a full disk is told by others.
    func write(to path: String) -> Bool {
        guard let bytes = try? JSONEncoder().encode(Content(self)) else { return false }
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let isClosed = close(descriptor) == 0
        if written == bytes.count, isClosed, rename(draft, path) == 0 { return true }
        unlink(draft)
        return false
    }

    /// Reads the file; `nil` if there is none that can be understood.
    static func read(_ path: String) -> StatusFile? {
        let data = FileManager.default.contents(atPath: path)
        return data.flatMap { try? JSONDecoder().decode(Content.self, from: $0) }?.file
    }
}

extension StatusFile {
    /// The shape of the file; other versions are not read.
    fileprivate struct Content: Codable {
        struct Source: Codable {
            let id: String
            let intervalMilliseconds: Int
            let lastPoll: String?
            let lastSuccess: String?
            let nextSlot: String?
            let polls: Int
            let missedSlots: Int
            let failures: [String: Int]
        }

        var version = 1
        let process: Int32
        let startedAt: String?
        let nextWake: String?
        let rules: Int
        let rulesHash: String?
        let areRulesOutdated: Bool
        let isStoreFailing: Bool
        let counters: [String: Int]
        let sources: [Source]

        init(_ file: StatusFile) {
            let statistics = file.statistics
            process = file.process
            startedAt = statistics.startedAt.map(InstantText.text)
            nextWake = statistics.nextWake.map(InstantText.text)
            rules = statistics.rules
            rulesHash = statistics.rulesHash
            areRulesOutdated = statistics.areRulesOutdated
            isStoreFailing = statistics.isStoreFailing
            counters = Dictionary(
                statistics.counters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
            sources = statistics.sources.map(Source.init)
        }

        var file: StatusFile? {
            guard version == 1 else { return nil }
            var statistics = WatchStatistics(sources: sources.map(\.statistics))
            statistics.startedAt = startedAt.flatMap(InstantText.instant)
            statistics.nextWake = nextWake.flatMap(InstantText.instant)
            statistics.rules = rules
            statistics.rulesHash = rulesHash
            statistics.areRulesOutdated = areRulesOutdated
            statistics.isStoreFailing = isStoreFailing
            for (name, place) in WatchStatistics.counterPlaces {
                statistics[keyPath: place] = counters[name] ?? 0
            }
            return StatusFile(process: process, statistics: statistics)
        }
    }
}

extension StatusFile.Content.Source {
    fileprivate init(_ source: SourceStatistics) {
        id = source.id
        intervalMilliseconds = source.intervalMilliseconds
        lastPoll = source.lastPoll.map(InstantText.text)
        lastSuccess = source.lastSuccess.map(InstantText.text)
        nextSlot = source.nextSlot.map(InstantText.text)
        polls = source.polls
        missedSlots = source.missedSlots
        failures = Dictionary(
            source.failures.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { $1 })
    }

    fileprivate var statistics: SourceStatistics {
        var source = SourceStatistics(id: id, interval: .milliseconds(intervalMilliseconds))
        source.lastPoll = lastPoll.flatMap(InstantText.instant)
        source.lastSuccess = lastSuccess.flatMap(InstantText.instant)
        source.nextSlot = nextSlot.flatMap(InstantText.instant)
        source.polls = polls
        source.missedSlots = missedSlots
        for (name, count) in failures {
            SourceFailure.Kind(rawValue: name).map { source.failures[$0] = count }
        }
        return source
    }
}
