import Alerts
import Threads

/// Wakes whoever follows a store when any process has changed it; nothing runs in between.
///
/// One watch on the state folder, shared by all streams of a ``FinanceStore``.
final class ChangeBell: Sendable {
    private struct State {
        var watch: FolderWatch?
        var nextID = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let folder: String
    private let name: String
    private let state = Lock(State())

    /// Watches for touches of a file in a folder, from the first listener on.
    init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    deinit {
        state.withLock { $0.watch }?.stop()
        finish()
    }

    /// A stream with an element for every time at which something may have changed.
    ///
    /// Listen before looking: then no change falls in between. Touches that come while nobody
    /// waits are one element. It ends when the folder is removed.
    ///
    /// - Throws: ``StoreError/failed(operation:code:problem:)`` if the system has no watch left.
    func listen() throws(StoreError) -> AsyncStream<Void> {
        try startWatching()
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
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    private func finish() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

    private func startWatching() throws(StoreError) {
        try state.withLock { state throws(StoreError) in
            guard state.watch == nil else { return }
            state.watch = try FolderWatch(folder: folder, name: name) { [weak self] in
                self?.ring()
            } ended: { [weak self] in
                self?.finish()
            }
        }
    }
}
