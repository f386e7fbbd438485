import Console
import Finance
import Foundation
import TestSupport
import Testing

@testable import Settings
@testable import saldovakt

@Suite("Diagnoses")
struct DiagnosisTests {
    private func diagnosis(_ state: Diagnosis.State) -> Diagnosis {
        Diagnosis("disk", state, "it is full", fix: "free some space")
    }

    @Test("end with 1 if something written is wrong, with 4 if only the surroundings are")
    func status() {
        #expect([diagnosis(.ok), diagnosis(.hint)].status == .fine)
        #expect([diagnosis(.missing), diagnosis(.hint)].status == .environment)
        #expect([diagnosis(.missing), diagnosis(.wrong)].status == .wrong)
        #expect([Diagnosis]().status == .fine)
    }

    @Test("use the same word for people and for programs", arguments: Diagnosis.State.allCases)
    func words(state: Diagnosis.State) throws {
        let word = try #require(diagnosis(state).finding.split(separator: "\t").first)
        #expect(diagnosis(state).json.text.contains(#""state":"\#(word)""#))
    }

    @Test("name programs of banks and channels that can't be started")
    func programs() {
        let program = { CommandSettings(program: $0) }
        let settings = SaldovaktSettings(
            banks: [
                BankSettings(
                    id: "b", access: .command(BankCommandSettings(program: program("/nowhere/b"))))
            ],
            channels: [
                ChannelSettings(name: "etc", kind: .command(program("/etc"))),
                ChannelSettings(name: "sh", kind: .command(program("/bin/sh"))),
            ])
        let resolver = SecretResolver(
            environment: [:], directory: "/", homeDirectory: "/", files: LocalFiles(),
            keyring: SecretServiceKeyring())
        let found = WrittenChecks.programs(
            Configuration(settings: settings, resolver: resolver))
        #expect(found.map(\.subject) == ["bank b", "channel etc"])
        #expect(found.allSatisfy { $0.state == .missing })
    }

    @Test("of a bank whose secret can't be read say that it was not asked")
    func notAsked() async {
        let bank = SbankenSettings(
            clientID: SecretReference(.environment("NOWHERE")),
            clientSecret: SecretReference(.environment("NOWHERE")))
        let resolver = SecretResolver(
            environment: [:], directory: "/", homeDirectory: "/", files: LocalFiles(),
            keyring: SecretServiceKeyring())
        let configuration = Configuration(
            settings: SaldovaktSettings(banks: [BankSettings(id: "b", access: .sbanken(bank))]),
            resolver: resolver)
        let found = await BankChecks.diagnoses(configuration, stateFolder: "/nowhere")
        #expect(found.map(\.subject) == ["bank b"])
        #expect(found.first?.text == "it was not asked, a secret can't be read")
    }

    private func written(_ banks: [BankSettings], in folder: String) -> [Diagnosis] {
        BankChecks.written(
            Configuration(
                settings: SaldovaktSettings(banks: banks),
                resolver: SecretResolver(
                    environment: ["KEY": "no key"], directory: folder, homeDirectory: "/",
                    files: LocalFiles(), keyring: SecretServiceKeyring())))
    }

    @Test("name a folder of files that is missing or a file, and one that two banks have")
    func folders() throws {
        let folder = TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path("list.csv")))
        let banks = [
            ("a", "."), ("b", folder.path + "/"), ("c", "none"), ("d", "list.csv"),
        ].map { id, folder in
            BankSettings(id: id, access: .files(FilesSettings(folder: folder)))
        }
        let found = written(banks, in: folder.path)
        #expect(found.map(\.subject) == ["bank b", "bank c", "bank d"])
        #expect(found.map(\.state) == [.wrong, .missing, .missing])
        #expect(found.last?.text.hasPrefix("\"folder\" names a file: ") == true)
        #expect(found.first?.text.hasPrefix("its folder is that of bank a too: ") == true)
    }

    @Test("name addresses at which others could read secrets, and a key that can't be used")
    func addresses() {
        var sb1 = SpareBank1Settings(
            clientID: SecretReference(.environment("KEY")),
            clientSecret: SecretReference(.environment("KEY")))
        sb1.redirectURI = "http://my.page/callback"
        sb1.apiURL = "http://127.0.0.1:8080/personal/banking"
        let behind = EnableBankingSettings(
            applicationID: "i", privateKey: SecretReference(.environment("KEY")), bank: "DNB",
            redirectURI: "https://example.org/", apiURL: "HTTP://bank.example")
        let found = written(
            [
                BankSettings(id: "sb1", access: .spareBank1(sb1)),
                BankSettings(id: "dnb", access: .enableBanking(behind)),
            ], in: "/")
        #expect(found.map(\.subject) == ["bank sb1", "bank dnb", "bank dnb"])
        #expect(found.allSatisfy { $0.state == .wrong })
        let texts = found.map(\.text)
        #expect(
            texts[0].hasPrefix("'redirectURI' is http") && texts[1].hasPrefix("'apiURL' is http"))
        #expect(texts[2] == "the application's private key can't be used")
    }

    @Test("are a line for people, and one object for programs")
    func forms() {
        #expect(diagnosis(.missing).finding == "missing\tdisk: it is full")
        #expect(
            Diagnosis("disk", .ok, "room").json.text
                == #"{"check":"disk","state":"ok","text":"room","fix":null}"#)
    }
}
