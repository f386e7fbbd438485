import Foundation
import TestSupport
import Testing

@Suite(
    "A disk that is full or read-only", .programs,
    .enabled(PrivateMounts.reason) { try await PrivateMounts.work() })
struct FullDiskTests {
    /// `$1` is where the disk goes, the rest the command that watches.
    private static let fills = """
        disk=$1; shift
        mount -t tmpfs -o mode=0700,size=1500k none "$disk" || exit 99
        "$@" --json --interval 200ms & watcher=$!
        read -r next
        dd if=/dev/zero of="$disk/ballast" bs=1k 2>/dev/null
        echo full; read -r next
        "$1" status --tmux --state "$disk/state"; echo "status $?"; read -r next
        rm "$disk/ballast"
        echo free; read -r next
        kill -TERM $watcher; wait $watcher; echo "ended $?"
        "$1" transactions --limit 5000 --json --state "$disk/state" |
            grep -o '"amount":"-1.00"' | wc -l
        """

    private static let fullAtOnce = """
        disk=$1; shift
        mount -t tmpfs -o mode=0700,size=900k none "$disk" || exit 99
        "$@" --plain --once >/dev/null || exit 98
        dd if=/dev/zero of="$disk/ballast" bs=1k 2>/dev/null
        before=$(cksum < "$disk/state/saldovakt.sqlite")
        "$@" --plain --once; echo "once $?"
        test "$before" = "$(cksum < "$disk/state/saldovakt.sqlite")" && echo "same bytes"
        rm "$disk/ballast"
        "$@" --plain --once >/dev/null; echo "again $?"
        """

    private static let readOnly = """
        disk=$1; shift
        mkdir "$disk/state"; chmod 700 "$disk/state"
        mount --bind "$disk" "$disk" || exit 99
        "$@" --plain --once >/dev/null || exit 98
        before=$(cksum < "$disk/state/saldovakt.sqlite")
        mount -o remount,bind,ro "$disk" || exit 97
        "$@" --plain --once; echo "once $?"
        "$@" --plain; echo "watch $?"
        for command in accounts transactions alerts 'silence list'; do
            "$1" $command --state "$disk/state"; echo "$command $?"
        done
        mount -o remount,bind,rw "$disk"
        test "$before" = "$(cksum < "$disk/state/saldovakt.sqlite")" && echo "same bytes"
        "$@" --plain --once >/dev/null; echo "again $?"
        """

    private func run(_ script: String, on stage: Stage) throws -> ForeignProcess {
        let disk = stage.scratch.path("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let watch = stage.watchCommand(state: disk.path + "/state")
        return try ForeignProcess(
            PrivateMounts.command(script, [disk.path] + watch),
            environment: stage.environment(["PATH": "/usr/sbin:/sbin:/usr/bin:/bin"]))
    }

    @Test("a watcher goes on when the disk is full, says so, and tells all once there is room")
    func full() async throws {
        let stage = try await Stage()
        let process = try run(Self.fills, on: stage)
        try await process.newPolls()
        process.send("fill")
        _ = try await process.line(startingWith: "full")
        // More than what is left of the write-ahead log takes.
        let posting = """
            { "action": "post", "account": "Brukskonto", "amount": -1.00, "kind": "visa" }
            """
        let many = Array(repeating: posting, count: 100).joined(separator: ",")
        for _ in 0..<6 { try await stage.bank.perform("[\(many)]") }
        _ = try await process.line(startingWith: #"{"event":"storeFailed""#)
        process.send("status")
        let status = try await process.line(startingWith: "#[fg=white,bg=red] saldo ! disk full")
        #expect(!status.isEmpty)
        _ = try await process.line(startingWith: "status 1")
        try await stage.pay("-612.00", from: "Brukskonto")
        #expect(process.errorText.contains("/disk/state/saldovakt.sqlite: error: [disk-full]"))
        #expect(process.errorText.contains("fix: free some space"))
        process.send("free")
        _ = try await process.line(startingWith: "free")
        #expect(await stage.receiver.waits(for: "alert.fired big"))
        let own = ["health.fired saldovakt-disk-full", "health.resolved saldovakt-disk-full"]
        #expect(await stage.receiver.waits(for: own[1]))
        #expect(Set(stage.receiver.words) == Set(own + ["alert.fired big"]))
        process.send("end")
        _ = try await process.line(startingWith: "ended 143")
        _ = try await process.line(startingWith: "600")
    }

    @Test("one cycle on a full disk fails in words, changes no byte, and works once there is room")
    func fullAtOnce() async throws {
        let stage = try await Stage()
        let process = try run(Self.fullAtOnce, on: stage)
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        #expect(process.lines.contains("once 4"), "\(process.lines)")
        #expect(process.errorText.contains("error: [disk-full]"))
        #expect(process.errorText.contains("fix: free some space"))
        #expect(process.lines.suffix(2) == ["same bytes", "again 0"])
    }

    @Test("a read-only folder is named by every command, and works again once it is not")
    func readOnly() async throws {
        let stage = try await Stage()
        let process = try run(Self.readOnly, on: stage)
        #expect(try await process.exitCode() == 0, "\(process.errorText)")
        let ends = process.lines.filter { $0.hasSuffix(" 4") }
        #expect(
            ends == [
                "once 4", "watch 4", "accounts 4", "transactions 4", "alerts 4", "silence list 4",
            ])
        let errors = process.errorText.split(separator: "\n")
        #expect(errors.count { $0.contains("error: [store-not-writable]") } == 6)
        #expect(errors.count { $0.hasPrefix("  fix: ") } == 6)
        #expect(process.lines.suffix(2) == ["same bytes", "again 0"])
    }
}
