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

/// A keyring that secrets can be put into and taken out of.
public protocol WritableKeyring: Keyring {
    /// Stores a secret under a name, in place of a former one.
    ///
    /// Blocks while the service asks the person to unlock it.
    ///
    /// - Parameters:
    ///   - secret: what is stored.
    ///   - name: its name; `application` = `saldovakt` is added.
    ///   - label: what the keyring's own programs show.
    func store(_ secret: Secret, named name: String, label: String) throws(KeyringFault)

    /// Removes the secret of that name.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func remove(named name: String) throws(KeyringFault) -> Bool
}
