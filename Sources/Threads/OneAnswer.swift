/// A value that is set once and may be awaited by several tasks.
public final class OneAnswer<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open([CheckedContinuation<Value, Never>])
        case given(Value)
    }

    private let state = Lock(State.open([]))

    public init() {}

    public var isGiven: Bool { state.withLock { if case .given = $0 { true } else { false } } }

    /// Sets the value; returns false if one was set before, which then stays.
    @discardableResult
    public func give(_ value: Value) -> Bool {
        let waiting: [CheckedContinuation<Value, Never>]? = state.withLock { state in
            guard case .open(let waiting) = state else { return nil }
            state = .given(value)
            return waiting
        }
        for continuation in waiting ?? [] { continuation.resume(returning: value) }
        return waiting != nil
    }

    public func value() async -> Value {
        await withCheckedContinuation { continuation in
            let given: Value? = state.withLock { state in
                switch state {
                case .given(let value): return value
                case .open(let waiting):
                    state = .open(waiting + [continuation])
                    return nil
                }
            }
            if let given { continuation.resume(returning: given) }
        }
    }
}
