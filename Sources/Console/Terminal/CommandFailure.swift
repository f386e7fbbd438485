package import Alerts
package import Foundation

/// An error that ends a command, in the program's error form.
///
/// ```
/// settings.json:4:7: error: [unknown-key] unknown key: 'intervall'
/// fix: rename it to 'interval'
/// ```
package struct CommandFailure: Error, Sendable {
    package let status: ExitStatus
    /// The finished text, one or more lines.
    package let text: String

    package init(
        _ status: ExitStatus, where place: String = "saldovakt", code: String, problem: String,
        fix: String
    ) { self.init(status, text: "\(place): error: [\(code)] \(problem)\n  fix: \(fix)") }

    package init(_ status: ExitStatus, text: String) {
        self.status = status
        self.text = text
    }

    /// The failure with others that it does not name yet.
    package func adding(_ others: [String]) -> CommandFailure {
        let lines = [text] + others.filter { !text.contains($0) }
        return CommandFailure(status, text: lines.joined(separator: "\n"))
    }

    /// A store that can't be used, with its fix; times are in `zone`.
    ///
    /// - Parameter usualFolder: the state folder that commands use without `--state`.
    package init(_ error: StoreError, in zone: TimeZone, usualFolder: String? = nil) {
        let (place, code, problem, fix) = Self.words(for: error, zone, usualFolder)
        self.init(.environment, where: place, code: code, problem: problem, fix: fix)
    }

    private typealias Words = (place: String, code: String, problem: String, fix: String)

    private static func words(
        for error: StoreError, _ zone: TimeZone, _ usualFolder: String?
    ) -> Words {
        switch error {
        case .locked(let path, let holder?):
            (
                path, "store-locked",
                "another saldovakt uses this state folder: \(Strings.holder(holder, in: zone))",
                "stop the other one, or give this one a folder of its own with --state"
            )
        case .locked(let path, nil):
            parted(
                path, "store-locked", "another program holds a lock on the database",
                "close what has the file open (a database browser, a backup) and try again")
        case .newerSchema(let path, let migrations):
            parted(
                path, "store-newer",
                "a newer saldovakt wrote this file (\(migrations.joined(separator: ", ")))",
                "update saldovakt, or use another folder with --state")
        case .unreadable(let path, _) where !FileManager.default.fileExists(atPath: path):
            missing(path, usualFolder)
        case .unreadable(let path, let problem):
            parted(
                path, "store-unreadable", problem,
                "restore the file from a backup, or move it away to start from scratch")
        case .notWritable(let path, let problem):
            parted(
                path, "store-not-writable", problem,
                "make the folder writable for you, or use another one with --state")
        case .removed(let path):
            // Short enough for a notification of the last resort.
            lost(
                path, "store-removed", "removed or replaced",
                "put the state folder back and start 'saldovakt watch' again; a new folder begins "
                    + "with a silent baseline")
        case .overwritten(let path):
            lost(
                path, "store-overwritten", "cut off or written over",
                "restore the file from a backup, or move it away, and start 'saldovakt watch' again"
            )
        case .diskFull(let path):
            (path, "disk-full", "no space left on the disk", "free some space and try again")
        case .failed(let operation, let code, let problem):
            (
                "saldovakt", "store-failed",
                "\(operation): \(problem)" + (code == 0 ? "" : " (SQLite \(code))"),
                "try again; if it stays so, move the state folder away and report the error"
            )
        }
    }

    private static func missing(_ path: String, _ usualFolder: String?) -> Words {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let isUsual = usualFolder.map { $0 == folder } ?? true
        let command =
            "saldovakt watch" + (isUsual ? "" : Strings.options(("--state", folder)))
        return (
            path, "store-missing", "nothing is stored there yet",
            isUsual
                ? "run '\(command)' first, or name its folder with --state"
                : "run \(command) first, or name another folder"
        )
    }

    private static func lost(
        _ path: String, _ code: String, _ change: String, _ fix: String
    ) -> Words {
        let problem =
            "the file was \(change) while it was in use: nothing more can be kept in it"
        return (path, code, problem, fix)
    }

    /// Splits the store's text at the last semicolon, after which its fix begins; `fix` is for
    /// texts without one.
    private static func parted(
        _ path: String, _ code: String, _ words: String, _ fix: String
    ) -> Words {
        guard let end = words.range(of: "; ", options: .backwards) else {
            return (path, code, words, fix)
        }
        return (path, code, String(words[..<end.lowerBound]), String(words[end.upperBound...]))
    }
}

/// The program's exit statuses; they are a contract with scripts.
package struct ExitStatus: Error, Sendable, Hashable {
    package let code: Int32

    package static let fine = ExitStatus(code: 0)
    /// The checked thing is wrong: a rules file, a line of a recording.
    package static let wrong = ExitStatus(code: 1)
    /// The arguments are invalid.
    package static let usage = ExitStatus(code: 2)
    /// Warnings under `--strict`.
    package static let warned = ExitStatus(code: 3)
    /// The environment does not allow it: no network, store locked, credentials refused.
    package static let environment = ExitStatus(code: 4)

    /// 130 or 143: ended by SIGINT or SIGTERM after an orderly stop.
    package static func signalled(_ signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }

    package func leave() -> Never { exit(code) }
}
