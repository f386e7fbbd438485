import Alerts
import Finance
import Foundation
import Glibc
import Watch

/// What a running watcher says about itself, as a small file in its state folder.
///
/// Not a fact: it is written in place, without waiting for the disk, and believed only while the
/// process that wrote it holds the folder's lock. Exchanging it for a new file would be safer against
/// a crash, which does not matter here, and costs five times as much: ext4 then gives the new file its
/// place on the disk at once.
struct StatusFile: Sendable, Hashable {
    /// The number of the process that wrote it.
    let process: Int32
    /// Its counters.
    let statistics: WatchStatistics

    /// Writes the file with mode 0600.
    ///
    /// - Returns: whether it worked; a full disk is told by others.
    func write(to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Array(json.utf8)
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        return written == bytes.count && ftruncate(descriptor, off_t(bytes.count)) == 0
    }

    /// Reads the file; `nil` if there is none that can be understood.
    static func read(_ path: String) -> StatusFile? {
        // It may be looked at while it is written: then it is whole a moment later.
        for _ in 0..<3 {
            guard let data = FileManager.default.contents(atPath: path) else { return nil }
            if let content = try? JSONDecoder().decode(Content.self, from: data) {
                return content.file
            }
        }
        return nil
    }

    /// The text of the file.
    var json: String {
        let instant = { (instant: Date?) in JSONText.string(instant.map(InstantText.text)) }
        return JSONText.object([
            ("version", "1"), ("process", "\(process)"),
            ("startedAt", instant(statistics.startedAt)),
            ("nextWake", instant(statistics.nextWake)),
            ("rules", "\(statistics.rules)"), ("rulesHash", JSONText.string(statistics.rulesHash)),
            ("areRulesOutdated", "\(statistics.areRulesOutdated)"),
            ("counters", JSONText.object(statistics.counters.map { ($0.name, "\($0.value)") })),
            (
                "sources",
                JSONText.array(
                    statistics.sources.map { source in
                        JSONText.object([
                            ("id", JSONText.string(source.id)),
                            ("intervalMilliseconds", "\(source.intervalMilliseconds)"),
                            ("lastPoll", instant(source.lastPoll)),
                            ("lastSuccess", instant(source.lastSuccess)),
                            ("nextSlot", instant(source.nextSlot)), ("polls", "\(source.polls)"),
                            ("missedSlots", "\(source.missedSlots)"),
                            ("failures", source.failuresJSON),
                        ])
                    })
            ),
        ]) + "\n"
    }
}

extension StatusFile {
    /// The shape of the file for reading; other versions are not read.
    private struct Content: Decodable {
        struct Source: Decodable {
            let id: String
            let intervalMilliseconds: Int
            let lastPoll: String?
            let lastSuccess: String?
            let nextSlot: String?
            let polls: Int
            let missedSlots: Int
            let failures: [String: Int]
        }
        let version: Int
        let process: Int32
        let startedAt: String?
        let nextWake: String?
        let rules: Int
        let rulesHash: String?
        let areRulesOutdated: Bool
        let counters: [String: Int]
        let sources: [Source]

        var file: StatusFile? {
            guard version == 1 else { return nil }
            var statistics = WatchStatistics(sources: sources.map(Self.source))
            statistics.startedAt = startedAt.flatMap(InstantText.instant)
            statistics.nextWake = nextWake.flatMap(InstantText.instant)
            statistics.rules = rules
            statistics.rulesHash = rulesHash
            statistics.areRulesOutdated = areRulesOutdated
            for (name, place) in WatchStatistics.counterPlaces {
                statistics[keyPath: place] = counters[name] ?? 0
            }
            return StatusFile(process: process, statistics: statistics)
        }

        private static func source(_ read: Source) -> SourceStatistics {
            var source = SourceStatistics(
                id: read.id, interval: .milliseconds(read.intervalMilliseconds))
            source.lastPoll = read.lastPoll.flatMap(InstantText.instant)
            source.lastSuccess = read.lastSuccess.flatMap(InstantText.instant)
            source.nextSlot = read.nextSlot.flatMap(InstantText.instant)
            source.polls = read.polls
            source.missedSlots = read.missedSlots
            for (name, count) in read.failures {
                SourceFailure.Kind(rawValue: name).map { source.failures[$0] = count }
            }
            return source
        }
    }
}
