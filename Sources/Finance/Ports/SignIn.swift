public import Foundation

/// The tokens that a source got when a person signed in, and those that have replaced them since.
///
/// They are refresh tokens, session ids and access addresses. All of it is secret and is shown
/// nowhere.
public struct SignInState: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The parts by the source's names for them: `refreshToken`.
    public var parts: [String: String]
    /// When the access ends for certain, so that the person must sign in again; `nil` if the bank
    /// does not say.
    public var expires: Date?

    public init(_ parts: [String: String], expires: Date? = nil) {
        self.parts = parts
        self.expires = expires
    }

    public subscript(part: String) -> String? {
        get { parts[part] }
        set { parts[part] = newValue }
    }

    public var description: String { "‹sign-in›" }

    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Stores one source's ``SignInState`` between runs.
///
/// The state rotates: a new one must be stored before it is used, because the bank no longer
/// accepts the former one.
public protocol SignInStore: Sendable {
    /// - Returns: `nil` if nobody has signed in.
    func load() throws(SignInStoreError) -> SignInState?

    /// Replaces the stored state; the new one is durable when this returns.
    func save(_ state: SignInState) throws(SignInStoreError)

    /// - Returns: whether there was one.
    @discardableResult
    func remove() throws(SignInStoreError) -> Bool

    /// Runs `body` while no other process reads, renews or removes the state.
    ///
    /// Two programs that use one rotating token would both lose their access.
    func exclusively<Value: Sendable>(_ body: @Sendable () async -> Value)
        async throws(SignInStoreError) -> Value
}

/// Why a sign-in could not be read or stored.
public struct SignInStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, one line, without secrets.
    public let problem: String
    /// What the person can do now.
    public let fix: String

    public init(problem: String, fix: String) {
        self.problem = problem
        self.fix = fix
    }

    public var description: String { problem }
}
