import Console
import Finance
import HTTP
import TestSupport
import Testing
import Watch

@testable import Settings
@testable import saldovakt

@Suite("Banks made from the settings", .io)
struct SourceFactoryTests {
    private let folder = TemporaryFolder()

    private func write(_ secret: String) throws {
        try LocalFiles.replace(folder.path + "/access", with: Array(secret.utf8), mode: 0o600)
    }

    private func factory(_ transport: ScriptedTransport) -> SourceFactory {
        let resolver = SecretResolver(
            environment: [:], directory: folder.path, homeDirectory: "/", files: LocalFiles(),
            keyring: SecretServiceKeyring())
        return SourceFactory(
            resolver: resolver, transport: transport, clock: ManualClock("2026-03-06T09:00:00Z"),
            zone: Make.oslo, stateFolder: folder.path, prompts: false)
    }

    @Test("are asked with the secrets of the moment, and with the last ones while none can be read")
    func newSecrets() async throws {
        let transport = ScriptedTransport { (_) throws(TransportError) in .json("{}", status: 500) }
        let settings = SimpleFINSettings(accessURL: SecretReference(.file("access")))
        let bank = BankSettings(id: "bridge", access: .simpleFIN(settings))
        try write("https://a:one@bridge.test/simplefin")
        let source = try factory(transport).sources([bank], interval: nil)[0].source
        _ = await source.fetch(FetchRequest())
        for text in ["https://a:two@bridge.test/simplefin", ""] {
            try write(text)
            _ = await source.fetch(FetchRequest())
        }
        let sent = transport.requests.map { $0.headers.filter { $0.isNamed("Authorization") } }
        #expect(sent.count == 3 && sent[0] != sent[1] && sent[1] == sent[2])
    }

    @Test("name every secret that can't be read, not only the first")
    func missingSecrets() {
        let settings = SpareBank1Settings(
            clientID: SecretReference(.environment("NO_ID")),
            clientSecret: SecretReference(.environment("NO_SECRET")))
        let bank = BankSettings(id: "sb1", access: .spareBank1(settings))
        let error = #expect(throws: CommandFailure.self) {
            try factory(ScriptedTransport { (_) throws(TransportError) in .json("{}") })
                .checkSecrets(of: [bank])
        }
        #expect(error?.text.contains("NO_ID") == true && error?.text.contains("NO_SECRET") == true)
    }
}
