import CSecret
public import Finance

/// The keyring behind the Secret Service of freedesktop.org, through libsecret.
///
/// Entries are made with `secret-tool store --label=… application saldovakt name NAME`.
public struct SecretServiceKeyring: Keyring {
    /// Loads nothing yet.
    public init() {}

    /// Asks the service on the session bus.
    public func secret(named name: String) throws(KeyringFault) -> Secret? {
        var text: UnsafeMutablePointer<CChar>?
        let result = csecret_lookup("saldovakt", name, &text)
        defer { csecret_free(text) }
        switch result {
        case CSECRET_FOUND: return text.map { Secret(String(cString: $0)) }
        case CSECRET_MISSING: return nil
        case CSECRET_NO_LIBRARY: throw .noLibrary
        default: throw .noService(message: text.map { String(cString: $0) } ?? "no message")
        }
    }
}
