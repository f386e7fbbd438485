/// A queue whose both ends cost the same however long it is.
struct FirstInFirstOut<Element> {
    private var elements: [Element] = []
    private var first = 0

    /// Whether nothing waits.
    var isEmpty: Bool { first == elements.count }

    /// Adds an element at the end.
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the oldest element.
    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[first]
        first += 1
        if isEmpty {
            elements.removeAll(keepingCapacity: elements.count <= 64)
            first = 0
        } else if first > 1_024, first * 2 > elements.count {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }
}
