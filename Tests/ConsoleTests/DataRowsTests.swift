import Testing

@testable import Console

@Suite("Rows for programs")
struct DataRowsTests {
    private let rows = DataRows(
        ["account", "text"],
        [["Brukskonto", "KIOSK"], [nil, "a \"quoted\", text"], ["", "two\r\nlines"]])

    @Test("as CSV are quoted only where RFC 4180 asks for it, and end with CR LF")
    func csv() {
        #expect(
            rows.csv == "account,text\r\nBrukskonto,KIOSK\r\n"
                + ",\"a \"\"quoted\"\", text\"\r\n,\"two\r\nlines\"\r\n")
    }

    @Test("as JSON tell nothing from an empty text")
    func json() {
        #expect(
            rows.json == #"[{"account":"Brukskonto","text":"KIOSK"},"#
                + #"{"account":null,"text":"a \"quoted\", text"},"#
                + #"{"account":"","text":"two\r\nlines"}]"#)
    }
}
