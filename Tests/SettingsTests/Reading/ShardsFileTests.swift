import Finance
import Testing

@testable import Settings

@Suite("A fleet's shards file")
struct ShardsFileTests {
    private func codes(_ text: String) -> [String] {
        ShardsFile.load(bytes: Array(text.utf8), fileName: "shards.json").findings.map {
            "\($0.position.map(\.description) ?? "") \($0.fault.code)"
        }
    }

    @Test("names a database for each range of slots, and a key")
    func reads() throws {
        let text = """
            {"version": 1, "key": {"file": "fleet-key"},
             "shards": [{"slots": "0-127", "database": {"env": "A"}},
                        {"slots": "128-255", "database": {"credential": "b"}}]}
            """
        let loaded = ShardsFile.load(bytes: Array(text.utf8), fileName: "shards.json")
        let file = try #require(loaded.file)
        #expect(file.shards.map(\.slots) == [0...127, 128...255])
        #expect(file.shards.map(\.database.source) == [.environment("A"), .credential("b")])
        #expect(file.key?.source == .file("fleet-key"))
    }

    @Test("is refused with every finding and its place")
    func refusals() {
        #expect(codes(#"{"version":2,"shards":[]}"#).contains("1:12 version"))
        #expect(codes(#"{"shards":[],"keys":{}}"#) == ["1:1 missing-key", "1:14 unknown-key"])
        let shards =
            #"{"version":1,"key":{},"shards":[{"slots":"9-1","database":"x"},{"slots":4}]}"#
        #expect(
            codes(shards) == [
                "1:20 invalid-reference", "1:42 slots", "1:59 literal-secret", "1:64 missing-key",
                "1:73 wrong-type",
            ])
    }

    @Test(
        "has each slot once",
        arguments: [[], ["0-9"], ["0-200", "200-255"], ["0-100", "102-255"]])
    func slots(ranges: [String]) {
        let shards = ranges.map { #"{"slots":"\#($0)","database":{"env":"X"}}"# }
        let text = #"{"version":1,"shards":[\#(shards.joined(separator: ","))]}"#
        #expect(codes(text) == ["1:23 slots"])
    }

    @Test("knows slots from 0 to 255 only", arguments: ["0-256", "-1-3", "a-b", "7", "", "1-2-3"])
    func range(text: String) {
        let file = #"{"version":1,"shards":[{"slots":"\#(text)","database":{"env":"X"}}]}"#
        #expect(codes(file) == ["1:33 slots"])
    }
}
