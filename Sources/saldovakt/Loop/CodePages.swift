import CEvents
import Synchronization
import Watch

/// Gives back the pages of code that only the start needed, after the second cycle, and those that
/// new rules needed, after the cycle that follows them.
///
/// A start runs through far more code (arguments, migrations, the parser of sentences, the loader's
/// work in thirty libraries) than a poll ever does, and the kernel counts every page of it as resident
/// for as long as the process lives. Nothing is lost by taking them away: they are pages of files,
/// never written to, which stay in the machine's page cache, and what a poll needs comes back at its
/// first use. This is about what the process holds, not about what it has used.
final class CodePages: Sendable {
    /// How many cycles are still to come; `nil` while nothing is to be given back.
    // Not after the first one: its notices are still to be delivered, which is part of the start.
    private let cyclesLeft = Mutex<Int?>(2)

    /// Takes an event of the watcher.
    func note(_ event: WatchEvent) {
        switch event {
        case .cycled:
            if isLastCycle() { sv_pages_give_back() }
        case .rulesLoaded, .rulesRejected:
            cyclesLeft.withLock { $0 = $0 ?? 1 }
        default:
            break
        }
    }

    private func isLastCycle() -> Bool {
        cyclesLeft.withLock { left in
            defer { left = left.flatMap { $0 > 1 ? $0 - 1 : nil } }
            return left == 1
        }
    }
}
