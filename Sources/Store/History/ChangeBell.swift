import Dispatch
import Glibc
import Synchronization

/// Wakes whoever follows a store when any process has changed it; nothing runs in between.
///
/// One inotify watch on the state folder, shared by all streams of a ``FinanceStore``.
final class ChangeBell: Sendable {
    private struct State {
        var isWatching = false
        var nextID = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let folder: String
    private let name: String
    private let state = Mutex(State())
    // Made once, before the first listener, and never changed afterwards.
    private let source = Mutex<SourceBox?>(nil)

    /// Watches for touches of a file in a folder, from the first listener on.
    init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    deinit {
        source.withLock { $0?.source.cancel() }
        for listener in state.withLock({ $0.listeners.values.map { $0 } }) { listener.finish() }
    }

    /// A stream with an element for every time at which something may have changed.
    ///
    /// Listen before looking: then no change falls in between. Touches that come while nobody
    /// waits are one element.
    func listen() -> AsyncStream<Void> {
        startWatching()
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    private func ring() {
        for listener in state.withLock({ $0.listeners.values.map { $0 } }) { listener.yield() }
    }

    private func startWatching() {
        let isFirst = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isFirst else { return }
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return }
        inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE))
        let watching = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        watching.setEventHandler { [weak self] in
            guard let self else { return }
            if Self.drain(descriptor, looksFor: self.name) { self.ring() }
        }
        watching.setCancelHandler { close(descriptor) }
        source.withLock { $0 = SourceBox(source: watching) }
        watching.activate()
    }

    /// Reads all waiting events; returns whether one is about the file.
    ///
    /// Shape of an event: `inotify(7)`: four 32-bit fields, the last one the length of the name.
    private static func drain(_ descriptor: Int32, looksFor name: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var isFound = false
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return isFound }
            var offset = 0
            while offset + 16 <= count {
                let length = bytes.withUnsafeBytes {
                    Int($0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                }
                let text = bytes[(offset + 16)..<min(offset + 16 + length, count)]
                    .prefix { $0 != 0 }
                // No name: events were lost, so anything may have happened.
                isFound = isFound || text.isEmpty || text.elementsEqual(name.utf8)
                offset += 16 + length
            }
        }
    }
}

/// A source of the dispatcher, which is safe to use from any thread.
private struct SourceBox: @unchecked Sendable {
    let source: any DispatchSourceRead
}
