import Finance
import Foundation
import TestSupport
import Testing

@Suite("JSON on one line")
struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.object(write), as: UTF8.self)
    }

    @Test("members stand in the order in which they were added")
    func order() {
        let text = text { json in
            json.add("b", "x")
            json.add("a", -7)
            json.add("none", nil as String?)
            json.add("yes", true)
            json.add("at", Make.instant("2026-03-06T09:00:00Z"))
            json.add("never", nil as Date?)
            json.add("ready", json: Array(#"{"k":1}"#.utf8))
        }
        #expect(
            text == """
                {"b":"x","a":-7,"none":null,"yes":true,"at":"2026-03-06T09:00:00Z","never":null,\
                "ready":{"k":1}}
                """)
    }

    @Test("objects and lists nest, empty ones too")
    func nesting() {
        let text = text { json in
            json.add("list", list: [1, 2]) { json, number in
                json.object { $0.add("n", number) }
            }
            json.add("nothing", list: [Int]()) { _, _ in }
            json.add("object", 3) { json, number in
                json.object { inner in
                    if number > 3 { inner.add("n", number) }
                }
            }
            json.add("absent", nil as Int?) { _, _ in }
        }
        #expect(text == #"{"list":[{"n":1},{"n":2}],"nothing":[],"object":{},"absent":null}"#)
    }

    @Test("whatever a text holds, a reader gets it back")
    func escapes() throws {
        let controls = (0...0x1F).map { String(UnicodeScalar(UInt8($0))) }.joined()
        for text in ["", "plain", "blåbær €", "\"\\/", controls, "\u{7F}", "a\u{2028}b", "👩‍👩‍👧"] {
            let bytes = JSONWriter.object { $0.add("t", text) }
            let read = try JSONDecoder().decode([String: String].self, from: Data(bytes))
            #expect(read["t"] == text)
            #expect(!bytes.contains { $0 < 0x20 || $0 == 0x7F })
            #expect(bytes == Array(#"{"t":"#.utf8) + Array(JSONWriter.quoted(text).utf8) + [0x7D])
        }
    }

    @Test(
        "instants are written in UTC, with milliseconds only if there are",
        arguments: [
            (0.0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59.500Z"),
            (1_772_787_600.007, "2026-03-06T09:00:00.007Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
            (253_402_300_800, "10000-01-01T00:00:00Z"), (-62_167_219_201, "-0001-12-31T23:59:59Z"),
        ])
    func instants(seconds: Double, text: String) {
        #expect(InstantText.text(Date(timeIntervalSince1970: seconds)) == text)
    }
}
