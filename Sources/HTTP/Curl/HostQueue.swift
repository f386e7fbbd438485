import DequeModule

/// Lets so many requests go at once, in all and per host, and the others wait their turn.
///
/// libcurl could queue too, but a request's time would run while it waits there.
struct HostQueue<Element> {
    /// One host's requests; forgotten when it has none.
    private struct Host {
        var waiting = Deque<Element>()
        var running = 0
    }

    private let total: Int
    private let perHost: Int
    private var running = 0
    private var hosts: [HTTPTarget: Host] = [:]
    /// Hosts that may have an element that may go; one can be in it several times.
    private var turns = Deque<HTTPTarget>()

    /// Makes an empty queue with its two limits, at least 1 each.
    init(total: Int, perHost: Int) {
        self.total = max(1, total)
        self.perHost = max(1, perHost)
    }

    /// Adds an element behind the others of its host.
    mutating func enqueue(_ element: Element, to target: HTTPTarget) {
        hosts[target, default: Host()].waiting.append(element)
        turns.append(target)
    }

    /// Takes the next element that may go, or `nil` while the limits are reached.
    ///
    /// Whoever takes one says ``finished(to:)`` when it has ended.
    mutating func next() -> Element? {
        guard running < total else { return nil }
        while let target = turns.popFirst() {
            guard let element = next(to: target) else { continue }
            running += 1
            return element
        }
        return nil
    }

    /// Makes room after an element that was taken has ended.
    mutating func finished(to target: HTTPTarget) {
        guard let host = hosts[target], host.running > 0 else { return }
        running -= 1
        if host.running == 1, host.waiting.isEmpty {
            hosts[target] = nil
            return
        }
        hosts[target]?.running -= 1
        // A host at its limit loses its turns; each end gives one back.
        if !host.waiting.isEmpty { turns.append(target) }
    }

    /// Takes an element that waits, whatever the limits; for the end.
    mutating func removeFirst() -> Element? {
        let waiting = hosts.first { !$0.value.waiting.isEmpty }
        return waiting.flatMap { hosts[$0.key]?.waiting.popFirst() }
    }

    private mutating func next(to target: HTTPTarget) -> Element? {
        guard let host = hosts[target], host.running < perHost,
            let element = hosts[target]?.waiting.popFirst()
        else { return nil }
        hosts[target]?.running += 1
        return element
    }
}
