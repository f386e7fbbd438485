import Alerts
import Foundation

extension CommandFailure {
    /// A store that can't be used, with a way out.
    init(_ error: StoreError) {
        let (place, code, problem, fix) = Self.words(for: error)
        self.init(.environment, where: place, code: code, problem: problem, fix: fix)
    }

    private static func words(
        for error: StoreError
    ) -> (place: String, code: String, problem: String, fix: String) {
        switch error {
        case .locked(let path, let holder): locked(path, holder)
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
                "restore the file from a backup, or move it away to start anew")
        case .notWritable(let path, let problem):
            parted(
                path, "store-not-writable", problem,
                "make the folder writable for you, or use another one with --state")
        case .removed(let path):
            (
                path, "store-removed",
                "the file was removed or replaced while it was in use: nothing more can be kept "
                    + "in it",
                // Short enough to reach a person whole, in a notice of the last resort.
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
        _ path: String, _ holder: String?
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
                + Words.holder(holder, in: Configuration.zone),
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
