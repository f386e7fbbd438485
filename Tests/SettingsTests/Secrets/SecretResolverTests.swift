import Finance
import Settings
import Testing

@Suite("Resolving references to secrets")
struct SecretResolverTests {
    /// A keyring with one entry, or none that answers.
    private struct StubKeyring: Keyring {
        var entries: [String: String] = [:]
        var fault: KeyringFault?

        func secret(named name: String) throws(KeyringFault) -> Secret? {
            if let fault { throw fault }
            return entries[name].map { Secret($0) }
        }
    }

    private func resolver(
        _ environment: [String: String] = [:],
        files: [String: (text: String, mode: UInt32)] = [:], problem: FileProblem = .missing,
        keyring: StubKeyring = StubKeyring()
    ) -> SecretResolver {
        SecretResolver(
            environment: environment, directory: "/d", homeDirectory: "/h",
            files: MemoryFiles(files: files, problem: problem), keyring: keyring)
    }

    private func fault(
        _ resolver: SecretResolver, _ source: SecretReference.Source
    ) -> SettingsFault? {
        do {
            _ = try resolver.secret(SecretReference(source, place: "settings.json:1:2"))
            return nil
        } catch {
            #expect("\(error)".hasPrefix("settings.json:1:2: error: [\(error.fault.code)] "))
            #expect(!"\(error)\(error.fault)".contains("hunter2"))
            return error.fault
        }
    }

    private func text(
        _ resolver: SecretResolver, _ source: SecretReference.Source
    ) throws -> String {
        try resolver.secret(SecretReference(source)).reveal()
    }

    @Test("reads the environment and refuses what is not set or empty")
    func environment() throws {
        let resolver = resolver(["A": "hunter2", "EMPTY": ""])
        #expect(try text(resolver, .environment("A")) == "hunter2")
        #expect(fault(resolver, .environment("B")) == .noVariable("B"))
        #expect(fault(resolver, .environment("EMPTY")) == .emptyVariable("EMPTY"))
    }

    @Test("reads files beside the settings, below the home and anywhere, without the last break")
    func files() throws {
        let resolver = resolver(files: [
            "/d/a": ("hunter2\n", 0o600), "/h/b": (" h 2\r\n\n", 0o400), "/c": ("x\ny", 0o600),
        ])
        #expect(try text(resolver, .file("a")) == "hunter2")
        #expect(try text(resolver, .file("~/b")) == " h 2")
        #expect(try text(resolver, .file("/c")) == "x\ny")
    }

    @Test("refuses a secret file that others can read or write", arguments: [0o640, 0o604, 0o622])
    func openFiles(mode: UInt32) {
        let resolver = resolver(files: ["/d/a": ("hunter2", mode)])
        let fault = fault(resolver, .file("a"))
        #expect(fault == .openFile(named: "a", path: "/d/a", FileMode(mode)))
        #expect(fault?.fix.hasPrefix("chmod 600 '/d/a', ") == true)
    }

    @Test("refuses files that are missing, forbidden, empty, too long or no text")
    func badFiles() {
        let long = String(repeating: "x", count: SecretResolver.longestSecret + 1)
        let bad = resolver(files: ["/d/empty": ("\n", 0o600), "/d/long": (long, 0o600)])
        #expect(fault(bad, .file("none")) == .unreadableFile(path: "none", .missing))
        #expect(fault(bad, .file("empty")) == .noText)
        #expect(
            fault(bad, .file("long"))
                == .unreadableFile(path: "long", .tooLong(limit: SecretResolver.longestSecret)))
        let forbidden = resolver(problem: .notAllowed)
        #expect(fault(forbidden, .file("a")) == .unreadableFile(path: "a", .notAllowed))
    }

    @Test("reads systemd's credentials from the folder it was given")
    func credentials() throws {
        let files = ["/run/cred/key": (text: "hunter2\n", mode: UInt32(0o440))]
        let inside = resolver(["CREDENTIALS_DIRECTORY": "/run/cred"], files: files)
        #expect(try text(inside, .credential("key")) == "hunter2")
        #expect(fault(inside, .credential("other")) == .unknownCredential("other"))
        #expect(fault(resolver(files: files), .credential("key")) == .noCredentials)
    }

    @Test("asks the keyring and tells its silences apart")
    func keyring() throws {
        let open = resolver(keyring: StubKeyring(entries: ["bank": "hunter2", "empty": ""]))
        #expect(try text(open, .keyring("bank")) == "hunter2")
        #expect(fault(open, .keyring("none")) == .noKeyringEntry("none"))
        #expect(fault(open, .keyring("empty")) == .noText)
        for problem in [KeyringFault.noLibrary, .noService(message: "no bus")] {
            let shut = resolver(keyring: StubKeyring(fault: problem))
            #expect(fault(shut, .keyring("bank")) == .keyring(problem))
        }
    }

    @Test(
        "takes only Standard Webhooks keys for signing",
        arguments: [
            ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", true), ("whsec_aHVudGVyMg==", false),
            ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", false), ("whsec_", false),
            ("whsec_not base64!", false),
            ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", false),
            ("WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", false),
        ])
    func signingSecrets(key: String, isTaken: Bool) {
        let reference = SecretReference(.environment("KEY"))
        let taken = try? resolver(["KEY": key]).signingSecret(reference)
        #expect((taken != nil) == isTaken)
    }

    @Test("refuses an address elsewhere that cannot be one, without showing it")
    func addresses() throws {
        let resolver = resolver(["GOOD": "https://hooks.example/x", "BAD": "hunter2"])
        let good = ConfidentialText.reference(SecretReference(.environment("GOOD")))
        #expect(try resolver.address(good).reveal() == "https://hooks.example/x")
        let literal = ConfidentialText.literal(Secret("https://a.example"))
        #expect(try resolver.address(literal).reveal() == "https://a.example")
        let bad = ConfidentialText.reference(SecretReference(.environment("BAD")))
        let error = #expect(throws: SecretError.self) { try resolver.address(bad) }
        #expect(error?.fault == .notAnAddress)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
    }

    @Test("finds everything that is missing at once")
    func everything() throws {
        let bytes = try Fixtures.bytes("good/contract.json")
        let settings = try #require(SettingsFile.load(bytes: bytes, fileName: "s.json").settings)
        let resolver = resolver([
            "SBANKEN_CLIENT_ID": "a", "FAMILY_WEBHOOK": "no address", "HOOK_SECRET": "hunter2",
        ])
        let problems = resolver.problems(in: settings)
        #expect(
            problems.map(\.fault) == [
                .noVariable("SBANKEN_CLIENT_SECRET"), .noVariable("SBANKEN_CUSTOMER_ID"),
                .notAnAddress, .notASigningSecret, .noVariable("HEARTBEAT_URL"),
            ])
        #expect(problems.allSatisfy { !"\($0)".contains("hunter2") })
    }
}
