import Foundation
import TestSupport
import Testing

@Suite("A bank of one's own", .programs)
struct OwnBankTests {
    private static let settings = #"""
        { "version": 1,
          "banks": [ { "id": "mine", "type": "command", "command": [PROGRAM, FILE, "Felleskonto"] } ],
          "channels": { "hook": { "type": "webhook", "format": "json",
            "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
        """#

    private static let header = "Dato;Kategori;Underkategori;Tekst;Beløp;Saldo;Status;Avstemt\r\n"
    private static let old = "01.03.2026;Inntekt;Lønn;LONN AS;1.000,00;1.000,00;Utført;Nei\r\n"

    private func stage() async throws -> (Stage, URL) {
        let stage = try await Stage()
        let file = try stage.scratch.write(Self.header + Self.old, to: "bank.csv")
        let program = Project.root.appending(path: "contrib/examples/bank-from-csv/bank-from-csv")
        try stage.scratch.write(
            Self.settings.replacingOccurrences(of: "PROGRAM", with: "\"\(program.path)\"")
                .replacingOccurrences(of: "FILE", with: "\"\(file.path)\""),
            to: "settings.json")
        return (stage, file)
    }

    @Test("a program from contrib/examples brings it, and the rules are told about it")
    func example() async throws {
        let (stage, file) = try await stage()
        let recording = stage.scratch.path("recording.ndjson")
        let options = ["--json", "--once", "--record", recording.path]
        #expect(try await stage.watch(options).exitCode() == 0)
        let new = "05.03.2026;\"Hjem\";;\"ELKJOP AS\";-950,00;50,00;Utført;\r\n"
        try Data((Self.header + new + Self.old).utf8).write(to: file)
        #expect(try await stage.watch(options).exitCode() == 0)
        let notified = stage.receiver.entries.map(\.body.data.title)
        #expect(notified.contains { $0.contains("Felleskonto is low: 50,00") }, "\(notified)")
        #expect(notified.contains { $0.contains("ELKJOP AS") }, "\(notified)")
        try await replays([recording.path], stage)
        try await replays(["--state", stage.scratch.path("state").path], stage)
        let attributes = try FileManager.default.attributesOfItem(atPath: recording.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    /// A replay of what was recorded or stored tells what was told.
    private func replays(_ history: [String], _ stage: Stage) async throws {
        let replay = try ForeignProcess(
            [
                Project.program.path, "replay", "--json", "--rules",
                stage.scratch.path("rules.json").path, "--settings",
                stage.scratch.path("settings.json").path,
            ] + history, environment: stage.environment())
        #expect(try await replay.exitCode() == 0, "\(replay.errorText)")
        #expect(replay.lines.contains { $0.contains("ELKJOP AS") }, "\(replay.lines)")
        #expect(replay.lines.contains { $0.contains(#""id":"low""#) }, "\(replay.lines)")
    }

    @Test("a file of yesterday is no answer, and the bank is asked again later")
    func stale() async throws {
        let (stage, file) = try await stage()
        let yesterday = Date(timeIntervalSinceNow: -86_400)
        try FileManager.default.setAttributes(
            [.modificationDate: yesterday], ofItemAtPath: file.path)
        let watch = try stage.watch(["--json", "--once"])
        #expect(try await watch.exitCode() == 4)
        #expect(watch.lines.contains { $0.contains("throttled") }, "\(watch.lines)")
        #expect(watch.errorText.contains("bank.csv is older than an hour"), "\(watch.errorText)")
    }

    @Test("a program of one's own keeps what it is given at sign-in in a folder for it alone")
    func state() async throws {
        let (stage, _) = try await stage()
        let program = try stage.scratch.write(
            """
            #!/bin/sh
            test -f "$SALDOVAKT_STATE/token" && { echo 'again' >&2; exit 77; }
            echo planted > "$SALDOVAKT_STATE/token"
            exit 75
            """, to: "program")
        chmod(program.path, 0o700)
        let words = #"PROGRAM, FILE, "Felleskonto""#
        try stage.scratch.write(
            Self.settings.replacingOccurrences(of: words, with: "\"\(program.path)\""),
            to: "settings.json")
        let first = try stage.watch(["--json", "--once"])
        #expect(try await first.exitCode() == 4)
        let second = try stage.watch(["--json", "--once"])
        #expect(try await second.exitCode() == 4)
        #expect(second.errorText.contains("refused it (77) and said: again"), "\(second.errorText)")
        let folder = stage.scratch.path("state/sign-in/mine.d").path
        let attributes = try FileManager.default.attributesOfItem(atPath: folder)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
}
