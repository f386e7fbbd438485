import Console
import Finance
import Settings
import Testing

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

    @Test("are a line for people, and one object for programs")
    func forms() {
        #expect(diagnosis(.missing).finding == "missing\tdisk: it is full")
        #expect(
            Diagnosis("disk", .ok, "room").json.text
                == #"{"check":"disk","state":"ok","text":"room","fix":null}"#)
    }
}
