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

/// Reads secrets from where the settings say they are stored.
public struct SecretResolver: Sendable {
    private let environment: [String: String]
    private let directory: String
    private let homeDirectory: String
    private let files: any FileReading
    private var keyring: any Keyring

    public static let longestSecret = 65_536

    /// - Parameters:
    ///   - environment: of the process; also contains `CREDENTIALS_DIRECTORY`.
    ///   - directory: the settings file's folder; relative paths start there.
    public init(
        environment: [String: String], directory: String, homeDirectory: String,
        files: any FileReading, keyring: any Keyring
    ) {
        self.environment = environment
        self.directory = directory
        self.homeDirectory = homeDirectory
        self.files = files
        self.keyring = keyring
    }

    /// The same resolver with a keyring that asks the person nothing.
    public var unattended: SecretResolver {
        var resolver = self
        resolver.keyring = keyring.unattended
        return resolver
    }

    /// Reads a secret; the same reference may be read again when the place has changed.
    ///
    /// - Throws: ``SecretError`` with the place of the reference in the settings file.
    public func secret(_ reference: SecretReference) throws(SecretError) -> Secret {
        do { return try read(reference.source) } catch {
            throw SecretError(reference: reference, fault: error)
        }
    }

    public func address(_ text: ConfidentialText) throws(SecretError) -> Secret {
        switch text {
        case .literal(let address): return address
        case .reference(let reference):
            let address = try secret(reference)
            guard WebAddress.isUsable(address.reveal()) else {
                throw SecretError(reference: reference, fault: .notAnAddress)
            }
            return address
        }
    }

    public func value(_ text: ConfidentialText) throws(SecretError) -> Secret {
        switch text {
        case .literal(let value): value
        case .reference(let reference): try secret(reference)
        }
    }

    /// Reads a key for signatures: `whsec_` and base64, as in Standard Webhooks 1.0.0.
    public func signingSecret(_ reference: SecretReference) throws(SecretError) -> Secret {
        let key = try secret(reference)
        guard key.signingKey != nil else {
            throw SecretError(reference: reference, fault: .notASigningSecret)
        }
        return key
    }

    /// A path of the settings file, resolved: `~/` is the home folder.
    public func path(_ path: String) -> String {
        SaldovaktPaths.resolve(path, inDirectory: directory, homeDirectory: homeDirectory)
    }

    public func files(of settings: SaldovaktSettings) -> [String] {
        settings.secretReferences.compactMap { reference in
            switch reference.source {
            case .file(let path): self.path(path)
            case .credential(let name): environment["CREDENTIALS_DIRECTORY"].map { "\($0)/\(name)" }
            case .environment, .keyring: nil
            }
        }
    }

    private func read(_ source: SecretReference.Source) throws(SettingsFault) -> Secret {
        switch source {
        case .environment(let name):
            guard let text = environment[name] else { throw .noVariable(name) }
            guard !text.isEmpty else { throw .emptyVariable(name) }
            return Secret(text)
        case .file(let path): return try file(self.path(path), shownAs: path)
        case .keyring(let name): return try keyringEntry(name)
        case .credential(let name): return try credential(name)
        }
    }

    private func file(_ path: String, shownAs name: String) throws(SettingsFault) -> Secret {
        let contents: FileContents
        do { contents = try files.read(path: path, limit: Self.longestSecret) } catch {
            throw .unreadableFile(path: name, error)
        }
        guard !contents.mode.isOpenToOthers else {
            throw .openFile(named: name, path: path, contents.mode)
        }
        return try secret(contents.bytes)
    }

    private func credential(_ name: String) throws(SettingsFault) -> Secret {
        guard let folder = environment["CREDENTIALS_DIRECTORY"], folder.hasPrefix("/") else {
            throw .noCredentials
        }
        // systemd guards the folder itself and gives the files modes of its own.
        let contents: FileContents
        do {
            contents = try files.read(path: folder + "/" + name, limit: Self.longestSecret)
        } catch {
            throw error == .missing
                ? .unknownCredential(name) : .unreadableFile(path: name, error)
        }
        return try secret(contents.bytes)
    }

    private func keyringEntry(_ name: String) throws(SettingsFault) -> Secret {
        let entry: Secret?
        do { entry = try keyring.secret(named: name) } catch { throw .keyring(error) }
        guard let entry else { throw .noKeyringEntry(name) }
        guard !entry.reveal().isEmpty else { throw .noText }
        return entry
    }

    /// The text of a file without the line break that editors add.
    private func secret(_ bytes: [UInt8]) throws(SettingsFault) -> Secret {
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        guard end > 0, let text = String(validating: bytes[..<end], as: UTF8.self) else {
            throw .noText
        }
        return Secret(text)
    }
}

extension SecretResolver {
    /// The problems of all of the settings' secrets, in the order of the values.
    ///
    /// Reads each secret once and keeps none; for the start of a watch and for `doctor`.
    public func problems(in settings: SaldovaktSettings) -> [SecretError] {
        var problems = settings.banks.flatMap(\.secretReferences).compactMap(problem)
        for channel in settings.channels {
            var others = channel.secretReferences
            if case .webhook(let webhook) = channel.kind {
                // Secrets with a form of their own are read as such, and not a second time.
                let keys = webhook.signingSecrets
                others.removeAll { keys.contains($0) || $0 == webhook.url?.reference }
                problems += [webhook.url.flatMap(problem)].compactMap(\.self)
                problems += keys.compactMap { key in
                    Self.problem { () throws(SecretError) in try signingSecret(key) }
                }
            }
            problems += others.compactMap(problem)
        }
        return problems + [settings.heartbeat.flatMap(problem)].compactMap(\.self)
    }

    private func problem(_ reference: SecretReference) -> SecretError? {
        Self.problem { () throws(SecretError) in try secret(reference) }
    }

    private func problem(_ text: ConfidentialText) -> SecretError? {
        Self.problem { () throws(SecretError) in try address(text) }
    }

    private static func problem(_ read: () throws(SecretError) -> Secret) -> SecretError? {
        do {
            _ = try read()
            return nil
        } catch { return error }
    }
}

/// A secret that could not be read, with the place that refers to it.
public struct SecretError: Error, Sendable, Hashable, CustomStringConvertible {
    public let reference: SecretReference
    public let fault: SettingsFault

    public var description: String { fault.text(at: reference.place ?? "saldovakt") }
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

    /// - Parameters:
    ///   - name: the file as the settings name it.
    ///   - path: where it is, for a command that works in any folder.
    public static func openFile(
        named name: String, path: String, _ mode: FileMode
    ) -> SettingsFault {
        SettingsFault(
            "secret-readable-by-others",
            "others can read the secret's file, its mode is \(mode): '\(name)'",
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
