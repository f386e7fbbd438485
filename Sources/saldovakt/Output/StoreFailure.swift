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
        case .locked(let path, let holder):
            (
                path, "store-locked",
                "another saldovakt uses this state folder"
                    + (holder.map { ": \(Words.holder($0, in: Configuration.zone))" } ?? ""),
                "stop the other one, or give this one a folder of its own with --state"
            )
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
            (
                path, "store-unreadable", problem,
                "restore the file from a backup, or move it away to start anew"
            )
        case .notWritable(let path, let problem):
            (
                path, "store-not-writable", problem,
                "make the folder writable for you, or use another one with --state"
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
}
