public import Finance

/// The desktop's store of secrets.
public protocol Keyring: Sendable {
    /// The secret stored with the attributes `application` = `saldovakt` and this `name`.
    ///
    /// Blocks while the service asks the person to unlock it.
    ///
    /// - Returns: `nil` if there is no such entry.
    func secret(named name: String) throws(KeyringFault) -> Secret?
}
