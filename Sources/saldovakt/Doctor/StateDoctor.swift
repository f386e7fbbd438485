import Alerts
import Console
import Foundation
import Glibc
import Settings
import Store

/// Looks at the state folder: modes, the database's soundness, room on the disk, who watches.
struct StateDoctor: Sendable {
    let folder: String
    let zone: TimeZone

    /// Below that much room the next commit may fail.
    static let leastBytes: UInt64 = 100 << 20

    func diagnoses() -> [Diagnosis] {
        guard let mode = mode(of: folder) else {
            return [.fine("state", "nothing is stored yet: \(folder)"), disk()]
        }
        return [modes(mode), database(), watcher(), disk()]
    }

    private func modes(_ mode: FileMode) -> Diagnosis {
        let file = SaldovaktPaths.databaseFile(inState: folder)
        let isOpen = mode.bits & 0o077 != 0
        if isOpen || self.mode(of: file)?.isOpenToOthers == true {
            return Diagnosis(
                subject: "state", state: .wrong,
                text: "others can read what is stored: '\(isOpen ? folder : file)'",
                fix: "chmod 700 '\(folder)' && chmod 600 '\(folder)'/*")
        }
        return .fine("state", "\(folder), closed to others")
    }

    private func database() -> Diagnosis {
        do {
            let damage = try SQLiteAlertStore.damage(folder: folder)
            guard let first = damage.first else {
                return .fine("database", "every page of it is sound")
            }
            return Diagnosis(
                subject: "database", state: .wrong,
                text: "damaged in \(Strings.count(damage.count, "place")), the first: \(first)",
                fix: "stop the watcher, restore the file from a backup, or move it away")
        } catch {
            let failure = CommandFailure(error)
            let lines = failure.text.split(separator: "\n").map(String.init)
            return Diagnosis(
                subject: "database", state: .missing, text: lines[0],
                fix: lines.dropFirst().first.map { String($0.trimmingPrefix("  fix: ")) })
        }
    }

    private func watcher() -> Diagnosis {
        if let holder = SQLiteAlertStore.holder(ofFolder: folder) {
            return .fine("watcher", Strings.holder(holder, in: zone))
        }
        return Diagnosis(
            subject: "watcher", state: .hint, text: "nobody watches with this state folder",
            fix: "saldovakt watch --rules FILE, or systemctl --user start saldovakt")
    }

    private func disk() -> Diagnosis {
        // The folder may not be there yet: then it is its nearest parent's disk that counts.
        var path = folder
        var facts = statvfs()
        while statvfs(path, &facts) != 0, path.count > 1 {
            path = (path as NSString).deletingLastPathComponent
        }
        let free = UInt64(facts.f_bavail) &* UInt64(facts.f_frsize)
        let text = "\(free >> 20) MiB are free for the state folder"
        guard free < Self.leastBytes else { return .fine("disk", text) }
        return Diagnosis(
            subject: "disk", state: .missing, text: text,
            fix: "free some space: without any, nothing is stored and nobody is notified")
    }

    private func mode(of path: String) -> FileMode? {
        var entry = stat()
        return stat(path, &entry) == 0 ? FileMode(UInt32(entry.st_mode)) : nil
    }
}
