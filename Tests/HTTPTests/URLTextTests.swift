import TestSupport
import Testing

@testable import HTTP

@Suite("Texts in addresses and forms", .io)
struct URLTextTests {
    @Test(
        "encoding leaves letters, digits and four signs alone",
        arguments: [
            ("abcXYZ019-._~", "abcXYZ019-._~"), (" +/=:%&", "%20%2B%2F%3D%3A%25%26"),
            ("blåbær", "bl%C3%A5b%C3%A6r"), ("", ""), ("(!*')", "%28%21%2A%27%29"),
        ])
    func encoding(text: String, encoded: String) {
        #expect(URLText.encoded(text) == encoded)
    }

    @Test("a path keeps its slashes if it is told to")
    func slashes() {
        #expect(URLText.encoded("a/b c", keepsSlashes: true) == "a/b%20c")
        #expect(URLText.encoded("a/b c") == "a%2Fb%20c")
    }
}
