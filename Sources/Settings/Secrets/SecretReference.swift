public import Finance

/// Where a secret is stored, as the settings file says it.
public struct SecretReference: Sendable, Hashable {
    public enum Source: Sendable, Hashable {
        /// `{"env": NAME}`: an environment variable.
        case environment(String)
        /// `{"file": PATH}`: a file that only its owner can read.
        case file(String)
        /// `{"keyring": NAME}`: an entry of the desktop's Secret Service.
        case keyring(String)
        /// `{"credential": NAME}`: a credential that systemd hands to the service.
        case credential(String)
    }

    public var source: Source
    /// The position of the reference, `settings.json:5:62`, for messages; `nil` outside a file.
    public var place: String?

    public init(_ source: Source, place: String? = nil) {
        self.source = source
        self.place = place
    }
}

extension SecretReference: CustomStringConvertible {
    public var description: String {
        switch source {
        case .environment(let name): #"{"env": "\#(name)"}"#
        case .file(let path): #"{"file": "\#(path)"}"#
        case .keyring(let name): #"{"keyring": "\#(name)"}"#
        case .credential(let name): #"{"credential": "\#(name)"}"#
        }
    }
}

/// A text that is never shown, in the file itself or stored elsewhere.
public enum ConfidentialText: Sendable, Hashable {
    case literal(Secret)
    case reference(SecretReference)
}
