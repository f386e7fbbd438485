import Foundation
import Settings
import Testing

@Suite("Settings files with faults")
struct BadSettingsTests {
    private func findings(_ name: String) throws -> String {
        let mode = name.hasSuffix("mode-0644") ? FileMode(0o644) : FileMode(0o600)
        let file = SettingsFile.load(
            bytes: try Fixtures.bytes("bad/\(name).json"), fileName: "\(name).json", mode: mode)
        #expect(file.settings == nil)
        return file.findings.map { "\($0)\n" }.joined()
    }

    @Test("give exactly these findings, all at once", arguments: Fixtures.bad)
    func golden(name: String) throws {
        let found = try findings(name)
        let path = Fixtures.folder.appendingPathComponent("bad/\(name).expected.txt")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try Data(found.utf8).write(to: path)
            Issue.record("recorded \(name)")
        }
        let expected = try String(contentsOf: path, encoding: .utf8)
        #expect(found == expected)
    }

    @Test("never show a secret", arguments: Fixtures.bad)
    func noSecrets(name: String) throws {
        let found = try findings(name)
        for secret in ["hunter2", "aHVudGVyMg", "1029384756"] {
            #expect(!found.contains(secret))
        }
    }

    @Test("cover every code that a settings file can give")
    func everyCode() throws {
        #expect(Fixtures.bad.count >= 16)
        var codes: Set<String> = []
        for name in Fixtures.bad {
            let file = SettingsFile.load(
                bytes: try Fixtures.bytes("bad/\(name).json"), fileName: name, mode: FileMode(0o644)
            )
            codes.formUnion(file.findings.map(\.fault.code))
        }
        #expect(
            codes == [
                "address", "command", "day", "destination", "duplicate-key", "duration", "header",
                "interval",
                "invalid-reference", "json-syntax", "literal-secret", "missing-key", "name",
                "readable-by-others",
                "repeated-alias", "repeated-bank", "reserved-channel", "time-zone", "unknown-key",
                "unknown-value", "useless-key", "variable", "version", "wrong-type",
            ])
    }

    @Test(
        "name no port that a server can't have",
        arguments: [
            ("localhost", true), ("localhost:", true), ("localhost:1", true),
            ("localhost:65535", true), ("[::1]", true), ("[::1]:9000", true),
            ("localhost:0", false), ("localhost:65536", false), ("localhost:99999", false),
            ("localhost:+80", false), ("[::1]:99999", false), ("localhost:80:90", false),
        ])
    func port(authority: String, isFine: Bool) {
        for scheme in ["http", "https"] {
            let text =
                #"{"version": 1, "channels": {"hook": {"type": "webhook", "#
                + #""url": "\#(scheme)://\#(authority)/hook?a:99999]:b"}}}"#
            let file = SettingsFile.load(bytes: Array(text.utf8), fileName: "settings.json")
            #expect(file.findings.map(\.fault.code) == (isFine ? [] : ["address"]))
        }
    }

    @Test("are not read wherever the text is cut")
    func everyCut() throws {
        let bytes = try Fixtures.bytes("good/contract.json")
        let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
        for length in 0...end {
            let file = SettingsFile.load(bytes: Array(bytes.prefix(length)), fileName: "x")
            #expect(file.settings == nil)
            #expect(file.findings.count == 1)
        }
    }
}
