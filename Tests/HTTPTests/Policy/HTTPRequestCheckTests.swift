import TestSupport
import Testing

@testable import HTTP

@Suite("Requests that are refused before anything is sent", .io)
struct HTTPRequestCheckTests {
    @Test(
        "an address has to be complete, clean and without a password",
        arguments: [
            ("", URLRefusal.malformed), ("bank.example", .malformed), ("https://", .malformed),
            ("/path", .malformed), ("https://host:99999/", .malformed),
            ("ftp://host/x", .scheme), ("file:///etc/passwd", .scheme), ("gopher://h/", .scheme),
            ("https://user@host/", .credentials), ("https://user:word@host/", .credentials),
            ("https://:word@host/", .credentials), ("http://user:word@127.0.0.1/", .credentials),
            ("https://host/a b", .forbiddenCharacter), (" https://host/", .forbiddenCharacter),
            ("https://host/\r\nX: y", .forbiddenCharacter),
            ("https://host/\u{7f}", .forbiddenCharacter),
            ("https://ho\u{0}st/", .forbiddenCharacter),
        ])
    func urls(url: String, refusal: URLRefusal) {
        #expect(throws: TransportError.refusedURL(refusal)) {
            try HTTPRequest(url: url).check()
        }
    }

    @Test(
        "ordinary addresses pass",
        arguments: [
            "https://bank.example", "https://bank.example:8443/a/b?c=d%20e#f",
            "http://127.0.0.1:8080/apibeta", "http://[::1]:8080/", "HTTPS://Bank.Example/",
            "https://host/@user", "https://host/?q=user:word@x",
        ])
    func goodURLs(url: String) throws {
        try HTTPRequest(url: url).check()
    }

    @Test("host, scheme and port of a target do not depend on how they are written")
    func sameTarget() throws {
        let plain = try HTTPTarget(url: "https://bank.example/a")
        #expect(try HTTPTarget(url: "HTTPS://BANK.example:443/b?c") == plain)
        #expect(try HTTPTarget(url: "https://bank.example:444/a") != plain)
        #expect(try HTTPTarget(url: "http://bank.example/a") != plain)
    }

    @Test(
        "a header must not be able to become two",
        arguments: [
            ("X-Test", "a\r\nX-More: b"), ("X-Test", "a\nb"), ("X-Test", "a\rb"),
            ("X-Test", "a\u{0}b"), ("X-Test", "\u{1b}[31m"), ("X-Test", "\u{7f}"),
        ])
    func values(name: String, value: String) {
        let request = HTTPRequest(url: "https://h/", headers: [HTTPHeader(name, value)])
        #expect(throws: TransportError.refusedHeader(name)) { try request.check() }
    }

    @Test(
        "a name is letters, digits and a few signs, and its error shows no others",
        arguments: [
            ("", ""), ("X Test", "XTest"), ("X:Test", "XTest"), ("X\r\nTest", "XTest"),
            ("Xå", "X"), ("\u{1b}[2J", "2J"), ("Host", "Host"),
            ("content-LENGTH", "content-LENGTH"), ("Transfer-Encoding", "Transfer-Encoding"),
        ])
    func names(name: String, shown: String) {
        let request = HTTPRequest(url: "https://h/", headers: [HTTPHeader(name, "v")])
        #expect(throws: TransportError.refusedHeader(shown)) { try request.check() }
    }

    @Test("tabs, empty values and letters beyond ASCII are allowed in values")
    func goodHeaders() throws {
        let headers = [HTTPHeader("A", "x\ty"), HTTPHeader("B", ""), HTTPHeader("C", "Blåbær")]
        try HTTPRequest(url: "https://h/", headers: headers).check()
    }
}
