extension SecretFault {
    /// The stable code of the fault, for scripts.
    public var code: String { words.code }

    /// What is wrong, one line.
    public var problem: String { words.problem }

    /// What the person can do now, in the imperative.
    public var fix: String { words.fix }

    /// Every word that is said about secrets.
    private var words: (code: String, problem: String, fix: String) {
        switch self {
        case .noVariable(let name):
            (
                "secret-missing", "this environment variable is not set: '\(name)'",
                "export \(name) before saldovakt starts; under systemd, set it with"
                    + " EnvironmentFile="
            )
        case .emptyVariable(let name):
            (
                "secret-empty", "this environment variable is empty: '\(name)'",
                "give \(name) its value before saldovakt starts"
            )
        case .unreadableFile(let path, let problem):
            (
                problem == .missing ? "secret-missing" : "secret-unreadable",
                "the secret's file cannot be read, \(problem): '\(path)'", problem.fix
            )
        case .openFile(let path, let mode):
            (
                "secret-readable-by-others",
                "others can read the secret's file, its mode is \(mode): '\(path)'",
                "chmod 600 '\(path)', and change the secret if others have seen it"
            )
        case .noText:
            ("secret-empty", "there is no text where the secret should be", "store it again")
        case .noCredentials, .unknownCredential: credentialWords
        case .noKeyringEntry, .keyring: keyringWords
        case .notASigningSecret:
            (
                "signing-secret",
                "the signing secret is not 'whsec_' and the base64 of 24 to 64 bytes",
                "copy it from the receiver, or make one:"
                    + " printf 'whsec_%s\\n' \"$(openssl rand -base64 32)\""
            )
        case .notAnAddress:
            (
                "address", "what is kept there is not an address that can be used",
                "store https://host/path without blanks, user name and password"
            )
        }
    }

    private var credentialWords: (code: String, problem: String, fix: String) {
        if case .unknownCredential(let name) = self {
            return (
                "secret-missing", "systemd handed over no such credential: '\(name)'",
                "add LoadCredential=\(name):PATH to the unit, then daemon-reload and restart"
            )
        }
        return (
            "secret-missing", "there are no systemd credentials here",
            "start saldovakt from a unit with LoadCredential=, or use another reference"
        )
    }

    private var keyringWords: (code: String, problem: String, fix: String) {
        switch self {
        case .noKeyringEntry(let name):
            (
                "secret-missing", "the keyring has no such entry: '\(name)'",
                "secret-tool store --label='saldovakt \(name)' application saldovakt"
                    + " name '\(name)'"
            )
        case .keyring(.noLibrary):
            (
                "keyring", "the keyring cannot be asked: libsecret is not installed",
                "apt install libsecret-1-0, or keep the secret elsewhere"
            )
        default:
            (
                "keyring", "no keyring answers in this session",
                "run inside the desktop session with its keyring unlocked, or use"
                    + " {\"file\": PATH}"
            )
        }
    }
}
