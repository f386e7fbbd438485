package import Alerts
package import Foundation

/// An error that ends a command, in the words of the program's error form.
///
/// ```
/// settings.json:4:7: error: [unknown-key] unknown key: 'intervall'
///   fix: rename it to 'interval'
/// ```
package struct CommandFailure: Error, Sendable {
    package let status: ExitStatus
    /// The finished text, one or more lines.
    package let text: String

    package init(
        _ status: ExitStatus, where place: String = "saldovakt", code: String, problem: String,
        fix: String
    ) {
        self.status = status
        text = "\(place): error: [\(code)] \(problem)\n  fix: \(fix)"
    }

    package init(_ status: ExitStatus, text: String) {
        self.status = status
        self.text = text
    }

    package func complain() {
        Terminal.complain(text)
    }
}

/// The statuses that the program ends with; they are a contract with scripts.
package enum ExitStatus: Error, Sendable, Hashable {
    /// 0: everything is fine.
    case fine
    /// 1: the thing that was checked is wrong: a rules file, a line of a recording.
    case wrong
    /// 2: the arguments make no sense.
    case usage
    /// 3: warnings under `--strict`.
    case warned
    /// 4: the environment does not allow it: no network, store locked, credentials refused.
    case environment
    /// 130 or 143: ended by SIGINT or SIGTERM after an orderly stop.
    case signalled(Int32)

    package var code: Int32 {
        switch self {
        case .fine: 0
        case .wrong: 1
        case .usage: 2
        case .warned: 3
        case .environment: 4
        case .signalled(let signal): 128 + signal
        }
    }

    package func leave() -> Never {
        exit(code)
    }
}

extension CommandFailure {
    /// A store that can't be used, with a way out; times are in `zone`.
    package init(_ error: StoreError, in zone: TimeZone) {
        let (place, code, problem, fix) = Self.words(for: error, zone)
        self.init(.environment, where: place, code: code, problem: problem, fix: fix)
    }

    private static func words(
        for error: StoreError, _ zone: TimeZone
    ) -> (place: String, code: String, problem: String, fix: String) {
        switch error {
        case .locked(let path, let holder): locked(path, holder, zone)
        case .newerSchema(let path, let migrations):
            (
                path, "store-newer",
                "a newer saldovakt wrote this file (\(migrations.joined(separator: ", ")))",
                "update saldovakt, or use another folder with --state"
            )
        case .unreadable(let path, _) where !FileManager.default.fileExists(atPath: path):
            (
                path, "store-missing", "nothing is stored there yet",
                "run 'saldovakt watch' first, or name its folder with --state"
            )
        case .unreadable(let path, let problem):
            parted(
                path, "store-unreadable", problem,
                "restore the file from a backup, or move it away to start from scratch")
        case .notWritable(let path, let problem):
            parted(
                path, "store-not-writable", problem,
                "make the folder writable for you, or use another one with --state")
        case .removed(let path):
            (
                path, "store-removed",
                "the file was removed or replaced while it was in use: nothing more can be kept "
                    + "in it",
                // Short enough to reach a person whole, in a notification of the last resort.
                "put the state folder back and start 'saldovakt watch' again; a new folder begins "
                    + "with a silent baseline"
            )
        case .overwritten(let path):
            (
                path, "store-overwritten",
                "the file was cut off or written over while it was in use: nothing more can be kept "
                    + "in it",
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

    /// `nil` is a program that is not ours.
    private static func locked(
        _ path: String, _ holder: String?, _ zone: TimeZone
    ) -> (place: String, code: String, problem: String, fix: String) {
        guard let holder else {
            return (
                path, "store-locked", "another program holds a lock on the database",
                "close what has the file open (a database browser, a backup) and try again"
            )
        }
        return (
            path, "store-locked",
            "another saldovakt uses this state folder: "
                + Strings.holder(holder, in: zone),
            "stop the other one, or give this one a folder of its own with --state"
        )
    }

    /// The store's words end in what to do, after the last semicolon; `fix` is for those without.
    private static func parted(
        _ path: String, _ code: String, _ words: String, _ fix: String
    ) -> (place: String, code: String, problem: String, fix: String) {
        guard let end = words.range(of: "; ", options: .backwards) else {
            return (path, code, words, fix)
        }
        return (path, code, String(words[..<end.lowerBound]), String(words[end.upperBound...]))
    }
}
