/// Lets so many requests go at once, in all and per destination, and the others wait their turn.
///
/// libcurl could queue too, but a request's time would run while it waits there.
struct AdmissionQueue<Element> {
    private struct Lane {
        var waiting = FirstInFirstOut<Element>()
        var running = 0

        mutating func next(of limit: Int) -> Element? {
            guard running < limit, let element = waiting.popFirst() else { return nil }
            running += 1
            return element
        }
    }

    private let total: Int
    private let perLane: Int
    private var running = 0
    private var lanes: [HTTPTarget: Lane] = [:]
    private var turns = FirstInFirstOut<HTTPTarget>()

    /// Makes an empty queue with its two limits, at least 1 each.
    init(total: Int, perLane: Int) {
        self.total = max(1, total)
        self.perLane = max(1, perLane)
    }

    /// Adds an element at the end of its destination's lane.
    mutating func enqueue(_ element: Element, to target: HTTPTarget) {
        lanes[target, default: Lane()].waiting.append(element)
        turns.append(target)
    }

    /// Takes the next element that may go, or `nil` while the limits are reached.
    ///
    /// Whoever takes one says ``finished(_:)`` when it has ended.
    mutating func next() -> Element? {
        guard running < total else { return nil }
        while let target = turns.popFirst() {
            guard let element = lanes[target]?.next(of: perLane) else { continue }
            running += 1
            return element
        }
        return nil
    }

    /// Makes room after an element that was taken has ended.
    mutating func finished(_ target: HTTPTarget) {
        guard var lane = lanes[target], lane.running > 0 else { return }
        lane.running -= 1
        running -= 1
        let isIdle = lane.running == 0 && lane.waiting.isEmpty
        // A full lane loses its turns; each end gives one back.
        if !lane.waiting.isEmpty { turns.append(target) }
        lanes[target] = isIdle ? nil : lane
    }
}
