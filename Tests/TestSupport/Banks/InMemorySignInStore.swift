public import Finance
import Threads

/// A sign-in that is kept in memory.
public final class InMemorySignInStore: SignInStore {
    private let state: Lock<SignInState?>
    private let isHeld = Lock(false)
    private let history = Lock<[SignInState]>([])

    public init(_ state: SignInState? = nil) {
        self.state = Lock(state)
    }

    /// Every state that was saved, oldest first.
    public var saved: [SignInState] { history.withLock(\.self) }

    public func load() -> SignInState? { state.withLock(\.self) }

    public func save(_ state: SignInState) {
        self.state.withLock { $0 = state }
        history.withLock { $0.append(state) }
    }

    public func remove() -> Bool {
        state.withLock { state in
            defer { state = nil }
            return state != nil
        }
    }

    public func exclusively<Value: Sendable>(
        _ body: @Sendable () async -> Value
    ) async throws(SignInStoreError) -> Value {
        while !isHeld.withLock({ isHeld in
            defer { isHeld = true }
            return !isHeld
        }) { await Task.yield() }
        defer { isHeld.withLock { $0 = false } }
        return await body()
    }
}
