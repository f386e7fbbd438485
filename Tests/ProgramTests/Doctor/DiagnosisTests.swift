import Console
import Testing

@testable import saldovakt

@Suite("Diagnoses")
struct DiagnosisTests {
    private func diagnosis(_ state: Diagnosis.State) -> Diagnosis {
        Diagnosis(subject: "disk", state: state, text: "it is full", fix: "free some space")
    }

    @Test("end with 1 if something written is wrong, with 4 if only the surroundings are")
    func status() {
        #expect([diagnosis(.fine), diagnosis(.hint)].status == .fine)
        #expect([diagnosis(.environment), diagnosis(.hint)].status == .environment)
        #expect([diagnosis(.environment), diagnosis(.wrong)].status == .wrong)
        #expect([Diagnosis]().status == .fine)
    }

    @Test("are two lines for people, and one object for programs")
    func forms() {
        #expect(
            diagnosis(.environment).lines == [
                "missing\tdisk: it is full", "\tfix: free some space",
            ])
        #expect(Diagnosis.fine("disk", "room").lines == ["ok\tdisk: room"])
        #expect(
            Diagnosis.fine("disk", "room").json
                == #"{"check":"disk","state":"fine","text":"room","fix":null}"#)
    }
}
