import Console
import Finance
import Testing

@testable import saldovakt

@Suite("What a bank sends the browser back with")
struct RedirectAnswerTests {
    private func refusal(_ address: String) -> String? {
        do throws(CommandFailure) {
            _ = try RedirectAnswer(address, bank: "b").code(for: "s-1")
            return nil
        } catch {
            return error.text
        }
    }

    @Test(
        "has the code, as a path or as a whole address that was pasted",
        arguments: [
            "/callback?code=c%2F%2B1&state=s-1", "https://my.page/x?state=s-1&code=c%2F%2B1#_",
        ])
    func code(address: String) throws {
        #expect(try RedirectAnswer(address, bank: "b").code(for: "s-1").reveal() == "c/+1")
    }

    @Test(
        "is refused if it belongs to another sign-in, and its code is not repeated",
        arguments: ["/callback?code=planted&state=s-2", "/callback?code=planted", "%%%"])
    func foreign(address: String) throws {
        let text = try #require(refusal(address))
        #expect(text.hasPrefix("bank b: error: [foreign-answer] "))
        #expect(!text.contains("planted"))
    }

    @Test("says why the bank gave no access")
    func denied() {
        #expect(
            refusal("/callback?error=access_denied&error_description=Cancelled&state=s-1") == """
                bank b: error: [not-allowed] the bank gave no access: access_denied: Cancelled
                  fix: run 'saldovakt login b' again and allow it at the bank
                """)
    }

    @Test("reads the bank's words as a form writes them, and only those")
    func spaces() throws {
        let words = "Not+allowed%2B+now"
        let text = try #require(
            refusal("/callback?error=access_denied&error_description=\(words)&state=s-1"))
        #expect(text.contains("access_denied: Not allowed+ now\n"))
        let code = try RedirectAnswer("/callback?code=a+b&state=s-1", bank: "b").code(for: "s-1")
        #expect(code.reveal() == "a+b")
    }

    @Test("says how to begin again in the way that the person chose")
    func pasted() {
        let answer = RedirectAnswer("/callback?state=s-2", bank: "b", isPasted: true)
        let error = #expect(throws: CommandFailure.self) { try answer.code(for: "s-1") }
        #expect(error?.text.contains("'saldovakt login b --paste'") == true)
        let late = RedirectAnswer.none(from: "b", after: .seconds(600))
        #expect(
            late.text == """
                bank b: error: [no-answer] the bank has not answered for 10 minutes
                  fix: run 'saldovakt login b' again, with --paste if the browser runs on another \
                machine
                """)
    }

    @Test("shows the bank's words on one line, cut")
    func words() throws {
        let words = "one%0Atwo%1B%5B1m" + String(repeating: "x", count: 900)
        let text = try #require(
            refusal("/callback?error=no%0Afix&error_description=\(words)&state=s-1"))
        #expect(text.split(separator: "\n").count == 2)
        #expect(text.contains("no fix: one two"))
        #expect(text.utf8.count < 500)
    }

    @Test("that nobody pasted is said to be nothing", arguments: ["", " "])
    func nothing(address: String) throws {
        #expect(
            refusal(address) == """
                bank b: error: [no-answer] nothing was pasted
                  fix: run 'saldovakt login b' again and paste the whole address
                """)
    }

    @Test("without a code is named as such")
    func empty() {
        #expect(refusal("/callback?state=s-1")?.contains("[no-code]") == true)
    }
}
