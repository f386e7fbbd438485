import Foundation
import TestSupport

/// Keeps everything of a stage that others could read: what programs print, record, store and send, and
/// how they start other programs.
final class Eavesdropper {
    private let stage: Stage
    private var texts: [String] = []

    /// Puts programs in the way of those that the program starts; each notes how it was called.
    init(on stage: Stage) throws {
        self.stage = stage
        try FileManager.default.createDirectory(
            at: stage.scratch.path("bin"), withIntermediateDirectories: false)
        let script = """
            #!/bin/sh
            tr '\\0' ' ' < /proc/$$/cmdline >> '\(calls.path)'
            name=${0##*/}
            [ "$name" = xdg-open ] && exit 0
            PATH=/usr/bin:/bin exec "$name" "$@"
            """
        for name in ["xdg-open", "qrencode", "zbarimg", "secret-tool"] {
            let file = try stage.scratch.write(script, to: "bin/\(name)")
            chmod(file.path, 0o755)
        }
    }

    private var calls: URL { stage.scratch.path("calls") }

    private var recording: URL { stage.scratch.path("recording.ndjson") }

    /// A desktop, with the programs in the way.
    var environment: [String: String] {
        ["PATH": "\(stage.scratch.path("bin").path):/usr/bin:/bin", "DISPLAY": ":99"]
    }

    /// Starts a login at a terminal, where a QR code is drawn and a browser opened.
    func login(
        _ bank: String, _ options: [String] = [], environment more: [String: String] = [:]
    ) throws -> ForeignProcess {
        let command = [
            Project.program.path, "login", bank, "--settings",
            stage.scratch.path("settings.json").path, "--state", stage.scratch.path("state").path,
        ]
        let line = (command + options).map { "'\($0)'" }.joined(separator: " ")
        return try ForeignProcess(
            ["script", "-qfec", line, "/dev/null"],
            environment: stage.environment(environment.merging(more) { $1 }))
    }

    /// Waits for the end of a program and keeps what it printed.
    func hear(_ process: ForeignProcess) async throws {
        _ = try await process.exitCode()
        texts += process.lines + [process.errorText]
    }

    /// One cycle in each form of output, recorded.
    func watch(environment more: [String: String] = [:]) async throws {
        for form in ["--plain", "--json"] {
            try await hear(
                stage.watch(
                    [form, "--once", "--record", recording.path],
                    environment: environment.merging(more) { $1 }))
        }
    }

    /// What commands print; a stored sign-in of `bank` is imported in place of a bank's file.
    func ask(_ bank: String) async throws {
        let settings = ["--settings", stage.scratch.path("settings.json").path]
        let file = try stage.scratch.write(
            "Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;\n"
                + "01.03.2026;LEIE;;;-5000,00;;12345678903;\n", to: "bank.csv")
        let stored = stage.scratch.path("state/sign-in/\(bank).json")
        for command in [
            ["status"], ["status", "--json"], ["accounts", "--json"], ["transactions"],
            ["doctor", "--online"] + settings, ["import", stored.path] + settings,
            ["import", file.path, stored.path] + settings, ["import", file.path] + settings,
        ] {
            let found = try await stage.run(command)
            texts += found.lines + [found.errors]
        }
    }

    /// What programs printed, with notifications, the state folder and the other programs' arguments.
    var heard: String {
        var all = texts + [stage.receiver.rawLog, stage.stateText]
        for file in [recording, calls] {
            all.append((try? String(contentsOf: file, encoding: .utf8)) ?? "")
        }
        return all.joined(separator: "\n")
    }

    /// All of it, with the bank's log.
    func everything() async throws -> String {
        heard + "\n" + String(decoding: try await stage.bank.requests(), as: UTF8.self)
    }
}
