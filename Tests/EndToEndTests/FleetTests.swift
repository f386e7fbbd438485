import Foundation
import TestSupport
import Testing

@Suite("A fleet on PostgreSQL", .programs)
struct FleetTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        // The server runs as somebody else where the tests run as root.
        chmod(scratch.folder.path, 0o711)
        try FileManager.default.createSymbolicLink(
            at: scratch.path("contrib"), withDestinationURL: Project.root.appending(path: "contrib")
        )
    }

    /// Runs commands as a person types them in the folder.
    func shell(_ commands: String, input: [String] = []) async throws -> ProgramRun {
        let process = try start(commands)
        for line in input { process.send(line) }
        process.endInput()
        let code = try await process.exitCode()
        return ProgramRun(code: code, lines: process.lines, errors: process.errorText)
    }

    func start(_ commands: String) throws -> ForeignProcess {
        let isMortal = commands.contains("SALDOVAKT_FAULT")
        let program = isMortal ? Project.mortal : Project.program
        let programs = program.deletingLastPathComponent().path
        return try ForeignProcess(
            ["sh", "-ec", "cd '\(scratch.folder.path)'; \(commands)"],
            environment: [
                "PATH": "\(programs):/usr/sbin:/usr/bin:/sbin:/bin", "HOME": scratch.folder.path,
            ])
    }

    func fleet(_ command: String, input: [String] = []) async throws -> ProgramRun {
        try await shell("saldovakt fleet \(command) --shards shards.json", input: input)
    }

    /// The blocks of commands of a chapter of docs/fleet.md.
    private static func blocks(of chapter: String) throws -> [String] {
        let file = Project.root.appending(path: "docs/fleet.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let found = try #require(
            text.components(separatedBy: "\n## ").first { $0.hasPrefix(chapter) })
        return found.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// A server, tables and a household's files that send to a receiver.
    func withFleet(_ body: (Receiver) async throws -> Void) async throws {
        let receiver = try await Receiver(in: scratch)
        try scratch.write(
            """
            {"version": 1, "timeZone": "Europe/Oslo", "channels": {"app": {"type": "webhook", "detail": "full",
             "url": "\(receiver.url)", "signingSecret": {"file": "\(scratch.path("secret").path)"}}}}
            """, to: "settings.json")
        try scratch.write(Receiver.secret, to: "secret")
        try scratch.write(
            #"{"version":1,"rules":[{"id":"low","when":"balance under 500","notify":["app"]}]}"#,
            to: "rules.json")
        let setUp = try Self.blocks(of: "On one machine")[1]
        let done = try await shell(setUp)
        #expect(done.code == 0, "\(done.errors)")
        do {
            try await body(receiver)
        } catch {
            _ = try await shell("contrib/fleet/server crash fleet-server")
            throw error
        }
        _ = try await shell("contrib/fleet/server crash fleet-server")
    }

    static func line(
        _ household: String, _ balance: String, at time: String = "09:00:00", key: String = "1"
    ) -> String {
        """
        {"household":"\(household)","key":"\(key)","observedAt":"2026-03-06T\(time)Z",\
        "source":"core","outcome":"complete","accounts":[{"id":"a1","name":"Felles",\
        "booked":"\(balance)"}],"transactions":[]}
        """
    }

    @Test("the guide's commands lead from nothing to a delivered notification")
    func guide() async throws {
        try await withFleet { receiver in
            let blocks = try Self.blocks(of: "On one machine")
            let done = try await shell(blocks[2] + "\n" + blocks[3])
            #expect(done.code == 0, "\(done.errors)")
            #expect(done.lines.contains("2 households added or changed"))
            #expect(done.lines.contains("2 lines added, 0 were waiting already"))
            let notified = done.lines.filter { $0.contains("alert.fired") }
            #expect(notified.count == 1 && notified.joined().contains(#""household":"c-4711""#))
            #expect(receiver.words.isEmpty)
            let alerts = try await fleet("alerts --household c-4711 --json")
            #expect(alerts.lines.joined().contains("Felles"))
            #expect(alerts.lines.joined().contains(#""household":"c-4711""#))
            let empty = try await fleet("alerts --household c-4712 --json")
            #expect(empty.code == 0 && empty.lines == ["[]"])
            let again = try await fleet("migrate")
            #expect(again.code == 0)
        }
    }

    @Test("what is wrong is said with place and fix, and concerns nobody else")
    func badInput() async throws {
        try await withFleet { receiver in
            #expect(try await fleet("household add 01017012345").names("reference 1", "reference"))
            #expect(
                try await fleet("household show nobody").names("saldovakt", "unknown-household"))
            // 80 is added to the month of numbers that nobody has, for tests.
            let looked = try await fleet("household show 01810750045")
            #expect(looked.errors.contains("'018107*****'"), "\(looked.errors)")
            try scratch.write(#"{"version":1,"rules":["blance undr 5"]}"#, to: "bad.json")
            let bad = try await fleet("household add c-1 --rules bad.json --settings settings.json")
            #expect(bad.code == 1 && bad.errors.contains("bad.json:1:"))
            let add = "household add good --rules rules.json --settings settings.json"
            #expect(try await fleet(add).code == 0)
            let fed = try await fleet(
                "feed",
                input: [
                    "not a line", Self.line("stranger", "1.00"),
                    #"{"household":"good","key":"2","observedAt":"soon"}"#,
                    Self.line("good", "100.00", key: ""),
                    Self.line("good", "100.00", key: "2").replacing("2026-", with: "2096-"),
                    Self.line("good", "100.00", key: "2").replacing(
                        #"[]}"#, with: #"[{"account":"a2","amount":"-1.00","date":"2026-03-06"}]}"#),
                    Self.line("good", "100.00", key: "2"),
                ])
            #expect(fed.code == 1)
            #expect(fed.errors.contains("-:1:") && fed.errors.contains("fix:"))
            for place in ["-:3:", "-:4:", "-:5:", "-:6:"] { #expect(fed.errors.contains(place)) }
            #expect(fed.lines.joined().contains("1 lines added, 0 were waiting already, 5 could"))
            #expect(fed.lines.joined().contains("no such household: stranger"))
            #expect(fed.errors.contains("-:2: error: [unknown-household]"))
            #expect(try await fleet("work --once").code == 0)
            #expect(receiver.words == ["alert.fired low"])
            #expect(try await fleet("status").code == 0)
            #expect(try await fleet("household remove good --yes").code == 0)
            for (text, column, code) in [
                (#"{"version":1,"shards":[{"slots":"0-9","database":{"env":"X"}}]}"#, 23, "slots"),
                (#"{"version":2,"shards":[]}"#, 12, "version"),
                (#"{"version":1}"#, 1, "missing-key"),
            ] {
                try scratch.write(text, to: "shards.json")
                let refused = try await shell(
                    "X=host=/nowhere; export X; saldovakt fleet status --shards shards.json")
                #expect(refused.names("shards.json:1:\(column)", code), "\(refused.errors)")
            }
        }
    }

    @Test("references and channels that can't be used are named before anything is added")
    func badHouseholds() async throws {
        try await withFleet { _ in
            let files = "--rules rules.json --settings settings.json"
            let odd = try await fleet(
                "household add \(files)", input: ["c-1", "", "c 2", "01017012345", "c-3\u{202E}"])
            #expect(odd.code == 1)
            for place in ["-:3: error: [reference]", "-:4:", "-:5:"] {
                #expect(odd.errors.contains(place), "\(odd.errors)")
            }
            let grouped = try await fleet("household add 150380-10015 \(files)")
            #expect(grouped.names("reference 1", "reference"), "\(grouped.errors)")
            let folder = try await fleet("household add \(files) < .")
            #expect(folder.code == 4 && folder.names("-", "input-unreadable"))
            let empty = try await fleet("household add '' \(files)")
            #expect(empty.names("reference 1", "reference"), "\(empty.errors)")
            #expect(try await fleet("household list --json").lines == ["[]"])
            try scratch.write(
                #"{"version":1,"rules":[{"id":"low","when":"balance under 500","notify":["desktop"]}]}"#,
                to: "desk.json")
            let desk = try await fleet(
                "household add c-1 --rules desk.json --settings settings.json")
            #expect(desk.code == 1 && desk.errors.contains("desk.json: rule 'low'"))
            #expect(desk.errors.contains("webhook"), "\(desk.errors)")
            let twice = try await fleet("household add c c \(files)")
            #expect(twice.lines == ["1 household added or changed"], "\(twice.errors)")
        }
    }

    @Test("settings and shards files that everybody may write are refused")
    func writableFiles() async throws {
        try await withFleet { _ in
            let add = "household add c-1 --rules rules.json --settings settings.json"
            chmod(scratch.path("settings.json").path, 0o666)
            let refused = try await fleet(add)
            #expect(refused.names("settings.json:1:1", "writable-by-others"), "\(refused.errors)")
            chmod(scratch.path("settings.json").path, 0o600)
            #expect(try await fleet(add).code == 0)
            chmod(scratch.path("shards.json").path, 0o666)
            for command in ["migrate", "status", "household list", "work --once", "doctor"] {
                let refused = try await fleet(command)
                #expect(refused.names("shards.json:1:1", "writable-by-others"), "\(command)")
            }
        }
    }

    @Test("two shards that name one database are refused before anything is written")
    func oneDatabaseTwice() async throws {
        try await withFleet { _ in
            let database = try String(contentsOf: scratch.path("database"), encoding: .utf8)
            let make = "psql \"$(cat database)\" -qc 'CREATE DATABASE twice'"
            #expect(try await shell(make).code == 0)
            for (name, text) in [("a", "dbname=twice"), ("b", "dbname = twice")] {
                try scratch.write(database.replacing("dbname=fleet", with: text), to: name)
            }
            try scratch.write(
                """
                {"version": 1, "shards": [{"slots": "0-127", "database": {"file": "a"}},
                 {"slots": "128-255", "database": {"file": "b"}}]}
                """, to: "shards.json")
            let refused = try await fleet("migrate")
            #expect(refused.code == 1 && refused.names("slots 128-255", "same-database"))
            #expect(refused.errors.contains("slots 0-127"), "\(refused.errors)")
            #expect(try await fleet("status").names("slots 0-127", "fleet-schema"))
        }
    }

    @Test("why notifications wait is shown with the household")
    func waiting() async throws {
        try await withFleet { receiver in
            let away = try String(contentsOf: scratch.path("settings.json"), encoding: .utf8)
                .replacing(receiver.url, with: "http://127.0.0.1:9/x")
            try scratch.write(away, to: "away.json")
            let add = "household add c-1 --rules rules.json --settings away.json"
            #expect(try await fleet(add).code == 0)
            #expect(try await fleet("feed", input: [Self.line("c-1", "10.00")]).code == 0)
            #expect(try await fleet("work --once").code == 0)
            let shown = try await fleet("household show c-1")
            #expect(shown.lines.contains { $0.hasPrefix("not delivered: ") }, "\(shown.lines)")
            #expect(shown.lines.contains { $0.hasPrefix("  fix: ") })
            #expect(try await fleet("household list --faulty --json").lines == ["[]"])
            let without = away.replacing(
                #"{"file": "\#(scratch.path("secret").path)"}"#, with: #"{"env": "NO"}"#)
            try scratch.write(without, to: "without.json")
            let next = add.replacing("c-1", with: "c-2").replacing("away", with: "without")
            #expect(try await fleet(next).code == 0)
            #expect(try await fleet("feed", input: [Self.line("c-2", "10.00")]).code == 0)
            #expect(try await fleet("work --once").code == 0)
            let faulty = try await fleet("household list --faulty --json").lines.joined()
            #expect(faulty.contains("c-2") && !faulty.contains("c-1"), "\(faulty)")
            let status = try await fleet("status")
            #expect(status.code == 1)
            #expect(status.lines.contains { $0.hasSuffix("with a problem 1") }, "\(status.lines)")
            // The fleet does not keep the names of the files.
            let place = "not delivered: the household's settings:2:"
            let missing = try await fleet("household show c-2")
            #expect(missing.lines.contains { $0.hasPrefix(place) }, "\(missing.lines)")
            try await showsRefused()
        }
    }

    /// Adds a household whose receiver refuses its notification.
    private func showsRefused() async throws {
        try scratch.write(
            #"{"version":1,"channels":{"app":{"type":"command","command":["/bin/sh","-c","exit 3"]}}}"#,
            to: "refusing.json")
        let add = "household add c-3 --rules rules.json --settings refusing.json"
        #expect(try await fleet(add).code == 0)
        #expect(try await fleet("feed", input: [Self.line("c-3", "10.00")]).code == 0)
        #expect(try await fleet("work --once").code == 0)
        #expect(try await fleet("status").lines.contains { $0.hasSuffix("with a problem 2") })
        let shown = try await fleet("household show c-3")
        #expect(shown.lines.first == "c-3: its notifications are not delivered")
    }

    @Test("a fleet's key is asked for, and another one is refused")
    func keys() async throws {
        try await withFleet { _ in
            let make = "openssl rand -base64 32"
            #expect(
                try await shell("\(make) > key; \(make) > other; chmod 600 key other").code == 0)
            let plain = try String(contentsOf: scratch.path("shards.json"), encoding: .utf8)
            func name(_ key: String) throws {
                let text = plain.replacing(
                    "\"version\": 1,", with: "\"version\": 1, \"key\": {\"file\": \"\(key)\"},")
                try scratch.write(text, to: "shards.json")
            }
            try name("key")
            #expect(try await fleet("status").names("slots 0-255", "fleet-key"))
            #expect(try await fleet("migrate").code == 0)
            #expect(try await fleet("status").code == 0)
            let looked = try await fleet("doctor --json")
            #expect(looked.lines.joined().hasPrefix(#"[{"check":"slots 0-255","state":""#))
            try name("other")
            for command in ["status", "work --once", "doctor", "migrate", "household list"] {
                let refused = try await fleet(command)
                #expect(refused.names("slots 0-255", "fleet-key"), "\(command) \(refused.errors)")
            }
            #expect(try await shell("printf AAAA > other").code == 0)
            let short = try await fleet("status")
            #expect(short.code == 1 && short.names("shards.json", "key"), "\(short.errors)")
            try scratch.write(plain, to: "shards.json")
            let add = "household add c-1 --rules rules.json --settings settings.json"
            #expect(try await fleet(add).names("slots 0-255", "fleet-key"))
            let half = plain.replacing("0-255", with: "0-127")
            let other = half.replacing("0-127", with: "128-255")
            let (one, two) = (half.firstIndex(of: "["), other.firstIndex(of: "["))
            let shards = try half[#require(one)...].dropFirst().prefix { $0 != "]" }
            let more = try other[#require(two)...].dropFirst().prefix { $0 != "]" }
            try scratch.write(
                #"{"version": 1, "key": {"file": "key"}, "shards": [\#(shards), \#(more)]}"#,
                to: "shards.json")
            #expect(try await fleet("status").names("slots 0-127", "database-refused"))
        }
    }

    /// Feeds a line and works, once killed at a place, then until the line is taken in and delivered.
    private func work(on household: String, _ balance: String, at hour: Int, killedAt point: String)
        async throws
    {
        let fed = Self.line(household, balance, at: "\(hour):00:00", key: "\(hour)")
        #expect(try await fleet("feed", input: [fed]).code == 0)
        let work = "saldovakt fleet work --once --lease 1s --shards shards.json"
        let killed = try await shell("export SALDOVAKT_FAULT=\(point); exec \(work)")
        #expect(killed.code == -SIGKILL, "\(point): \(killed.errors)")
        var isDone = false
        while !isDone {
            #expect(try await shell(work).code == 0)
            let shown = try await fleet("household show \(household) --json").lines.joined()
            isDone = shown.contains(#""inbox":0,"outbox":0"#)
        }
    }

    @Test(
        "a worker that is killed between any two writes loses nothing and notifies under one identifier"
    )
    func kills() async throws {
        let points = [
            "before-fence", "after-fence", "after-image", "after-outbox-rows", "before-commit",
            "commit-sent", "after-commit",
            // Before the claim, before the load, before the commit, before taking from the outbox, before the mark.
            "connection-taken:3", "connection-taken:4", "connection-taken:7", "connection-taken:9",
            "connection-taken:11",
        ]
        try await withFleet { receiver in
            for point in points {
                let add = "household add '\(point)' --rules rules.json --settings settings.json"
                #expect(try await fleet(add).code == 0)
            }
            #expect(try await fleet("work --once").code == 0)
            for point in points {
                try await work(on: point, "120.00", at: 10, killedAt: point)
                try await work(on: point, "900.00", at: 11, killedAt: point)
            }
            for type in ["alert.fired", "alert.resolved"] {
                let ids = receiver.entries.filter { $0.body.type == type }.map(\.body.id)
                #expect(Set(ids).count == points.count, "\(type)")
            }
        }
    }

    @Test("workers run until they are stopped, and show their figures")
    func work() async throws {
        try await withFleet { receiver in
            let add = "household add c-1 c-2 --rules rules.json --settings settings.json"
            #expect(try await fleet(add).code == 0)
            let port = try FreePort.any()
            let worker = try start(
                "exec saldovakt fleet work --shards shards.json --metrics \(port)")
            _ = try await worker.line(startingWith: "working on ")
            _ = try await fleet(
                "feed", input: [Self.line("c-1", "10.00"), Self.line("c-2", "900.00")])
            #expect(await receiver.waits(for: "alert.fired low"))
            let page = try await shell("curl -s http://127.0.0.1:\(port)/metrics")
            #expect(page.lines.contains { $0.hasPrefix("saldovakt_fleet_due_seconds{shard=") })
            #expect(page.lines.contains { $0.contains(#"state="all"} 2"#) })
            #expect(page.lines.contains("saldovakt_fleet_in_doubt_total 0"))
            let hits = page.lines.first { $0.hasPrefix("saldovakt_fleet_shelf_hits_total ") }
            #expect(hits != nil && hits?.hasSuffix(" 0") == false)
            let taken = try await fleet("work --metrics \(port)")
            #expect(taken.names("metrics", "port-taken"), "\(taken.errors)")
            worker.signal(SIGTERM)
            #expect(try await worker.exitCode() == 143)
        }
    }

    @Test("loses nothing when a worker is killed and the server loses its power")
    func demo() async throws {
        let process = try ForeignProcess([
            Project.root.appending(path: "contrib/fleet/demo").path, "--households", "40",
            "--program", Project.program.path,
        ])
        #expect(try await process.exitCode() == 0, "\(process.errorText) \(process.lines)")
        for fact in [
            "lost 0, notified under a second identifier 0", "a gap in their versions 0",
            "commits without the newest claim 0",
        ] {
            #expect(process.lines.contains { $0.contains(fact) }, "\(process.lines)")
        }
    }
}
