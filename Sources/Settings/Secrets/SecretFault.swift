/// Why a secret could not be read.
///
/// No case ever holds the secret or a part of it.
public enum SecretFault: Error, Sendable, Hashable {
    /// The environment variable is not set.
    case noVariable(String)
    /// The environment variable is set, and empty.
    case emptyVariable(String)
    /// The file could not be read.
    case unreadableFile(path: String, FileProblem)
    /// Group or others may read the file.
    case openFile(path: String, FileMode)
    /// The place holds nothing, or bytes that are no text.
    case noText
    /// The program does not run under systemd, or the unit hands over no credentials.
    case noCredentials
    /// systemd handed over other credentials, not this one.
    case unknownCredential(String)
    /// The keyring has no entry of that name.
    case noKeyringEntry(String)
    /// The keyring could not be asked.
    case keyring(KeyringFault)
    /// The text is no key as Standard Webhooks writes one.
    case notASigningSecret
    /// The text is no address that can be used.
    case notAnAddress
}
