public import Finance
import Foundation

/// A source's sign-in in a file of its own that only its user can read, or in the keyring.
///
/// ```
/// ~/.local/state/saldovakt/sign-in/my-bank.json        the state, mode 0600
/// ~/.local/state/saldovakt/sign-in/my-bank.lock        held while it is renewed
/// ```
public struct StoredSignIn: SignInStore {
    public enum Place: Sendable {
        case file
        case keyring(any WritableKeyring)
    }

    private let source: String
    private let folder: String
    private let place: Place

    /// - Parameter stateFolder: the folder of the program's state, created if it is missing.
    public init(source: String, stateFolder: String, place: Place = .file) {
        self.source = source
        self.place = place
        folder = stateFolder + "/sign-in"
    }

    private var file: String { "\(folder)/\(source).json" }

    public func load() throws(SignInStoreError) -> SignInState? {
        guard let bytes = try bytes() else { return nil }
        guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)) else {
            throw error("what is stored of it is damaged", fix: "saldovakt login \(source)")
        }
        return SignInState(form.parts, expires: form.expires)
    }

    public func save(_ state: SignInState) throws(SignInStoreError) {
        guard let data = try? JSONEncoder().encode(Form(parts: state.parts, expires: state.expires))
        else { throw error("it cannot be written as JSON", fix: "saldovakt login \(source)") }
        switch place {
        case .file:
            try make(folder: folder)
            do throws(FileWriteProblem) {
                try LocalFiles.replace(file, with: Array(data), mode: 0o600)
            } catch { throw unwritable(error) }
        case .keyring(let keyring):
            do throws(KeyringFault) {
                try keyring.store(
                    Secret(String(decoding: data, as: UTF8.self)), named: name,
                    label: "saldovakt: sign-in of \(source)")
            } catch { throw keyringError(error) }
        }
    }

    public func remove() throws(SignInStoreError) -> Bool {
        switch place {
        case .file:
            if unlink(file) == 0 { return true }
            guard errno == ENOENT else {
                throw error("its file cannot be removed: \(file)", fix: "remove the file yourself")
            }
            return false
        case .keyring(let keyring):
            do throws(KeyringFault) { return try keyring.remove(named: name) } catch {
                throw keyringError(error)
            }
        }
    }

    public func exclusively<Value: Sendable>(
        _ body: @Sendable () async -> Value
    ) async throws(SignInStoreError) -> Value {
        let lock = try await locked()
        defer { close(lock) }
        return await body()
    }

    /// The path of a folder in which a person's own program stores its sign-in; only its user can
    /// read it.
    public func folderForProgram() throws(SignInStoreError) -> String {
        let path = "\(folder)/\(source).d"
        try make(folder: path)
        return path
    }

    /// The stored JSON.
    private struct Form: Codable {
        var parts: [String: String]
        var expires: Date?
    }

    private var name: String { "\(source)-sign-in" }
}

extension StoredSignIn {
    /// How long another process may hold the lock: a little more than two requests may take.
    private static let longestWait = 4_800

    /// A descriptor of the lock file, locked; closing it unlocks.
    private func locked() async throws(SignInStoreError) -> Int32 {
        try make(folder: folder)
        let descriptor = open("\(folder)/\(source).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw busy(String(cString: strerror(errno))) }
        for _ in 0..<Self.longestWait {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            // Waiting for the lock itself would block one of the few threads of the program.
            do { try await Task.sleep(for: .milliseconds(25)) } catch { break }
        }
        close(descriptor)
        throw busy("another saldovakt is renewing it")
    }

    private func busy(_ why: String) -> SignInStoreError {
        error("it cannot be locked: \(why)", fix: "let only one saldovakt use this bank at a time")
    }

    private func error(_ what: String, fix: String) -> SignInStoreError {
        SignInStoreError(problem: "the sign-in of bank \(source): \(what)", fix: fix)
    }

    private func keyringError(_ fault: KeyringFault) -> SignInStoreError {
        let fault = SettingsFault.keyring(fault)
        return error(fault.problem, fix: fault.fix)
    }
}

extension StoredSignIn {
    private func bytes() throws(SignInStoreError) -> [UInt8]? {
        switch place {
        case .file: return try fileBytes()
        case .keyring(let keyring):
            do throws(KeyringFault) {
                return try keyring.secret(named: name).map { Array($0.reveal().utf8) }
            } catch { throw keyringError(error) }
        }
    }

    private func fileBytes() throws(SignInStoreError) -> [UInt8]? {
        let contents: FileContents
        do throws(FileProblem) {
            contents = try LocalFiles().read(path: file, limit: 1 << 20)
        } catch {
            if error == .missing { return nil }
            throw self.error("\(error): \(file)", fix: error.fix)
        }
        guard !contents.mode.isOpenToOthers else {
            throw error(
                "others can read it, its mode is \(contents.mode): \(file)",
                fix: "chmod 600 '\(file)', then saldovakt login \(source)")
        }
        return contents.bytes
    }

    private func make(folder path: String) throws(SignInStoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch { throw unwritable(FileWriteProblem(number: errno)) }
    }

    private func unwritable(_ problem: FileWriteProblem) -> SignInStoreError {
        error(
            "it cannot be stored in \(folder): \(problem)",
            fix: "check the disk and the rights of the folder")
    }
}
