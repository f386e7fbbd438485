public import Foundation

/// How an account gets its durable identifier.
public enum AccountIdentity: Sendable {
    /// The identifier of the account that `source` knows as `bankAccountID`.
    ///
    /// Derived, so that a new state folder and another machine give the same identifier.
    public static func id(source: String, bankAccountID: String) -> UUID {
        StableHash("account", source, bankAccountID).uuid
    }
}
