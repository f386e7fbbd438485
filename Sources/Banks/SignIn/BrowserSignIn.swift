public import Finance
public import Foundation

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

    /// Asks whether the access still works, without a read that the bank counts.
    ///
    /// - Returns: what it covers; `nil` if only a read tells.
    /// - Throws: a refusal if the person must sign in again.
    func coverage() async throws(BankError) -> SignInCoverage?

    /// Ends the access at the bank, if the bank offers that.
    ///
    /// The caller holds the store exclusively and removes the stored sign-in.
    ///
    /// - Returns: whether the bank has ended it.
    func revoke() async throws(BankError) -> Bool
}

extension BrowserSignIn {
    public func coverage() async throws(BankError) -> SignInCoverage? { nil }
}

/// What an access covers, as the bank says.
public struct SignInCoverage: Sendable, Hashable {
    public let accounts: Int
    /// When it ends; `nil` if the bank does not say.
    public let ends: Date?
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
            state.notBefore = max(state.pauseEnd(after: now) ?? moment, moment)
            try save(state)
        }
    }

    /// Counts a request; with the last one that a day allows, stores a pause until a day after the
    /// first of them.
    func count(
        at now: Date, of most: Int, if isSame: @Sendable (SignInState?) -> Bool
    ) async {
        try? await locked { () throws(SignInStoreError) in
            let stored = try load()
            guard isSame(stored) else { return }
            var state = stored ?? SignInState([:])
            let dayAgo = now.addingTimeInterval(-86_400)
            state.requests = state.requests.filter { $0 > dayAgo && $0 <= now } + [now]
            if let first = state.requests.first, state.requests.count >= most {
                state.notBefore = first.addingTimeInterval(86_400)
            }
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
    public var isSignIn: Bool {
        parts.keys.contains { $0 != Self.pause && $0 != Self.requestTimes }
    }

    private static let pause = "notBefore"
    private static let requestTimes = "requests"

    /// When the requests of the last day were sent, oldest first.
    fileprivate var requests: [Date] {
        get {
            (self[Self.requestTimes] ?? "").split(separator: " ").compactMap {
                InstantText.instant(String($0))
            }
        }
        set {
            self[Self.requestTimes] = newValue.map { InstantText.text($0) }.joined(separator: " ")
        }
    }

    func checkPause(at now: Date) throws(BankError) {
        guard let end = pauseEnd(after: now) else { return }
        throw .throttled(retryAfter: .milliseconds(Int(end.timeIntervalSince(now) * 1_000)))
    }

    /// The end of the stored pause if it has not passed.
    ///
    /// A time further ahead than a bank can have meant comes from a wrong clock.
    fileprivate func pauseEnd(after now: Date) -> Date? {
        notBefore.flatMap { $0 > now && $0 < now.addingTimeInterval(8 * 86_400) ? $0 : nil }
    }

    fileprivate var notBefore: Date? {
        get { self[Self.pause].flatMap { InstantText.instant($0) } }
        set { self[Self.pause] = newValue.map { InstantText.text($0) } }
    }
}
