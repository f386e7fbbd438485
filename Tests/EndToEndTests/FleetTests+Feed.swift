import Foundation
import TestSupport
import Testing

// What a feed takes, and what it does with the rest.
extension FleetTests {
    @Test("lines are read as bytes: other encodings are refused, the mark of a file is passed over")
    func encodings() async throws {
        try await withFleet { _ in
            let add = "household add c-1 --rules rules.json --settings settings.json"
            #expect(try await fleet(add).code == 0)
            let first = Array("\u{FEFF}\(Self.line("c-1", "900.00"))\n".utf8)
            let second = Self.line("c-1", "100.00", key: "2").replacing("Felles", with: "B@")
            let latin = second.utf8.map { $0 == UInt8(ascii: "@") ? 0xF8 : $0 }
            try Data(first + latin + [0x0A]).write(to: scratch.path("lines"))
            let fed = try await shell("saldovakt fleet feed --shards shards.json < lines")
            #expect(fed.code == 1 && fed.lines.joined().hasPrefix("1 lines added"))
            #expect(fed.errors.hasPrefix("-:2:"), "\(fed.errors)")
            #expect(fed.errors.contains("[utf8]") && fed.errors.contains("iconv"))
        }
    }

    @Test("an input that was cut off continues with the whole line, and a shorter one is doubted")
    func cutInput() async throws {
        try await withFleet { receiver in
            let add = "household add c-1 --rules rules.json --settings settings.json"
            #expect(try await fleet(add).code == 0)
            let (first, second) = (
                Self.line("c-1", "900.00"), Self.line("c-1", "100.00", at: "10:00:00", key: "2")
            )
            try scratch.write("\(first)\n\(second.prefix(60))", to: "cut")
            try scratch.write("\(first)\n\(second)\n", to: "whole")
            let feed = "saldovakt fleet feed --feed core --shards shards.json"
            let cut = try await shell("\(feed) < cut")
            #expect(cut.code == 1 && cut.lines.joined().hasPrefix("1 lines added"))
            let whole = try await shell("\(feed) < whole")
            #expect(whole.code == 0, "\(whole.errors)")
            #expect(
                whole.lines == [
                    "1 lines added, 0 were waiting already, 1 skipped that this feed put before"
                ])
            let short = try await shell("head -n 1 whole | \(feed)")
            #expect(short.code == 1 && short.errors.contains("has 1 lines, 2 were put before"))
            #expect(!short.lines.joined().contains("could not be read"), "\(short.lines)")
            try scratch.write("\(second)\n\(first)\n", to: "other")
            let other = try await shell("\(feed) < other")
            #expect(other.names("-", "feed") && other.errors.contains("line 2 is not the one"))
            #expect(try await fleet("work --once").code == 0)
            #expect(receiver.words == ["alert.fired low"])
        }
    }

    @Test("lines of unknown households are counted, and a feed gives them again")
    func unknownHouseholds() async throws {
        try await withFleet { receiver in
            let add = "household add %@ --rules rules.json --settings settings.json"
            #expect(try await fleet(add.replacing("%@", with: "c-1")).code == 0)
            let lines =
                (10..<35).map { Self.line("zz\($0)", "10.00") } + [Self.line("c-1", "10.00")]
            let first = try await fleet("feed --feed core", input: lines)
            #expect(first.code == 1)
            #expect(first.errors.components(separatedBy: "[unknown-household]").count == 21)
            let report = first.lines.joined()
            #expect(report.hasPrefix("1 lines added, 0 were waiting already, 25 of unknown"))
            #expect(report.hasSuffix("zz29 and 5 more"), "\(report)")
            #expect(try await fleet("work --once").code == 0)
            #expect(try await fleet("feed --feed core", input: lines).code == 1)
            let names = (10..<35).map { "zz\($0)" }.joined(separator: " ")
            #expect(try await fleet(add.replacing("%@", with: names)).code == 0)
            let last = try await fleet("feed --feed core", input: lines)
            #expect(last.code == 0 && last.lines.joined().hasPrefix("25 lines added"))
            #expect(try await fleet("work --once").code == 0)
            #expect(receiver.words.count == 26)
            let again = try await fleet("feed --feed core", input: lines)
            #expect(again.code == 0 && again.lines.joined().contains("26 skipped"))
        }
    }

    @Test("input that can't be read, names that can't be used and identity numbers are refused")
    func refusedInput() async throws {
        try await withFleet { _ in
            let folder = try await fleet("feed < .")
            #expect(folder.code == 4 && folder.names("-", "input-unreadable"), "\(folder.errors)")
            for name in ["''", "\"$(printf 'a\\tb')\"", "15038010015"] {
                let refused = try await fleet("feed --feed \(name)", input: [])
                #expect(refused.code == 2 && refused.errors.contains("--feed takes"), "\(name)")
                #expect(!refused.errors.contains("15038010015"), "\(refused.errors)")
            }
            let add = "household add c-1 --rules rules.json --settings settings.json"
            #expect(try await fleet(add).code == 0)
            let row = #"[{"account":"15038010287","amount":"-1.00","date":"2026-03-06"}]}"#
            let fed = try await fleet(
                "feed",
                input: [
                    Self.line("c-1", "1.00").replacing("[]}", with: row),
                    Self.line("15038010015", "1.00"), Self.line("150380-10015", "1.00"),
                    Self.line("c-1", "-92233720368547758.08"),
                ])
            #expect(fed.code == 1 && fed.lines.joined().contains("4 could not be read"))
            #expect(fed.errors.contains("-:1: error: [account]"))
            #expect(fed.errors.contains("-:2: error: [reference]"))
            #expect(fed.errors.contains("-:3: error: [reference]"))
            #expect(fed.errors.contains("error: [amount] 'booked' is larger"), "\(fed.errors)")
            #expect(!fed.errors.contains("household add"))
            for number in ["15038010287", "15038010015", "10015"] {
                #expect(!(fed.errors + fed.lines.joined()).contains(number), "\(fed.errors)")
            }
        }
    }

    @Test("references and keys whose letters are in parts are refused: no line reaches another one")
    func decomposed() async throws {
        try await withFleet { _ in
            let add = "household add --rules rules.json --settings settings.json"
            let both = try await fleet(add, input: ["\u{E9}", "e\u{301}"])
            #expect(both.code == 1 && both.names("-:2", "nfc"), "\(both.errors)")
            #expect(try await fleet("household list --json").lines == ["[]"])
            #expect(try await fleet(add, input: ["\u{E9}"]).code == 0)
            let fed = try await fleet(
                "feed",
                input: [
                    Self.line("\u{E9}", "10.00"), Self.line("e\u{301}", "1.00"),
                    Self.line("\u{E9}", "20.00", key: "cafe\u{301}"),
                ])
            #expect(fed.code == 1 && fed.lines.joined().hasPrefix("1 lines added"), "\(fed.lines)")
            #expect(fed.names("-:2", "nfc") && fed.names("-:3", "nfc"), "\(fed.errors)")
        }
    }

    @Test("a server in a folder that only root may enter is refused", .enabled(if: getuid() == 0))
    func closedFolder() async throws {
        chmod(scratch.folder.path, 0o700)
        let refused = try await shell("contrib/fleet/server start fleet-server")
        #expect(refused.code == 4 && refused.lines.isEmpty)
        #expect(refused.errors.contains("work in a folder below /var/tmp"), "\(refused.errors)")
        #expect(!refused.errors.contains("initdb"), "\(refused.errors)")
    }

    @Test("a database that is down stops no work on the others")
    func oneIsDown() async throws {
        try await withFleet { receiver in
            let database = try String(contentsOf: scratch.path("database"), encoding: .utf8)
            let make =
                "psql '\(database.trimmingCharacters(in: .newlines))' -c 'CREATE DATABASE second'"
            #expect(try await shell(make).code == 0)
            try scratch.write(
                database.replacing("dbname=fleet", with: "dbname=second"), to: "second")
            try scratch.write("host=\(scratch.path("nowhere").path) dbname=fleet", to: "down")
            chmod(scratch.path("second").path, 0o600)
            chmod(scratch.path("down").path, 0o600)
            func shards(_ other: String) throws {
                try scratch.write(
                    """
                    {"version": 1, "shards": [{"slots": "0-127", "database": {"file": "second"}},
                     {"slots": "128-255", "database": {"file": "\(other)"}}]}
                    """, to: "shards.json")
            }
            try shards("third")
            try scratch.write(database.replacing("dbname=fleet", with: "dbname=third"), to: "third")
            chmod(scratch.path("third").path, 0o600)
            #expect(try await shell(make.replacing("second", with: "third")).code == 0)
            #expect(try await fleet("migrate").code == 0)
            let names = (1...8).map { "c-\($0)" }
            let add = "household add \(names.joined(separator: " ")) --rules rules.json"
            #expect(try await fleet("\(add) --settings settings.json").code == 0)
            let lines = names.map { Self.line($0, "10.00") }
            #expect(try await fleet("feed", input: lines).code == 0)
            try shards("down")
            let status = try await fleet("status")
            #expect(status.names("slots 128-255", "database-unreachable"))
            #expect(status.lines.contains("slots 0-127"))
            try await feedsTheOthers(lines)
            let port = try FreePort.any()
            let worker = try start(
                "exec saldovakt fleet work --shards shards.json --metrics \(port)")
            _ = try await worker.line(startingWith: "working on ")
            #expect(await receiver.waits(for: "alert.fired low"))
            try await showsTheReached(port)
            worker.signal(SIGINT)
            #expect(try await worker.exitCode() == 130)
            #expect(worker.errorText.contains("slots 128-255: error: [database-unreachable]"))
            try scratch.write(
                database.replacing("dbname=fleet", with: "dbname=nothing"), to: "second")
            #expect(try await fleet("work").names("slots 0-127", "database-unreachable"))
        }
    }

    @Test("a single round of work that is stopped gives back what it claimed")
    func stoppedRound() async throws {
        try await withFleet { receiver in
            let add = "household add c-1 --rules rules.json --settings settings.json"
            #expect(try await fleet(add).code == 0)
            #expect(try await fleet("feed", input: [Self.line("c-1", "10.00")]).code == 0)
            // The worker can't load what it claimed until this session ends.
            let session = try start("exec psql \"$(cat database)\" -qAtX")
            session.send("BEGIN; LOCK TABLE image; SELECT 'locked';")
            _ = try await session.line(startingWith: "locked")
            let worker = try start("exec saldovakt fleet work --once --shards shards.json")
            session.send(
                """
                DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM agenda WHERE leased_until IS NOT NULL)
                    LOOP PERFORM pg_sleep(0.05); END LOOP; END $$; SELECT 'claimed';
                """)
            _ = try await session.line(startingWith: "claimed")
            worker.signal(SIGTERM)
            session.send("SELECT pg_sleep(1); COMMIT;")
            #expect(try await worker.exitCode() == 143, "\(worker.errorText)")
            session.send("SELECT tries, leased_until FROM agenda; SELECT 'end';")
            _ = try await session.line(startingWith: "end")
            #expect(session.lines.contains("0|"), "\(session.lines)")
            #expect(try await fleet("work --once").code == 0)
            #expect(receiver.words == ["alert.fired low"])
            session.endInput()
        }
    }

    /// Looks at the metrics page while the second shard is down.
    private func showsTheReached(_ port: Int) async throws {
        let page = try await shell("curl -s http://127.0.0.1:\(port)/metrics")
        for (slots, isReached) in [("0-127", 1), ("128-255", 0)] {
            let sample = #"saldovakt_fleet_reachable{shard="slots \#(slots)"} \#(isReached)"#
            #expect(page.lines.contains(sample), "\(page.lines)")
        }
        #expect(page.lines.contains(#"saldovakt_fleet_gave_up{shard="slots 0-127"} 0"#))
    }

    /// Feeds lines of both shards while the second is down.
    private func feedsTheOthers(_ lines: [String]) async throws {
        let input = lines.map { $0.replacing(#""key":"1""#, with: #""key":"2""#) }
        let fed = try await fleet("feed --feed core", input: input)
        #expect(fed.code == 4 && fed.errors.contains("[database-unreachable]"), "\(fed.errors)")
        let words = fed.lines.joined().split(separator: " ").compactMap { Int($0) }
        #expect(words.first.map { $0 > 0 && $0 < 8 } == true && fed.errors.contains("[not-taken]"))
        #expect(words.first.map { fed.lines.joined().contains("\(8 - $0) not taken") } == true)
        let names = (1...8).map { "c-\($0)" }.joined(separator: " ")
        let added = try await fleet(
            "household add \(names) --rules rules.json --settings settings.json")
        #expect(added.code == 4 && added.errors.contains("[database-unreachable]"))
        #expect(added.errors.contains("\n0 of 8 households were added"), "\(added.errors)")
        var codes: [Int32: Int] = [:]
        for number in 1...8 {
            codes[try await fleet("household show c-\(number)").code, default: 0] += 1
        }
        #expect(codes[0] == words.first && codes[0, default: 0] + codes[4, default: 0] == 8)
    }
}
