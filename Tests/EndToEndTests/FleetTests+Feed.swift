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
                    "1 lines added, 0 were there already, 1 skipped that this feed put before"
                ])
            let short = try await shell("head -n 1 whole | \(feed)")
            #expect(short.code == 1 && short.errors.contains("has 1 lines, 2 were put before"))
            try scratch.write("\(second)\n\(first)\n", to: "other")
            let other = try await shell("\(feed) < other")
            #expect(other.names("-", "feed") && other.errors.contains("line 2 is not the one"))
            #expect(try await fleet("work --once").code == 0)
            #expect(receiver.words == ["alert.fired low"])
        }
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
            let worker = try start("exec saldovakt fleet work --shards shards.json")
            _ = try await worker.line(startingWith: "working on ")
            #expect(await receiver.waits(for: "alert.fired low"))
            worker.signal(SIGTERM)
            #expect(try await worker.exitCode() == 0)
            #expect(worker.errorText.contains("slots 128-255: error: [database-unreachable]"))
            try scratch.write(
                database.replacing("dbname=fleet", with: "dbname=nothing"), to: "second")
            #expect(try await fleet("work").names("slots 0-127", "database-unreachable"))
        }
    }

    /// Feeds lines of both shards while the second is down.
    private func feedsTheOthers(_ lines: [String]) async throws {
        let input = lines.map { $0.replacing(#""key":"1""#, with: #""key":"2""#) }
        let fed = try await fleet("feed --feed core", input: input)
        #expect(fed.code == 4 && fed.errors.contains("[database-unreachable]"), "\(fed.errors)")
        let words = fed.lines.joined().split(separator: " ").compactMap { Int($0) }
        #expect(words.first.map { $0 > 0 && $0 < 8 } == true && fed.errors.contains("[not-taken]"))
        #expect(words.first.map { fed.lines.joined().contains("\(8 - $0) not taken") } == true)
        var codes: [Int32: Int] = [:]
        for number in 1...8 {
            codes[try await fleet("household show c-\(number)").code, default: 0] += 1
        }
        #expect(codes[0] == words.first && codes[0, default: 0] + codes[4, default: 0] == 8)
    }
}
