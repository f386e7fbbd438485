/// A secret that could not be read, with the place that refers to it.
public struct SecretError: Error, Sendable, Hashable {
    public let reference: SecretReference
    public let fault: SettingsFault
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

// Why a secret could not be read.
extension SettingsFault {
    public static func noVariable(_ name: String) -> SettingsFault {
        SettingsFault(
            "secret-missing", "this environment variable is not set: '\(name)'",
            fix: "export \(name) before saldovakt starts; under systemd, set it with"
                + " EnvironmentFile=")
    }

    public static func emptyVariable(_ name: String) -> SettingsFault {
        SettingsFault(
            "secret-empty", "this environment variable is empty: '\(name)'",
            fix: "give \(name) its value before saldovakt starts")
    }

    public static func unreadableFile(path: String, _ problem: FileProblem) -> SettingsFault {
        SettingsFault(
            problem == .missing ? "secret-missing" : "secret-unreadable",
            "the secret's file cannot be read, \(problem): '\(path)'", fix: problem.fix)
    }

    public static func openFile(path: String, _ mode: FileMode) -> SettingsFault {
        SettingsFault(
            "secret-readable-by-others",
            "others can read the secret's file, its mode is \(mode): '\(path)'",
            fix: "chmod 600 '\(path)', and change the secret if others have seen it")
    }

    /// The place is empty, or contains bytes that are no text.
    public static let noText = SettingsFault(
        "secret-empty", "there is no text where the secret should be", fix: "store it again")

    public static let noCredentials = SettingsFault(
        "secret-missing", "there are no systemd credentials here",
        fix: "start saldovakt from a unit with LoadCredential=, or use another reference")

    public static func unknownCredential(_ name: String) -> SettingsFault {
        SettingsFault(
            "secret-missing", "systemd handed over no such credential: '\(name)'",
            fix: "add LoadCredential=\(name):PATH to the unit, then daemon-reload and restart")
    }

    public static func noKeyringEntry(_ name: String) -> SettingsFault {
        SettingsFault(
            "secret-missing", "the keyring has no such entry: '\(name)'",
            fix: "secret-tool store --label='saldovakt \(name)' application saldovakt"
                + " name '\(name)'")
    }

    public static func keyring(_ fault: KeyringFault) -> SettingsFault {
        let (problem, fix) =
            switch fault {
            case .noLibrary:
                (
                    "the keyring cannot be asked: libsecret is not installed",
                    "apt install libsecret-1-0, or keep the secret elsewhere"
                )
            case .locked: ("the keyring is locked", "unlock it in the desktop session")
            case .noService:
                (
                    "no keyring answers in this session",
                    "run inside the desktop session with its keyring unlocked, or use"
                        + " {\"file\": PATH}"
                )
            }
        return SettingsFault("keyring", problem, fix: fix)
    }

    public static let notASigningSecret = SettingsFault(
        "signing-secret", "the signing secret is not 'whsec_' and the base64 of 24 to 64 bytes",
        fix: "copy it from the receiver, or make one:"
            + " printf 'whsec_%s\\n' \"$(openssl rand -base64 32)\"")

    public static let notAnAddress = SettingsFault(
        "address", "what is kept there is not an address that can be used",
        fix: "store https://host/path without blanks, user name and password")
}
