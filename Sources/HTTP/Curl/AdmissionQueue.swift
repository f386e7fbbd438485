/// Lets so many requests go at once, in all and per destination, and the others wait their turn.
///
/// libcurl could queue too, but a request's time would run while it waits there.
struct AdmissionQueue<Element> {
    /// One destination's requests.
    final class Lane {
        fileprivate let target: HTTPTarget
        fileprivate var waiting = FirstInFirstOut<Element>()
        fileprivate var running = 0

        fileprivate init(_ target: HTTPTarget) {
            self.target = target
        }

        fileprivate var isIdle: Bool { running == 0 && waiting.isEmpty }

        fileprivate func next(of limit: Int) -> Element? {
            guard running < limit, let element = waiting.popFirst() else { return nil }
            running += 1
            return element
        }
    }

    private let total: Int
    private let perLane: Int
    private var running = 0
    private var lanes: [HTTPTarget: Lane] = [:]
    private var turns = FirstInFirstOut<Lane>()

    /// How many lanes are kept for destinations of earlier requests.
    private static var maximumIdleLanes: Int { 64 }

    /// Makes an empty queue with its two limits, at least 1 each.
    init(total: Int, perLane: Int) {
        self.total = max(1, total)
        self.perLane = max(1, perLane)
    }

    /// Adds an element at the end of its destination's lane.
    mutating func enqueue(_ element: Element, to target: HTTPTarget) {
        let lane = lane(to: target)
        lane.waiting.append(element)
        turns.append(lane)
    }

    /// Takes the next element that may go, with its lane, or `nil` while the limits are reached.
    ///
    /// Whoever takes one says ``finished(in:)`` when it has ended.
    mutating func next() -> (element: Element, lane: Lane)? {
        guard running < total else { return nil }
        while let lane = turns.popFirst() {
            guard let element = lane.next(of: perLane) else { continue }
            running += 1
            return (element, lane)
        }
        return nil
    }

    /// Makes room after an element that was taken has ended.
    mutating func finished(in lane: Lane) {
        guard lane.running > 0 else { return }
        lane.running -= 1
        running -= 1
        // A full lane loses its turns; each end gives one back.
        if !lane.waiting.isEmpty { turns.append(lane) }
    }

    private mutating func lane(to target: HTTPTarget) -> Lane {
        if let known = lanes[target] { return known }
        if lanes.count >= Self.maximumIdleLanes { lanes = lanes.filter { !$0.value.isIdle } }
        let lane = Lane(target)
        lanes[target] = lane
        return lane
    }
}
