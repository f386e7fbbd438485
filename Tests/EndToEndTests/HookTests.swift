import Foundation
import Glibc
import TestSupport
import Testing

/// Commands that are started when the store has changed.
@Suite("Commands beside the watcher", .programs)
struct HookTests {
    private func changes(_ stage: Stage, _ arguments: [String]) throws -> ForeignProcess {
        try ForeignProcess(
            [Project.program.path, "changes"] + arguments + [
                "--state", stage.scratch.path("state").path,
            ], environment: stage.environment())
    }

    /// The present point of the history.
    private func token(_ stage: Stage) async throws -> String {
        let process = try changes(stage, ["--json"])
        let line = try await process.line(startingWith: "{")
        let page = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(page?["token"] as? String)
    }

    private func news(_ stage: Stage) async throws {
        try await stage.pay("-17.00", from: "Lommepenger")
        #expect(try await stage.once() == 0)
    }

    @Test("a command is told the kinds, and after a restart what changed meanwhile")
    func restarts() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        let notified = "told accountBalances transactions"
        let run = ["--run", "echo told"]
        let first = try changes(stage, run + ["--since", try await token(stage)])
        try await news(stage)
        #expect(try await first.line(startingWith: "told") == notified)
        first.signal(SIGTERM)
        _ = try await first.exitCode()
        try await news(stage)
        let second = try changes(stage, run)
        #expect(try await second.line(startingWith: "told") == notified)
        second.signal(SIGTERM)
        _ = try await second.exitCode()
    }

    @Test("a command works in its caller's folder, sees no secret of it, and its failure is told")
    func failure() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        let folder = stage.scratch.folder.path
        let hook = try ForeignProcess(
            [
                "sh", "-c", #"cd "$0" && exec "$@""#, folder, Project.program.path, "changes",
                "--run",
                #"cat; pwd; echo "id $CLIENT_ID, key $CLIENT_SECRET."; echo "bad luck" >&2; exit 3;"#,
                "--env", "CLIENT_ID",
                "--since", try await token(stage), "--state", stage.scratch.path("state").path,
            ], environment: stage.environment())
        try await news(stage)
        #expect(try await hook.line(startingWith: "/") == folder)
        // Only what --env names comes along.
        #expect(try await hook.line(startingWith: "id ") == "id \(Stage.clientID), key .")
        #expect(await eventually { hook.errorText.contains("the command ended with 3") })
        #expect(hook.errorText.contains("bad luck\n"))
        hook.signal(SIGTERM)
        _ = try await hook.exitCode()
    }

    @Test("changes that can't be written end the command, so that no later token follows them")
    func fullOutput() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        let reader = try ForeignProcess(
            [
                "sh", "-c", #"exec "$0" "$@" > /dev/full"#, Project.program.path, "changes",
                "--follow", "--json", "--state", stage.scratch.path("state").path,
            ], environment: stage.environment())
        #expect(try await reader.exitCode() == 4)
        #expect(reader.errorText.contains("[not-written]"))
    }

    @Test("a command that takes too long is asked to end, all of it, and started again later")
    func overruns() async throws {
        let stage = try await Stage()
        #expect(try await stage.once() == 0)
        let script = try stage.scratch.write(
            """
            trap 'echo asked; exit 0' TERM
            echo began
            while :; do sleep 1; done
            """, to: "slow.sh")
        let hook = try changes(
            stage,
            ["--run", "sh \(script.path)", "--limit", "2s", "--since", try await token(stage)])
        do {
            try await news(stage)
            _ = try await hook.line(startingWith: "began")
            _ = try await hook.line(startingWith: "asked")
        }
        #expect(await eventually { hook.errorText.contains("took longer than --limit allows") })
        hook.signal(SIGTERM)
        _ = try await hook.exitCode()
    }
}
