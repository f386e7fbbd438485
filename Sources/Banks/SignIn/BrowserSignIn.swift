public import Finance
import Foundation

/// A sign-in with a browser.
///
/// The person confirms at the bank, and the bank redirects the browser to an address of the
/// person's own with a code (RFC 6749, section 4.1).
public protocol BrowserSignIn: Sendable {
    /// The address to which the bank redirects the browser, exactly as registered there.
    var redirectURI: String { get }

    /// The address to open in the browser.
    ///
    /// - Parameter state: a value that the bank must return unchanged, so that no other person's
    ///   code is accepted.
    func address(state: String) async throws(BankError) -> String

    /// Exchanges the code for access and stores it.
    ///
    /// - Returns: the accounts' names; `nil` if the bank does not give them here.
    @discardableResult
    func finish(code: Secret) async throws(BankError) -> [String]?

    /// Ends the access at the bank, if the bank offers that.
    ///
    /// The caller holds the store exclusively and removes the stored sign-in.
    ///
    /// - Returns: whether the bank has ended it.
    func revoke() async throws(BankError) -> Bool
}

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
