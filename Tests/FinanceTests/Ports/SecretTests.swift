import Finance
import Testing

@Suite("Secrets")
struct SecretTests {
    @Test("are shown by nothing but reveal")
    func hidden() {
        let secret = Secret("hunter2-token")
        var dumped = ""
        dump((secret, [secret], Optional(secret)), to: &dumped)
        let shown = [
            "\(secret)", String(describing: secret), String(reflecting: [secret]),
            String(describing: Optional(secret)), dumped,
        ]
        for text in shown { #expect(!text.contains("hunter2"), "\(text.count) letters") }
        #expect("\(secret)" == "‹secret›")
        #expect(secret.reveal() == "hunter2-token")
        #expect(secret == Secret("hunter2-token") && secret != Secret("other"))
    }
}
