import Finance
import Foundation

/// The moment before which a bank wants no question.
///
/// It is kept with the sign-in, because a restart would forget it and each refused question may count.
extension SignInStore {
    /// Keeps what an error asks for.
    ///
    /// - Parameter isSame: whether the stored sign-in is still the one that was used.
    func postpone(
        after error: BankError, at now: Date,
        if isSame: @Sendable (SignInState) -> Bool = { _ in true }
    ) async {
        guard case .throttled(let pause?) = error else { return }
        let moment = now.addingTimeInterval(pause / .seconds(1))
        // What cannot be stored is asked for again too early, no worse.
        try? await locked { () throws(SignInStoreError) in
            guard var state = try load(), isSame(state) else { return }
            state.notBefore = moment
            try save(state)
        }
    }

    /// Refuses to ask what can only be refused.
    ///
    /// A sign-in that can't be read is reported by what needs it.
    func checkPause(at now: Date) throws(BankError) {
        try (try? load())?.checkPause(at: now)
    }
}

extension SignInState {
    func checkPause(at now: Date) throws(BankError) {
        // A moment further away than the bank can have meant comes from a clock that was wrong.
        guard let notBefore, notBefore > now, notBefore < now.addingTimeInterval(8 * 86_400) else {
            return
        }
        throw .throttled(retryAfter: .milliseconds(Int(notBefore.timeIntervalSince(now) * 1_000)))
    }

    fileprivate var notBefore: Date? {
        get { self["notBefore"].flatMap { InstantText.instant($0) } }
        set { self["notBefore"] = newValue.map { InstantText.text($0) } }
    }
}
