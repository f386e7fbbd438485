public import Finance
import Foundation

/// The time before which a bank wants no request.
///
/// It is stored with the sign-in, or alone if there is none. A restart would otherwise forget it,
/// and each refused request may count.
extension SignInStore {
    /// Stores the pause that an error asks for.
    ///
    /// - Parameter isSame: whether the stored sign-in, if any, is still the one that was used.
    func postpone(
        after error: BankError, at now: Date,
        if isSame: @Sendable (SignInState?) -> Bool = { $0 != nil }
    ) async {
        guard case .throttled(let pause?) = error else { return }
        let moment = now.addingTimeInterval(pause / .seconds(1))
        // Without a stored pause the bank is asked again too early, no worse.
        try? await locked { () throws(SignInStoreError) in
            let stored = try load()
            guard isSame(stored) else { return }
            var state = stored ?? SignInState([:])
            state.notBefore = moment
            try save(state)
        }
    }

    /// Throws if a request would certainly be refused.
    ///
    /// A sign-in that can't be read is reported where it is needed.
    func checkPause(at now: Date) throws(BankError) { try (try? load())?.checkPause(at: now) }
}

extension SignInState {
    /// Whether somebody has signed in; a stored pause alone does not mean that.
    public var isSignIn: Bool { parts.keys.contains { $0 != Self.pause } }

    private static let pause = "notBefore"

    func checkPause(at now: Date) throws(BankError) {
        // A time further ahead than a bank can have meant comes from a wrong clock.
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
