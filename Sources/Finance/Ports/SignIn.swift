public import Foundation

/// What a source was given when a person signed in, and what has replaced it since: refresh tokens,
/// session ids, access addresses.
///
/// All of it is secret and is shown nowhere.
public struct SignInState: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The parts by the names that the source gives them: `refreshToken`.
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

/// Where one source keeps its ``SignInState`` between runs.
///
/// The state rotates: what replaces it must be stored before it is used, because the bank accepts
/// the former one no more.
public protocol SignInStore: Sendable {
    /// - Returns: `nil` if nobody has signed in.
    func load() throws(SignInStoreError) -> SignInState?

    /// Stores a state in place of the former one; it survives a crash when this returns.
    func save(_ state: SignInState) throws(SignInStoreError)

    /// - Returns: whether there was one.
    @discardableResult
    func remove() throws(SignInStoreError) -> Bool

    /// Does something while no other process reads, renews or removes the state.
    ///
    /// Two programs that use one rotating token would lose the access of both.
    func exclusively<Value: Sendable>(_ body: @Sendable () async -> Value)
        async throws(SignInStoreError) -> Value
}

/// Why a sign-in could not be read or kept.
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
