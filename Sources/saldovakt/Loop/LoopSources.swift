import Glibc
import HTTP
import Synchronization

/// Those who wait for descriptors in the loop; served on the loop's thread only.
final class LoopSources: Sendable {
    private struct Entry: Sendable {
        let source: any EventSource
        var wish = EventWish()
    }

    private let entries = Mutex<[Entry]>([])

    /// Takes one in; on any thread.
    func add(_ source: any EventSource) {
        entries.withLock { $0.append(Entry(source: source)) }
    }

    /// What all of them wait for together.
    var wish: EventWish {
        entries.withLock { entries in
            var all = EventWish()
            for entry in entries {
                all.descriptors += entry.wish.descriptors
                all.deadline = [all.deadline, entry.wish.deadline].compactMap { $0 }.min()
            }
            return all
        }
    }

    /// Lets each do what can be done without waiting.
    func serve(_ ready: [pollfd] = []) {
        // Outside of the lock, because a source may lead to another one being added.
        for entry in entries.withLock({ $0 }) {
            let wish = entry.source.serve(ready)
            entries.withLock { Self.note(wish, of: entry.source, in: &$0) }
        }
    }

    private static func note(
        _ wish: EventWish?, of source: any EventSource, in entries: inout [Entry]
    ) {
        guard let place = entries.firstIndex(where: { $0.source === source }) else { return }
        if let wish { entries[place].wish = wish } else { entries.remove(at: place) }
    }
}
