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
            for entry in entries { all.join(entry.wish) }
            return all
        }
    }

    /// Lets each do what can be done without waiting.
    func serve(_ ready: [pollfd] = []) {
        // Outside of the lock, because a source may lead to another one being added.
        for source in entries.withLock({ $0.map(\.source) }) {
            let wish = source.serve(ready)
            entries.withLock { Self.note(wish, of: source, in: &$0) }
        }
    }

    private static func note(
        _ wish: EventWish?, of source: any EventSource, in entries: inout [Entry]
    ) {
        guard let place = entries.firstIndex(where: { $0.source === source }) else { return }
        if let wish { entries[place].wish = wish } else { entries.remove(at: place) }
    }
}

extension EventWish {
    /// Waits for what another one waits for as well.
    fileprivate mutating func join(_ other: EventWish) {
        descriptors += other.descriptors
        guard let instant = other.deadline else { return }
        deadline = deadline.map { min($0, instant) } ?? instant
    }
}
