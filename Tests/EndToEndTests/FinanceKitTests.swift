import Foundation
import Glibc
import TestSupport
import Testing

/// Other programs that read what the watcher stores.
@Suite("Programs beside the watcher", .programs)
struct FinanceKitTests {
    private func output(_ stage: Stage, _ command: [String]) async throws -> [String] {
        let process = try ForeignProcess(command, environment: stage.environment())
        let status = try await process.exitCode()
        #expect(status == 0)
        return process.lines
    }

    private func saldovakt(_ stage: Stage, _ arguments: String...) async throws -> [String] {
        try await output(
            stage,
            [Project.program.path] + arguments + ["--state", stage.scratch.path("state").path])
    }

    private func example(_ stage: Stage) async throws -> [String] {
        let program = Project.built.appending(path: "meet-the-store")
        return try await output(
            stage,
            [
                program.path, stage.scratch.path("state").path, stage.scratch.path("tokens").path,
                "app",
            ])
    }

    @Test("the example meets the store: no access, access, news, narrower access, none")
    func meets() async throws {
        let stage = try await Stage()
        try FileManager.default.createDirectory(
            at: stage.scratch.path("tokens"), withIntermediateDirectories: true)
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(try await stage.once() == 0)
        let first = try await example(stage)
        #expect(first.first?.contains("saldovakt access grant app") == true)
        #expect(first.last == "access: notDetermined")

        #expect(
            try await saldovakt(stage, "access", "grant", "app", "--account", "Lommepenger")
                == ["app: may see 1 account, all days"])
        let granted = try await example(stage)
        #expect(
            granted == [
                "access: authorized", "account: Lommepenger NOK", "balance: 80.00",
                "changes: +1 ~0 -0",
            ])
        try await stage.pay("-10.00", from: "Lommepenger")
        #expect(try await stage.once() == 0)
        #expect(
            try await example(stage) == [
                "access: authorized", "account: Lommepenger NOK", "balance: 80.00",
                "balance: 70.00", "changes: +1 ~0 -0",
            ])
        #expect(
            try await saldovakt(stage, "access", "narrow", "app", "--since", "2999-01-01")
                == ["app: may see 1 account, from 2999-01-01 on"])
        #expect(try await example(stage).last == "changes: +0 ~0 -2")
        #expect(
            try await saldovakt(stage, "access", "revoke", "app")
                == ["app: may no longer see 1 account"])
        #expect(try await example(stage).first == "access: denied")
        let list = try await saldovakt(stage, "access", "list")
        #expect(list == ["Reader\tState\tAccount\tSince", "app\tdenied\t\t"])
    }

    @Test("the example says why a folder without a store can't be used, and ends with 1")
    func meetsNothing() async throws {
        let stage = try await Stage()
        let program = Project.built.appending(path: "meet-the-store")
        let process = try ForeignProcess(
            [program.path, stage.scratch.path("none").path, stage.scratch.path("tokens").path],
            environment: stage.environment())
        #expect(try await process.exitCode() == 1)
        #expect(process.lines.first?.contains("nothing is stored there yet") == true)
        #expect(process.lines.last?.hasPrefix("  fix: ") == true)
    }

    @Test("a reader that lost an account names it as before, and gets the deletes")
    func followsLostAccount() async throws {
        let stage = try await Stage()
        try await stage.pay("-170.00", from: "Lommepenger")
        #expect(try await stage.once() == 0)
        _ = try await saldovakt(stage, "access", "grant", "app", "--all")
        let changes = ["changes", "--json", "--reader", "app", "--account", "Lommepenger"]
        let page = try #require(try await stage.run(changes).lines.last)
        let end = try #require(page.split(separator: #""token":""#).last)
        let token = try #require(end.split(separator: "\"").first)
        _ = try await saldovakt(stage, "access", "revoke", "app")
        let news = try await stage.run(changes + ["--since", String(token)])
        #expect(news.code == 0, "\(news.errors)")
        #expect(news.lines.contains { $0.contains("\"accessRevoked\"") }, "\(news.lines)")
        let fresh = try await stage.run(changes)
        #expect(fresh.code == 1 && fresh.errors.contains("access grant app"))
    }

    @Test("a program that follows in a process of its own hears of a poll's news by itself")
    func follows() async throws {
        let stage = try await Stage()
        let watcher = try stage.watch()
        try await watcher.newPolls()
        let follower = try ForeignProcess(
            [
                Project.program.path, "changes", "--account", "Lommepenger", "--follow", "--json",
                "--state", stage.scratch.path("state").path,
            ], environment: stage.environment())
        _ = try await follower.line(startingWith: #"{"inserted":[]"#)
        try await stage.pay("-170.00", from: "Lommepenger")
        let line = try await follower.line(startingWith: #"{"inserted":[{"id""#)
        #expect(line.contains(#""amount":"-170.00""#))
        #expect(line.contains(#""account":"Lommepenger""#), "\(line)")
        follower.signal(SIGKILL)
        watcher.signal(SIGTERM)
        _ = try await watcher.exitCode()
    }

    @Test("revoking a bank removes all that came from it, says how much, and tells who follows")
    func revokesSource() async throws {
        let stage = try await Stage()
        try FileManager.default.createDirectory(
            at: stage.scratch.path("tokens"), withIntermediateDirectories: true)
        #expect(try await stage.once() == 0)
        try await stage.pay("-170.00", from: "Lommepenger")
        try await stage.pay("-600.00", from: "Brukskonto")
        #expect(try await stage.once() == 0)
        _ = try await saldovakt(stage, "access", "grant", "app", "--all")
        let list = try await saldovakt(stage, "access", "list")
        #expect(
            list.dropFirst() == [
                "app\tauthorized\tBrukskonto\tall days", "app\tauthorized\tLommepenger\tall days",
            ])
        #expect(try await example(stage).count == 9)
        let counts = try await removed(
            try await saldovakt(stage, "access", "revoke", "--source", "sbanken"))
        #expect(counts["accounts"] == 2 && counts["transactions"] == 2)
        #expect((counts["balance records"] ?? 0) >= 4)
        #expect((counts["alerts"] ?? 0) >= 2 && (counts["notifications"] ?? 0) >= 2)
        #expect(try await saldovakt(stage, "accounts", "--json") == ["[]"])
        #expect(try await saldovakt(stage, "transactions", "--json") == ["[]"])
        #expect(try await saldovakt(stage, "alerts", "--json") == ["[]"])
        let after = try await example(stage)
        #expect(after.filter { $0.hasPrefix("account:") }.isEmpty)
        let again = try await removed(
            try await saldovakt(stage, "access", "revoke", "--source", "sbanken"))
        #expect(again.values.allSatisfy { $0 == 0 })
    }

    @Test("revoking a bank that is not stored warns and names the one that may be meant")
    func revokesUnknownSource() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        let run = try await stage.command("access", "revoke", "--source", "sbankn")
        #expect(run.code == 0)
        #expect(
            run.errors == """
                saldovakt: warning: [unknown-bank] no bank 'sbankn' is stored
                  fix: use 'sbanken'

                """)
        #expect(run.lines.contains("sbankn: removed 0 accounts"))
        #expect(try await stage.command("accounts").lines.count == 3)
    }

    @Test("a reader that nobody decided about is refused with those that there are, never stored")
    func unknownReader() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        _ = try await saldovakt(stage, "access", "grant", "budget", "--all")
        for command in [["revoke", "budgte"], ["narrow", "budgte", "--since", "2026-01-01"]] {
            let run = try await stage.run(["access"] + command)
            #expect(run.code == 1, "\(run.errors)")
            #expect(run.errors.contains("error: [unknown-reader]"), "\(run.errors)")
            #expect(run.errors.contains("fix: use 'budget'"), "\(run.errors)")
        }
        let list = try await saldovakt(stage, "access", "list")
        #expect(!list.contains { $0.contains("budgte") }, "\(list)")
    }

    /// What `access revoke --source` says it removed, by kind.
    private func removed(_ lines: [String]) async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            #expect(words.count == 4 && words[0] == "sbanken:" && words[1] == "removed")
            counts[words[3]] = Int(words[2])
        }
        return counts
    }

    @Test(
        "a folder that is not the user's own is refused with a way out", .enabled(if: getuid() == 0)
    )
    func foreignFolder() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        let commands = [
            ["changes"], ["access", "list"], ["access", "grant", "app", "--all"],
            ["access", "revoke", "app"],
        ]
        for command in commands {
            let process = try ForeignProcess(
                ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
                    + [Project.program.path] + command
                    + ["--state", stage.scratch.path("state").path],
                environment: stage.environment())
            #expect(try await process.exitCode() == 4, "\(command)")
            #expect(process.errorText.contains("error: [store-not-writable]"), "\(command)")
            #expect(process.errorText.contains("fix: check the owner"), "\(command)")
        }
    }
}
