import Synchronization

/// Something that was read, as long as nothing was written since.
///
/// A poll without news would otherwise read the same rows every few minutes for ever.
final class Remembered<Value: Sendable>: Sendable {
    private struct Memory: Sendable {
        let stamp: StoreStamp
        var value: Value
    }

    private let memory = Mutex<Memory?>(nil)

    /// What was read, if it still stands at `stamp`.
    func value(at stamp: StoreStamp) -> Value? {
        memory.withLock { $0?.stamp == stamp ? $0?.value : nil }
    }

    /// Remembers what was read at `stamp`.
    func keep(_ value: Value, at stamp: StoreStamp) {
        memory.withLock { $0 = Memory(stamp: stamp, value: value) }
    }
}
