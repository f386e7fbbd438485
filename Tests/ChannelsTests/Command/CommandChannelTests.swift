import Alerts
import Foundation
import Glibc
import Programs
import TestSupport
import Testing

@testable import Channels

@Suite("command channel", .io)
struct CommandChannelTests {
    private func channel(
        _ script: String, _ arguments: [String] = [], environment: [String: String] = [:],
        limit: Duration = .seconds(30)
    ) -> CommandChannel {
        let program = ProcessSpec(
            command: ["/bin/bash", "-c", script, "bash"] + arguments,
            environment: environment, limit: limit)
        return CommandChannel(name: "own", program: program)
    }

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("the program reads the notice, one line of JSON, and nothing else is handed over")
    func input() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let script =
            #"cat >"$1/in"; env >"$1/env"; ls -l /proc/$$/fd >"$1/fd"; pwd >"$1/pwd""#
            + #"; ps -o pgid= $$ >"$1/group""#
            + #"; echo $$ >"$1/pid"; printf '%s\n' "$@" >"$1/arguments""#
        let notification = SampleNotification.level(
            title: "$(reboot) `id` 'x' \"y\"", body: "; rm -rf /")
        let own = channel(script, [folder.path, "a b", "*"], environment: ["LANG": "nb_NO.UTF-8"])
        #expect(await own.deliver(notification) == .delivered)
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        #expect(try text("in") == NotificationCoding.text(notification) + "\n")
        // What bash sets by itself is not ours.
        let names = try text("env").split(separator: "\n").map { $0.prefix { $0 != "=" } }
        #expect(Set(names).isSubset(of: ["LANG", "PWD", "OLDPWD", "SHLVL", "_"]))
        #expect(try text("arguments") == "\(folder.path)\na b\n*\n")
        #expect(try text("pwd") == "/\n")
        let files = try text("fd").split(separator: "\n").filter { $0.contains("->") }
        // Standard input, output, error, and what the shell opened for ls's output.
        #expect(files.count <= 4, "\(files)")
        #expect(
            try text("group").trimmingCharacters(in: .whitespacesAndNewlines)
                == text("pid").trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test(
        "the exit code decides",
        arguments: [
            (0, "delivered", nil), (75, "retry", DeliveryProblem.Reason.server),
            (1, "refused", .client), (64, "refused", .client), (255, "refused", .client),
        ])
    func codes(code: Int, kind: String, reason: DeliveryProblem.Reason?) async {
        let outcome = await channel("exit \(code)").deliver(SampleNotification.level())
        #expect(outcome.kind == kind && outcome.problem?.reason == reason)
    }

    @Test("the last line of its complaint is repeated, made harmless and short")
    func complaint() async {
        let script = #"printf 'Traceback:\nno \033[31mroom\r today\n' >&2; exit 1"#
        let outcome = await channel(script).deliver(SampleNotification.level())
        #expect(
            outcome.problem?.problem
                == "the program ended with 1 and said: no  [31mroom  today")
        let long = "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 75"
        let words = await channel(long).deliver(SampleNotification.level()).problem?.problem ?? ""
        #expect(words.hasSuffix("…") && words.count < 220)
    }

    @Test("a program that does not read is no failure, however long the notice")
    func unread() async {
        var notification = SampleNotification.digest(lines: 3_000)
        notification.data.body = String(repeating: "x", count: 200_000)
        #expect(await channel("exec <&-; exit 0").deliver(notification) == .delivered)
        #expect(await channel("cat >/dev/null").deliver(notification) == .delivered)
    }

    @Test("at the limit it is killed with everything it has started")
    func limit() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = #"trap '' TERM; sleep 1000 & echo $! >"$1/child"; wait"#
        let own = channel(script, [folder.path], limit: .milliseconds(1_500))
        let outcome = await own.deliver(SampleNotification.level())
        #expect(outcome.kind == "retry" && outcome.problem?.reason == .timedOut)
        let text = try String(
            contentsOf: folder.appendingPathComponent("child"), encoding: .utf8)
        let child = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(await eventually { !Self.runs(child) })
    }

    @Test("cancelling ends it at once, and it is tried again")
    func cancel() async throws {
        let own = channel("sleep 1000")
        let attempt = Task { await own.deliver(SampleNotification.level()) }
        attempt.cancel()
        let outcome = await attempt.value
        #expect(outcome.kind == "retry" && outcome.problem?.reason == .cancelled)
    }

    @Test("a program ended by a signal, missing or not executable is tried again")
    func selfAlert() async {
        let crashed = await channel("kill -SEGV $$").deliver(SampleNotification.level())
        #expect(crashed.kind == "retry")
        #expect(crashed.problem?.problem == "the program was ended by signal 11")
        for (path, words) in [("/no/such/program", "no such file"), ("/etc/passwd", "executed")] {
            let own = CommandChannel(name: "own", program: ProcessSpec(command: [path]))
            let outcome = await own.deliver(SampleNotification.level())
            #expect(outcome.kind == "retry" && outcome.problem?.problem.contains(words) == true)
        }
    }

    @Test("what it leaves running on purpose does not hold the delivery up")
    func background() async {
        let own = channel("sleep 1000 & disown; kill $! ; exit 0")
        #expect(await own.deliver(SampleNotification.level()) == .delivered)
        let held = channel("(exec 0<&- 1>&-; sleep 3) & exit 0")
        #expect(await held.deliver(SampleNotification.level()) == .delivered)
    }

    @Test("secrets in the environment are not passed on")
    func environment() {
        let kept = ProcessSpec.minimalEnvironment(of: [
            "HOME": "/home/kari", "SBANKEN_CLIENT_SECRET": "hunter2", "PATH": "/bin", "LANG": "C",
        ])
        #expect(kept == ["HOME": "/home/kari", "PATH": "/bin", "LANG": "C"])
        #expect(
            ProcessSpec.minimalEnvironment(of: [:]) == ["PATH": "/usr/local/bin:/usr/bin:/bin"])
    }

    /// Whether a process exists that is not merely waiting to be reaped.
    private static func runs(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        else { return false }
        return !status.contains(") Z ")
    }
}
