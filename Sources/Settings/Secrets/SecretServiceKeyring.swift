import CSecret
public import Finance

/// The keyring behind the Secret Service of freedesktop.org, through libsecret.
///
/// Entries are made with `saldovakt login`, or with `secret-tool store --label=… application saldovakt name NAME`.
public struct SecretServiceKeyring: WritableKeyring {
    /// Loads nothing yet.
    public init() {}

    /// Asks the service on the session bus.
    public func secret(named name: String) throws(KeyringFault) -> Secret? {
        var text: UnsafeMutablePointer<CChar>?
        let result = csecret_lookup("saldovakt", name, &text)
        defer { csecret_free(text) }
        guard try Self.isFound(result, text) else { return nil }
        return text.map { Secret(String(cString: $0)) }
    }

    /// Stores it in the default collection of the service.
    public func store(_ secret: Secret, named name: String, label: String) throws(KeyringFault) {
        var message: UnsafeMutablePointer<CChar>?
        let result = csecret_store("saldovakt", name, label, secret.reveal(), &message)
        defer { csecret_free(message) }
        _ = try Self.isFound(result, message)
    }

    /// Removes every entry of that name.
    public func remove(named name: String) throws(KeyringFault) -> Bool {
        var message: UnsafeMutablePointer<CChar>?
        let result = csecret_remove("saldovakt", name, &message)
        defer { csecret_free(message) }
        return try Self.isFound(result, message)
    }

    /// Whether the default collection is locked; never makes the service ask the person.
    ///
    /// One that was never made has nothing to lock.
    public func isLocked() throws(KeyringFault) -> Bool {
        var isLocked: Int32 = 0
        var message: UnsafeMutablePointer<CChar>?
        let result = csecret_is_locked(&isLocked, &message)
        defer { csecret_free(message) }
        return try Self.isFound(result, message) && isLocked != 0
    }

    /// Whether the service found the entry; throws if it could not look.
    private static func isFound(
        _ result: csecret_result, _ text: UnsafeMutablePointer<CChar>?
    ) throws(KeyringFault) -> Bool {
        switch result {
        case CSECRET_FOUND: return true
        case CSECRET_MISSING: return false
        case CSECRET_NO_LIBRARY: throw .noLibrary
        default: throw .noService(message: text.map { String(cString: $0) } ?? "no message")
        }
    }
}
