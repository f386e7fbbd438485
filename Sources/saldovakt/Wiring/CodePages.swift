import Foundation
import Synchronization
import Watch

/// Gives back the pages of code that only the start needed, once, after the second cycle.
///
/// A start runs through far more code (arguments, migrations, the parser of sentences, the loader's
/// work in thirty libraries) than a poll ever does, and the kernel counts every page of it as resident
/// for as long as the process lives. Nothing is lost by taking them away: they are pages of files,
/// never written to, which stay in the machine's page cache, and what a poll needs comes back at its
/// first use. This is about what the process holds, not about what it has used.
final class CodePages: Sendable {
    private let cycles = Mutex(0)

    /// Takes an event of the watcher.
    func note(_ event: WatchEvent) {
        guard case .cycled = event else { return }
        let count = cycles.withLock { cycles in
            cycles = min(cycles + 1, 3)
            return cycles
        }
        // Not after the first one: its notices are still to be delivered, which is part of the start.
        if count == 2 { Self.giveBack() }
    }

    private static func giveBack() {
        guard let maps = FileManager.default.contents(atPath: "/proc/self/maps") else { return }
        for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
            guard let range = code(in: line) else { continue }
            madvise(
                UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
    }

    /// The addresses of a mapping of a file that is executable and can't be written to, as
    /// `7f00-7f40 r-xp 00000000 fe:00 12 /usr/lib/libc.so.6` describes it; `nil` for any other.
    static func code(in line: some StringProtocol) -> Range<UInt>? {
        let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard fields.count == 6, fields[1] == "r-xp",
            fields[5].first(where: { $0 != " " }) == "/"
        else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, ends[0] < ends[1] else { return nil }
        return ends[0]..<ends[1]
    }
}
