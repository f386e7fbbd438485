import Dispatch

/// Work that waits for one of several threads, first in, first out.
public final class WaitingQueue<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])
    private let count = DispatchSemaphore(value: 0)

    public init() {}

    public func add(_ element: Element) {
        elements.withLock { $0.append(element) }
        count.signal()
    }

    /// Lets one thread end.
    public func end() { count.signal() }

    /// Blocks until there is an element; `nil` at the end.
    public func next() -> Element? {
        count.wait()
        return elements.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
