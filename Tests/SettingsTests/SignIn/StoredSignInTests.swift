import Finance
import Foundation
import TestSupport
import Testing
import Threads

@testable import Settings

@Suite("A sign-in that is kept between runs")
struct StoredSignInTests {
    private let folder = TemporaryFolder()

    private var file: String { folder.path + "/sign-in/my-bank.json" }

    private func store(_ place: StoredSignIn.Place = .file) -> StoredSignIn {
        StoredSignIn(source: "my-bank", stateFolder: folder.path, place: place)
    }

    @Test("is the same from a file for every program, and one at a time renews it")
    func conformanceOfFile() async throws {
        try await SignInStoreConformance.check(store(), again: store())
    }

    @Test("is the same from the keyring")
    func conformanceOfKeyring() async throws {
        let keyring = MemoryKeyring()
        try await SignInStoreConformance.check(
            store(.keyring(keyring)), again: store(.keyring(keyring)))
    }

    @Test("is the same in memory")
    func conformanceInMemory() async throws {
        let store = InMemorySignInStore()
        try await SignInStoreConformance.check(store, again: store)
    }

    @Test("is in a file that only its user can read")
    func modes() throws {
        try store().save(SignInState(["refreshToken": "planted"]))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let parent = try FileManager.default.attributesOfItem(atPath: folder.path + "/sign-in")
        #expect(parent[.posixPermissions] as? Int == 0o700)
        #expect("\(try #require(try store().load()))" == "‹sign-in›")
    }

    @Test("is not read from a file that others can read")
    func openFile() throws {
        try store().save(SignInState(["refreshToken": "planted"]))
        chmod(file, 0o644)
        let error = #expect(throws: SignInStoreError.self) { try store().load() }
        #expect(error?.problem.contains("others can read it, its mode is 0644") == true)
        #expect(error?.fix == "chmod 600 '\(file)', then saldovakt login my-bank")
    }

    @Test("stays what it was when a new one cannot be written")
    func fullDisk() throws {
        try store().save(SignInState(["refreshToken": "kept"]))
        // A folder in the place of the draft cannot be opened for writing.
        try FileManager.default.createDirectory(
            atPath: folder.path + "/sign-in/.my-bank.json.\(getpid())/x",
            withIntermediateDirectories: true)
        #expect(throws: SignInStoreError.self) {
            try store().save(SignInState(["refreshToken": "new"]))
        }
        #expect(try store().load()?["refreshToken"] == "kept")
    }

    @Test("that is damaged names the way back", arguments: ["", "{", "[]", #"{"parts": 1}"#])
    func damage(text: String) throws {
        try store().save(SignInState([:]))
        try Data(text.utf8).write(to: URL(filePath: file))
        let error = #expect(throws: SignInStoreError.self) { try store().load() }
        #expect(error?.fix == "saldovakt login my-bank")
    }
}

/// A keyring of one test.
private final class MemoryKeyring: WritableKeyring {
    private let secrets = Lock<[String: Secret]>([:])

    func secret(named name: String) -> Secret? { secrets.withLock { $0[name] } }

    func store(_ secret: Secret, named name: String, label: String) {
        secrets.withLock { $0[name] = secret }
    }

    func remove(named name: String) -> Bool {
        secrets.withLock { $0.removeValue(forKey: name) != nil }
    }
}
