public import Finance
import Foundation

/// The moment before which a bank wants no question.
///
/// It is kept with the sign-in, or alone where none is stored, because a restart would forget it and
/// each refused question may count.
extension SignInStore {
    /// Keeps what an error asks for.
    ///
    /// - Parameter isSame: whether what is stored, if anything, is still what was used.
    func postpone(
        after error: BankError, at now: Date,
        if isSame: @Sendable (SignInState?) -> Bool = { $0 != nil }
    ) async {
        guard case .throttled(let pause?) = error else { return }
        let moment = now.addingTimeInterval(pause / .seconds(1))
        // What cannot be stored is asked for again too early, no worse.
        try? await locked { () throws(SignInStoreError) in
            let stored = try load()
            guard isSame(stored) else { return }
            var state = stored ?? SignInState([:])
            state.notBefore = moment
            try save(state)
        }
    }

    /// Refuses to ask what can only be refused.
    ///
    /// A sign-in that can't be read is reported by what needs it.
    func checkPause(at now: Date) throws(BankError) { try (try? load())?.checkPause(at: now) }
}

extension SignInState {
    /// Whether somebody has signed in; a pause alone says nothing of that.
    public var isSignIn: Bool { parts.keys.contains { $0 != Self.pause } }

    private static let pause = "notBefore"

    func checkPause(at now: Date) throws(BankError) {
        // A moment further away than the bank can have meant comes from a clock that was wrong.
        guard let notBefore, notBefore > now, notBefore < now.addingTimeInterval(8 * 86_400) else {
            return
        }
        throw .throttled(retryAfter: .milliseconds(Int(notBefore.timeIntervalSince(now) * 1_000)))
    }

    fileprivate var notBefore: Date? {
        get { self[Self.pause].flatMap { InstantText.instant($0) } }
        set { self[Self.pause] = newValue.map { InstantText.text($0) } }
    }
}
