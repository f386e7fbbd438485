import TestSupport
import Testing

@testable import HTTP

@Suite("Responses and headers", .io)
struct HTTPResponseTests {
    @Test(
        "what Retry-After asks for is kept between nothing and seven days",
        arguments: [
            (Duration?.none, Duration?.none), (.seconds(-5), .zero), (.seconds(7), .seconds(7)),
            (.seconds(99_999), .seconds(99_999)), (.seconds(604_800), .seconds(604_800)),
            (.seconds(604_801), .seconds(604_800)),
        ])
    func retryAfter(asked: Duration?, kept: Duration?) {
        #expect(HTTPResponse(status: 429, retryAfter: asked).retryAfter == kept)
    }

    @Test("the first of two headers of one name answers, in any letter case")
    func header() {
        let headers = [HTTPHeader("Date", "one"), HTTPHeader("DATE", "two")]
        let response = HTTPResponse(status: 200, headers: headers)
        #expect(response.header("date") == "one")
        #expect(response.header("dat") == nil)
        #expect(response.header("Æ") == nil)
    }

    @Test(
        "header lines are split at the first colon and trimmed",
        arguments: [
            ("Date: today\r\n", "Date", "today"), ("A:b:c\r\n", "A", "b:c"),
            ("A: \t b c \r\n", "A", "b c"), ("A:\r\n", "A", ""), ("A:   \r\n", "A", ""),
        ])
    func line(line: String, name: String, value: String) {
        let header = Array(line.utf8).withUnsafeBytes { HTTPHeader(line: $0) }
        #expect(header == HTTPHeader(name, value))
    }

    @Test(
        "status lines and empty lines are no headers",
        arguments: ["HTTP/1.1 200 OK: fine\r\n", "\r\n", "", ": x\r\n", "no colon\r\n"])
    func noHeader(line: String) {
        #expect(Array(line.utf8).withUnsafeBytes { HTTPHeader(line: $0) } == nil)
    }
}
