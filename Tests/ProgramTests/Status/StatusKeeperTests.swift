import Finance
import Foundation
import TestSupport
import Testing
import Watch

@testable import saldovakt

@Suite("What a watcher writes down about itself")
struct StatusKeeperTests {
    private let folder = TemporaryFolder()
    private let clock = ManualClock("2026-03-06T09:00:00Z")

    private var path: String { folder.path("status.json") }

    private func keeper() -> StatusKeeper {
        let bank = ScriptedBankSource(id: "sbanken", clock: clock)
        let polled = WatchParts.PolledSource(source: bank, interval: .seconds(300))
        return StatusKeeper(path: path, sources: [polled], clock: clock)
    }

    private var cycles: Int? { StatusFile.read(path)?.statistics.cycles }

    @Test("is read back as it was written, by its owner only")
    func roundTrip() throws {
        var source = SourceStatistics(id: "sbanken", interval: .seconds(300))
        source.polls = 3
        source.failures = [.refused: 2]
        source.lastPoll = clock.now
        source.nextSlot = Make.instant("2026-03-06T09:05:00Z")
        var statistics = WatchStatistics(sources: [source])
        statistics.take(.started(rules: 2, at: clock.now, isNew: false))
        statistics.take(.cycled(isComplete: true))
        statistics.take(.rulesRejected([]))
        statistics.rulesHash = "abc"
        let file = StatusFile(process: 42, statistics: statistics)
        #expect(file.write(to: path))
        #expect(StatusFile.read(path) == file)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test("is exchanged whole, so that a reader keeps what it opened")
    func exchange() throws {
        let short = StatusFile(process: 1, statistics: WatchStatistics(sources: []))
        var long = short.statistics
        long.rulesHash = String(repeating: "a", count: 5_000)
        #expect(StatusFile(process: 1, statistics: long).write(to: path))
        let open = try #require(FileHandle(forReadingAtPath: path))
        #expect(short.write(to: path))
        #expect(try open.readToEnd()?.count ?? 0 > 5_000)
        #expect(StatusFile.read(path) == short)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path)
        #expect(names == ["status.json"])
    }

    @Test("is not read if something else stands there")
    func nonsense() throws {
        for text in ["", "{}", #"{"version":2}"#, "[1]"] {
            try Data(text.utf8).write(to: URL(filePath: path))
            #expect(StatusFile.read(path) == nil)
        }
        #expect(StatusFile.read(folder.path("missing")) == nil)
    }

    @Test("is written at the start, then for news and once a minute, not for quiet polls")
    func frugality() {
        let keeper = keeper()
        keeper.note(.started(rules: 1, at: clock.now, isNew: false))
        #expect(cycles == 0)
        keeper.note(.cycled(isComplete: true))
        #expect(cycles == 0)
        keeper.note(.cycled(isComplete: false))
        #expect(cycles == 2)
        clock.advance(by: 59)
        keeper.note(.cycled(isComplete: true))
        #expect(cycles == 2)
        clock.advance(by: 1)
        keeper.note(.cycled(isComplete: true))
        #expect(cycles == 4)
    }

    @Test("is written when a reload is refused and when one succeeds, before the next poll")
    func reloads() {
        let keeper = keeper()
        keeper.note(.started(rules: 1, at: clock.now, isNew: false))
        keeper.note(.rulesRejected([]))
        #expect(StatusFile.read(path)?.statistics.areRulesOutdated == true)
        keeper.note(.rulesLoaded(count: 2, findings: []))
        #expect(StatusFile.read(path)?.statistics.areRulesOutdated == false)
        #expect(StatusFile.read(path)?.statistics.rules == 2)
    }

    @Test("stays away where the folder can't be written")
    func unwritable() {
        let bank = ScriptedBankSource(id: "sbanken", clock: clock)
        let keeper = StatusKeeper(
            path: folder.path("missing/status.json"),
            sources: [WatchParts.PolledSource(source: bank, interval: .seconds(300))], clock: clock)
        keeper.note(.started(rules: 1, at: clock.now, isNew: false))
        #expect(keeper.statistics.rules == 1)
    }
}
