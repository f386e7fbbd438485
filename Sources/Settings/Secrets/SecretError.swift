/// A secret that could not be read, with the place that refers to it.
public struct SecretError: Error, Sendable, Hashable {
    /// The reference that led nowhere.
    public let reference: SecretReference
    /// Why it did.
    public let fault: SecretFault
}

extension SecretError: CustomStringConvertible {
    /// The error as it is printed, two lines.
    ///
    /// ```
    /// settings.json:4:30: error: [secret-missing] this variable is not set: 'SBANKEN_CLIENT_ID'
    ///   fix: export SBANKEN_CLIENT_ID before saldovakt starts
    /// ```
    public var description: String {
        let place = reference.place ?? "saldovakt"
        return "\(place): error: [\(fault.code)] \(fault.problem)\n  fix: \(fault.fix)"
    }
}

/// Why a secret could not be read, in words; none of them holds the secret or a part of it.
public struct SecretFault: Error, Sendable, Hashable {
    /// The stable code of the fault, for scripts.
    public let code: String
    /// What is wrong, one line.
    public let problem: String
    /// What the person can do now, in the imperative.
    public let fix: String

    private init(_ code: String, _ problem: String, fix: String) {
        (self.code, self.problem, self.fix) = (code, problem, fix)
    }

    /// The environment variable is not set.
    public static func noVariable(_ name: String) -> SecretFault {
        SecretFault(
            "secret-missing", "this environment variable is not set: '\(name)'",
            fix: "export \(name) before saldovakt starts; under systemd, set it with"
                + " EnvironmentFile=")
    }

    /// The environment variable is set, and empty.
    public static func emptyVariable(_ name: String) -> SecretFault {
        SecretFault(
            "secret-empty", "this environment variable is empty: '\(name)'",
            fix: "give \(name) its value before saldovakt starts")
    }

    /// The file could not be read.
    public static func unreadableFile(path: String, _ problem: FileProblem) -> SecretFault {
        SecretFault(
            problem == .missing ? "secret-missing" : "secret-unreadable",
            "the secret's file cannot be read, \(problem): '\(path)'", fix: problem.fix)
    }

    /// Group or others may read the file.
    public static func openFile(path: String, _ mode: FileMode) -> SecretFault {
        SecretFault(
            "secret-readable-by-others",
            "others can read the secret's file, its mode is \(mode): '\(path)'",
            fix: "chmod 600 '\(path)', and change the secret if others have seen it")
    }

    /// The place holds nothing, or bytes that are no text.
    public static let noText = SecretFault(
        "secret-empty", "there is no text where the secret should be", fix: "store it again")

    /// The program does not run under systemd, or the unit hands over no credentials.
    public static let noCredentials = SecretFault(
        "secret-missing", "there are no systemd credentials here",
        fix: "start saldovakt from a unit with LoadCredential=, or use another reference")

    /// systemd handed over other credentials, not this one.
    public static func unknownCredential(_ name: String) -> SecretFault {
        SecretFault(
            "secret-missing", "systemd handed over no such credential: '\(name)'",
            fix: "add LoadCredential=\(name):PATH to the unit, then daemon-reload and restart")
    }

    public static func noKeyringEntry(_ name: String) -> SecretFault {
        SecretFault(
            "secret-missing", "the keyring has no such entry: '\(name)'",
            fix: "secret-tool store --label='saldovakt \(name)' application saldovakt"
                + " name '\(name)'")
    }

    /// The keyring could not be asked.
    public static func keyring(_ fault: KeyringFault) -> SecretFault {
        guard fault == .noLibrary else {
            return SecretFault(
                "keyring", "no keyring answers in this session",
                fix: "run inside the desktop session with its keyring unlocked, or use"
                    + " {\"file\": PATH}")
        }
        return SecretFault(
            "keyring", "the keyring cannot be asked: libsecret is not installed",
            fix: "apt install libsecret-1-0, or keep the secret elsewhere")
    }

    /// The text is no key as Standard Webhooks writes one.
    public static let notASigningSecret = SecretFault(
        "signing-secret",
        "the signing secret is not 'whsec_' and the base64 of 24 to 64 bytes",
        fix: "copy it from the receiver, or make one:"
            + " printf 'whsec_%s\\n' \"$(openssl rand -base64 32)\"")

    /// The text is no address that can be used.
    public static let notAnAddress = SecretFault(
        "address", "what is kept there is not an address that can be used",
        fix: "store https://host/path without blanks, user name and password")
}
