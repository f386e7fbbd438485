import CSecret
public import Finance

/// The desktop's store of secrets.
public protocol Keyring: Sendable {
    /// Returns the secret stored with the attributes `application` = `saldovakt` and this `name`.
    ///
    /// Blocks while the service asks the person to unlock it.
    ///
    /// - Returns: `nil` if there is no such entry.
    func secret(named name: String) throws(KeyringFault) -> Secret?

    /// The same keyring without questions to the person: a poll must not wait for an answer.
    var unattended: any Keyring { get }
}

extension Keyring { public var unattended: any Keyring { self } }

/// A keyring that secrets can be stored in and removed from.
public protocol WritableKeyring: Keyring {
    /// Stores a secret under a name, in place of a former one.
    ///
    /// Blocks while the service asks the person to unlock it.
    ///
    /// - Parameter label: what the keyring's own programs show.
    func store(_ secret: Secret, named name: String, label: String) throws(KeyringFault)

    /// Removes the secret of that name.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func remove(named name: String) throws(KeyringFault) -> Bool
}

/// Why the desktop's keyring could not be used.
public enum KeyringFault: Error, Sendable, Hashable {
    /// libsecret is not on this machine.
    case noLibrary
    /// It is locked, and the person is not to be asked.
    case locked
    /// No Secret Service answers on the session bus, or it refused; with its own message, which is
    /// for a log and contains no secret.
    case noService(message: String)
}

/// The keyring behind the Secret Service of freedesktop.org, through libsecret.
///
/// Entries are made with `saldovakt login`, or with `secret-tool store --label=… application saldovakt name NAME`.
public struct SecretServiceKeyring: WritableKeyring {
    private let prompts: Bool

    /// - Parameter prompts: whether the service may ask the person to unlock it; a poll must not
    ///   wait for an answer.
    public init(prompts: Bool = true) { self.prompts = prompts }

    public var unattended: any Keyring { SecretServiceKeyring(prompts: false) }

    public func secret(named name: String) throws(KeyringFault) -> Secret? {
        try check()
        return try Self.ask { csecret_lookup("saldovakt", name, $0) }.map { Secret($0) }
    }

    public func store(_ secret: Secret, named name: String, label: String) throws(KeyringFault) {
        try check()
        _ = try Self.ask { csecret_store("saldovakt", name, label, secret.reveal(), $0) }
    }

    public func remove(named name: String) throws(KeyringFault) -> Bool {
        try check()
        return try Self.ask { csecret_remove("saldovakt", name, $0) } != nil
    }

    /// Whether the default collection is locked; never prompts the person.
    ///
    /// Without a default collection nothing is locked.
    public func isLocked() throws(KeyringFault) -> Bool {
        var isLocked: Int32 = 0
        return try Self.ask { csecret_is_locked(&isLocked, $0) } != nil && isLocked != 0
    }

    private func check() throws(KeyringFault) {
        if !prompts, try isLocked() { throw .locked }
    }

    /// Asks the service and returns its text, which may be empty; `nil` if it found no entry.
    private static func ask(
        _ question: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> csecret_result
    ) throws(KeyringFault) -> String? {
        var answer: UnsafeMutablePointer<CChar>?
        let result = question(&answer)
        defer { csecret_free(answer) }
        let text = answer.map { String(cString: $0) }
        switch result {
        case CSECRET_FOUND: return text ?? ""
        case CSECRET_MISSING: return nil
        case CSECRET_NO_LIBRARY: throw .noLibrary
        default: throw .noService(message: text ?? "no message")
        }
    }
}
