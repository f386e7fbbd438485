import Alerts
import Finance
import Foundation
import Testing
import Threads

@testable import Fleet
@testable import TestSupport

@Suite("The database of a fleet", .io)
struct FleetDatabaseTests {
    @Test("is made once, and again changes nothing")
    func migrates() async throws {
        let fleet = PostgresFleet(try TestServer.database(.empty))
        await #expect(throws: FleetError.self) { try await fleet.identifier() }
        try await fleet.migrate()
        let identifier = try await fleet.identifier()
        try await fleet.migrate()
        #expect(try await fleet.identifier() == identifier)
    }

    @Test("is refused without tables, with those of something else, and when it is newer")
    func refuses() async throws {
        let target = try TestServer.database(.empty)
        let (fleet, session) = (PostgresFleet(target), try PostgresSession(target))
        let missing = await #expect(throws: FleetError.self) {
            _ = try await fleet.claim(1, for: .seconds(1))
        }
        #expect(missing?.kind == .schema)
        try session.command("CREATE TABLE invoices (id int)")
        let other = await #expect(throws: FleetError.self) { try await fleet.migrate() }
        #expect("\(try #require(other))".contains("invoices"))
        try session.command("DROP TABLE invoices")
        try await fleet.migrate()
        try session.command("UPDATE fleet SET schema = 2")
        let newer = await #expect(throws: FleetError.self) { try await fleet.migrate() }
        #expect("\(try #require(newer))".contains("version 2"))
        await #expect(throws: FleetError.self) { try await fleet.identifier() }
        for version in [0, -1] {
            try session.command("UPDATE fleet SET schema = \(version)")
            let older = await #expect(throws: FleetError.self) { try await fleet.migrate() }
            #expect(older?.problem.contains("version \(version) and") == true)
            #expect(await Self.kind { try await fleet.identifier() } == .refused)
        }
    }

    @Test("a refused migration and a rehearsal change nothing")
    func refusalChangesNothing() async throws {
        let target = try TestServer.database(.empty)
        let plain = PostgresFleet(target, slots: "0-255")
        let place = try await plain.migrate(isRehearsal: true)
        #expect(await Self.kind { try await plain.identifier() } == .schema)
        let seal = try HouseholdSeal(operatorKey: Array(0..<32))
        let other = PostgresFleet(target, seal: seal, slots: "0-127")
        // Two connection strings of one database are recognised.
        #expect(try await other.migrate(isRehearsal: true) == place)
        try await plain.migrate()
        #expect(await Self.kind { try await other.migrate() } == .refused)
        // The fleet has not taken the key of the refused one.
        _ = try await plain.identifier()
    }

    @Test("a fleet that takes a key is not touched any more by who works without it")
    func lateKey() async throws {
        let target = try TestServer.database(.fleet)
        let plain = PostgresFleet(target)
        let keyed = PostgresFleet(target, seal: try HouseholdSeal(operatorKey: Array(0..<32)))
        _ = try await plain.identifier()
        try await keyed.migrate()
        try await keyed.add("a", rules: [1], settings: [2])
        _ = try await keyed.put([FeedLine(reference: "a", key: "k", bytes: [1])], at: nil)
        let before = try await keyed.household("a")
        let line = FeedLine(reference: "a", key: "l", bytes: [1])
        let kinds = [
            await Self.kind { try await Self.worker(plain).work() },
            await Self.kind { try await plain.takeDeliveries(1, for: .seconds(60)) },
            await Self.kind { try await plain.put([line], at: nil) },
            await Self.kind { try await plain.add("b", rules: [1], settings: [2]) },
            await Self.kind { try await plain.household("a") },
        ]
        #expect(kinds.allSatisfy { $0 == .key }, "\(kinds)")
        #expect(try await keyed.household("a") == before && before?.problem == nil)
        #expect(try await keyed.claim(9, for: .seconds(60)).map(\.reference) == ["a"])
    }

    @Test("is looked at: unsafe settings and missing tables are errors")
    func findings() async throws {
        let fleet = PostgresFleet(try TestServer.database(.empty))
        let findings = try await fleet.findings()
        #expect(findings.map(\.isError) == [true, true])
        #expect(findings.first?.what.hasPrefix("fsync is off") ?? false)
        #expect(findings.last?.fix.contains("fleet migrate") ?? false)
        try await fleet.migrate()
        #expect(try await fleet.findings().count == 1)
    }

    @Test("warns of a server that answers before what it answered is safe")
    func unsafeCommits() async throws {
        let target = try TestServer.database(.fleet)
        try PostgresSession(target).command(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', "
                + "current_database()); END $$")
        let findings = try await PostgresFleet(target).findings()
        #expect(
            findings.contains { $0.isError && $0.what.hasPrefix("synchronous_commit is off") })
    }

    @Test("knows its key: another one, none and a first one are noticed")
    func knowsItsKey() async throws {
        let target = try TestServer.database(.fleet)
        let right = PostgresFleet(target, seal: try HouseholdSeal(operatorKey: Array(0..<32)))
        let wrong = PostgresFleet(target, seal: try HouseholdSeal(operatorKey: Array(1..<33)))
        let plain = PostgresFleet(target)
        _ = try await plain.identifier()
        // Nobody has to find out later that what they add is encrypted with a key of their own.
        #expect(await Self.kind { try await right.identifier() } == .key)
        try await right.migrate()
        _ = try await right.identifier()
        for fleet in [wrong, plain] {
            #expect(await Self.kind { try await fleet.identifier() } == .key)
            #expect(await Self.kind { try await fleet.migrate() } == .key)
        }
        _ = try await right.identifier()
    }

    private static func kind(_ body: () async throws -> some Any) async -> FleetError.Kind? {
        do { _ = try await body() } catch { return (error as? FleetError)?.kind }
        return nil
    }

    @Test("a household whose key is damaged holds up no other one's lines, and is named")
    func damagedKey() async throws {
        let target = try TestServer.database(.fleet)
        let fleet = PostgresFleet(target, seal: try HouseholdSeal(operatorKey: Array(0..<32)))
        let rules = Array("balance under 500".utf8)
        for reference in ["a", "b"] { try await fleet.add(reference, rules: rules, settings: [2]) }
        #expect(try await Self.worker(fleet).work() == 2)
        try PostgresSession(target).command(
            "UPDATE household SET key = 'damaged' WHERE reference = 'a'")
        let receipt = try await fleet.put(
            ["a", "b", "c"].map { FeedLine(reference: $0, key: "k", bytes: [1]) }, at: nil)
        #expect(receipt.added == 1 && receipt.locked == ["a"] && receipt.unknown == ["c"])
        #expect(try await fleet.household("b")?.inbox == 1)
        #expect(try await Self.worker(fleet).work() == 2)
        let faulty = try await fleet.households(after: nil, limit: 9, faultyOnly: true)
        #expect(faulty.first?.reference == "a" && faulty.first?.inbox == 0)
    }

    @Test("knows its slots: those of another shard are refused")
    func knowsItsSlots() async throws {
        let target = try TestServer.database(.fleet)
        let (first, second) = (
            PostgresFleet(target, slots: "0-127"), PostgresFleet(target, slots: "128-255")
        )
        try await first.migrate()
        _ = try await first.identifier()
        for ask in [{ _ = try await second.migrate() }, { _ = try await second.identifier() }] {
            let error = await #expect(throws: FleetError.self) { try await ask() }
            #expect(error?.problem.contains("0-127, not 128-255") == true)
        }
    }

    /// A fleet with a key whose households have a state and a line; what a statement damages is known to nobody.
    private static func damaged(
        _ references: String..., by damage: String
    ) async throws -> PostgresFleet {
        let target = try TestServer.database(.fleet)
        let fleet = PostgresFleet(target, seal: try HouseholdSeal(operatorKey: Array(0..<32)))
        let story = HouseholdStory(seed: 3, from: Date(timeIntervalSinceNow: -9_000), polls: 2)
        for (poll, snapshot) in story.snapshots.enumerated() {
            for reference in references {
                let rules = Array(FleetStage.sentences.joined(separator: "\n").utf8)
                try await fleet.add(reference, rules: rules, settings: [123, 125])
                let line = HouseholdStory.line(snapshot, of: reference, key: "k\(poll)")
                _ = try await fleet.put([line], at: nil)
            }
            if poll == 1 { try PostgresSession(target).command(damage) }
            _ = try await worker(fleet).work()
        }
        return fleet
    }

    /// As a new process has it.
    private static func worker(_ fleet: PostgresFleet) -> FleetWorker {
        FleetWorker(
            engine: fleet, fleet: FleetStage.fleet, counters: FleetCounters(FleetCounts()),
            read: FleetStage.read)
    }

    @Test("names households whose notifications failed or were refused")
    func undelivered() async throws {
        let target = try TestServer.database(.fleet)
        let fleet = PostgresFleet(target)
        for reference in ["a", "b", "c"] {
            try await fleet.add(reference, rules: [1], settings: [2])
        }
        for claim in try await fleet.claim(3, for: .seconds(60)) {
            let entry = StoreSamples.entry("ntc_\(claim.household)")
            let commit = HouseholdCommit(claim: claim, image: [1], outbox: [[entry]])
            #expect(try await fleet.commit([commit]).isEmpty)
        }
        let session = try PostgresSession(target)
        for (change, reference) in [("state = 3, turn = false", "a"), ("refusals = 1", "c")] {
            try session.command(
                "UPDATE outbox SET \(change) WHERE household = "
                    + "(SELECT id FROM household WHERE reference = '\(reference)')")
        }
        let found = try await fleet.households(after: nil, limit: 9, faultyOnly: true)
        #expect(found.map(\.reference) == ["a", "c"])
        #expect(found.map(\.isUndelivered) == [true, true])
        #expect(try await fleet.household("b")?.isUndelivered == false)
        #expect(try await fleet.status().faulty == 2)
    }

    @Test("says by SQLSTATE why a connection or a statement is refused")
    func refusals() async throws {
        let target = try TestServer.database(.fleet)
        let session = try PostgresSession(target)
        try session.command("CREATE ROLE busy LOGIN CONNECTION LIMIT 0; CREATE ROLE bare LOGIN")
        for (from, to, state) in [
            ("dbname=", "dbname=no", "3D000"), ("user=fleet", "user=nobody_such", "28000"),
            ("user=fleet", "user=busy", "53300"), ("user=fleet", "user=bare", "42501"),
        ] {
            let fleet = PostgresFleet(target.replacing(from, with: to))
            let error = await #expect(throws: FleetError.self) { try await fleet.identifier() }
            #expect(error?.state == state, "\(error.map { "\($0)" } ?? "")")
        }
        let bare = PostgresFleet(target.replacing("user=fleet", with: "user=bare"))
        let migrated = await #expect(throws: FleetError.self) { try await bare.migrate() }
        #expect(migrated?.state == "42501")
    }

    @Test("shows a reader how it is, and nothing else")
    func reader() async throws {
        let target = try TestServer.database(.fleet)
        let session = try PostgresSession(target)
        let file = URL(
            filePath: "../../../contrib/fleet/grants.sql", relativeTo: URL(filePath: #filePath))
        try session.command(try String(contentsOf: file, encoding: .utf8))
        try session.command("CREATE ROLE reader LOGIN IN ROLE fleet_reader")
        let fleet = PostgresFleet(target)
        try await fleet.add("a", rules: [1], settings: [2])
        let reader = PostgresFleet(target.replacing("user=fleet", with: "user=reader"))
        _ = try await reader.identifier()
        #expect(try await reader.status().households == 1)
        for isFaulty in [false, true] {
            _ = try await reader.households(after: nil, limit: 9, faultyOnly: isFaulty)
        }
        #expect(try await reader.household("a") != nil)
        _ = try await reader.findings()
        for refused in [
            { _ = try await reader.image(of: "a") }, { _ = try await reader.pause("a") },
            { _ = try await reader.document(.hash(of: [1])) },
        ] {
            let error = await #expect(throws: FleetError.self) { try await refused() }
            #expect(error?.state == "42501")
        }
    }

    @Test("names households of which something is damaged, and works on the others")
    func damaged() async throws {
        let fleet = try await Self.damaged(
            "state", "line", "key", "fine",
            by: """
                UPDATE image SET body = 'damaged' FROM household
                WHERE id = household AND reference = 'state';
                UPDATE inbox SET line = 'damaged' FROM household
                WHERE id = household AND reference = 'line';
                UPDATE household SET key = 'damaged' WHERE reference = 'key'
                """)
        let all = try await fleet.households(after: nil, limit: 9, faultyOnly: false)
        let problems = Dictionary(uniqueKeysWithValues: all.map { ($0.reference, $0.problem) })
        #expect(problems["fine"] == .some(nil))
        #expect(problems["line"] == "line 'k1' is damaged in the database; feed it again")
        for (reference, words) in [("state", "is damaged; "), ("key", "of key is damaged; ")] {
            let problem = try #require(problems[reference] ?? nil)
            #expect(problem.contains(words) && problem.contains("restore a backup"))
        }
        #expect(all.map(\.version) == [2, 1, 2, 1] && all.map(\.inbox) == [0, 1, 0, 1])
        #expect(all.allSatisfy { !$0.isSetAside })
        #expect(try await fleet.status().faulty == 3)
    }

    @Test("notes a damaged notification as failed, and sends the next one of its alert")
    func damagedNotification() async throws {
        let target = try TestServer.database(.fleet)
        let fleet = PostgresFleet(target, seal: try HouseholdSeal(operatorKey: Array(0..<32)))
        try await fleet.add("a", rules: [1], settings: [2])
        let claim = try #require(try await fleet.claim(1, for: .seconds(60)).first)
        let types: [AlertNotification.Kind] = [.fired, .resolved]
        let entries = types.enumerated().map { StoreSamples.entry("ntc_\($0)", $1) }
        let commit = HouseholdCommit(claim: claim, image: [1], outbox: [entries])
        #expect(try await fleet.commit([commit]).isEmpty)
        try PostgresSession(target).command(
            "UPDATE outbox SET body = 'damaged' WHERE notice = 'ntc_0'")
        #expect(try await fleet.takeDeliveries(9, for: .seconds(60)).isEmpty)
        let next = try await fleet.takeDeliveries(9, for: .seconds(60))
        #expect(next.map(\.entry.notification.id) == ["ntc_1"])
        let shown = try #require(try await fleet.household("a"))
        #expect(shown.gaveUp == 1 && shown.outbox == 1)
        #expect(shown.delivery?.problem == "the stored notification can't be read")
    }

    @Test("says nothing about passwords that it can't use")
    func passwords() async throws {
        let targets = [
            "host=/nowhere password=hunter2 dbname=x", "hunter2", "postgresql://u:hunter2/x@h/db",
            "postgresql://u:p@hunter2@h/db", "host=h user=u password=hunter2 nonsense",
        ]
        for target in targets {
            let error = await #expect(throws: FleetError.self) {
                try await PostgresFleet(target).status()
            }
            #expect(!"\(try #require(error))".contains("hunter2"), "\(target)")
        }
    }

    @Test("forgets what was delivered long ago, and nothing that waits")
    func forgets() async throws {
        let clock = ManualClock("2026-03-06T09:00:00Z")
        let fleet = PostgresFleet.clocked(try TestServer.database(.clocked), by: clock)
        try await fleet.add("a", rules: [1], settings: [2])
        let claim = try #require(try await fleet.claim(1, for: .seconds(60)).first)
        let entries = ["1", "2"].map {
            StoreSamples.entry("ntc_\($0)", alert: "alert \($0)", at: clock.now)
        }
        let lost = try await fleet.commit([
            HouseholdCommit(
                claim: claim, image: [], consumed: 0, outbox: [entries], language: .english,
                nextDue: nil, problem: nil)
        ])
        #expect(lost.isEmpty)
        try await fleet.finish(
            fleet.takeDeliveries(1, for: .seconds(60)).map { one in
                (
                    delivery: one,
                    result: OutboxResult(
                        channel: one.entry.channel, notificationID: one.entry.notification.id,
                        state: .delivered, at: one.at), isBegun: true
                )
            })
        clock.advance(by: 100)
        #expect(try await fleet.forget(endedBefore: .seconds(100)) == 0)
        clock.advance(by: 1)
        #expect(try await fleet.forget(endedBefore: .seconds(100)) == 1)
        #expect(try await fleet.household("a")?.outbox == 1)
    }

    @Test("shows no texts where households are encrypted, and opens with the fleet's key only")
    func encrypts() async throws {
        let clock = ManualClock("2026-03-06T09:00:00Z")
        for isPlain in [true, false] {
            let target = try TestServer.database(.fleet)
            let seal = isPlain ? .plain : try HouseholdSeal(operatorKey: Array(0..<32))
            let fleet = PostgresFleet(target, seal: seal)
            try await fleet.add(
                "a", rules: Array("planted rules".utf8), settings: Array("planted settings".utf8))
            let claim = try #require(try await fleet.claim(1, for: .seconds(60)).first)
            let entry = StoreSamples.entry("ntc_1", alert: "planted alert", at: clock.now)
            let lost = try await fleet.commit([
                HouseholdCommit(
                    claim: claim, image: Array("planted image".utf8), consumed: 0,
                    outbox: [[entry]], language: .english, nextDue: nil, problem: "planted problem")
            ])
            #expect(lost.isEmpty)
            _ = try await fleet.put(
                [FeedLine(reference: "a", key: "k", bytes: Array("planted line".utf8))], at: nil)
            let texts = ["planted", entry.notification.data.title, entry.notification.data.body]
            let dump = try Self.dump(target)
            for text in texts where !text.isEmpty {
                let hexadecimal = text.utf8.map { String(format: "%02x", $0) }.joined()
                let isShown = dump.contains(text) || dump.contains(hexadecimal)
                #expect(isShown == isPlain, "\(text)")
            }
            #expect(try await fleet.household("a")?.problem == "planted problem")
            if !isPlain {
                let other = try HouseholdSeal(operatorKey: Array(1..<33))
                for seal in [other, .plain] {
                    await #expect(throws: FleetError.self) {
                        try await PostgresFleet(target, seal: seal).image(of: "a")
                    }
                }
            }
        }
        #expect(throws: FleetError.self) { try HouseholdSeal(operatorKey: [1]) }
    }

    private static func dump(_ target: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/pg_dump")
        process.arguments = [target]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}
