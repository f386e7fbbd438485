/// Why the desktop's keyring could not be asked.
public enum KeyringFault: Error, Sendable, Hashable {
    /// libsecret is not on this machine.
    case noLibrary
    /// No Secret Service answers on the session bus, or it refused; with its own message, which
    /// is for a log and holds no secret.
    case noService(message: String)
}
