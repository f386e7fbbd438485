import Foundation
import Testing

@testable import Rules

/// The messages of a rules file, word for word.
///
/// `make record` writes what the code says now and fails, so that a recording is never mistaken
/// for a check.
@Suite("Findings read like this")
struct GoldenTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden")

    static var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }

    @Test("there are cases to look at")
    func cases() {
        #expect(Self.names.count >= 16)
    }

    @Test("as text", arguments: names)
    func text(_ name: String) throws {
        let result = RulesFile.load(
            try Self.bytes(name), fileName: "rules.json", channels: ["family", "hook"])
        #expect(result.ruleSet == nil)
        let said = FindingRenderer.text(result.findings) + "\n"
        let url = Self.folder.appending(path: name + ".txt")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try Data(said.utf8).write(to: url)
            Issue.record("recorded \(name); run again without RECORD_SNAPSHOTS")
            return
        }
        let expected = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        #expect(said == expected)
    }

    @Test("every suggested sentence works", arguments: names)
    func suggestions(_ name: String) throws {
        let result = RulesFile.load(
            try Self.bytes(name), fileName: "rules.json", channels: ["family", "hook"])
        for finding in result.findings where finding.excerpt != nil {
            guard let suggestion = finding.suggestion, suggestion.contains(" ") else { continue }
            if case .failure(let error) = SentenceParser.parse(suggestion) {
                Issue.record("'\(suggestion)' does not work: \(error.problems)")
            }
        }
    }

    @Test("every stable code is shown by a case")
    func codes() throws {
        var seen: Set<String> = []
        for name in Self.names {
            let result = RulesFile.load(
                try Self.bytes(name), fileName: "rules.json", channels: ["family", "hook"])
            seen.formUnion(result.findings.map(\.code))
        }
        #expect(Self.codes.subtracting(seen).sorted() == [])
        #expect(seen.subtracting(Self.codes).sorted() == [])
    }

    private static let codes: Set<String> = [
        "ambiguous-number", "bad-day", "bad-number", "bad-time", "change-over-window",
        "clause-not-allowed", "contradiction", "duplicate-id", "duplicate-key", "empty-interval",
        "empty-text", "finer-than-data", "incomplete-part", "invalid-id", "invalid-json",
        "its-without-account",
        "missing-key",
        "mixed-currency", "negative-amount", "never-matches", "no-channel", "no-course",
        "not-available", "not-whole",
        "number-too-large",
        "repeated-clause", "repeated-filter", "too-precise", "total-needed", "two-readings",
        "unclear", "unclosed-placeholder", "unclosed-quote", "unexpected-end", "unexpected-word",
        "unknown-category", "unknown-channel", "unknown-key", "unknown-placeholder",
        "unknown-sign", "unknown-urgency", "unknown-word", "unsupported-version",
        "until-overlaps", "which-account", "wrong-json-type", "wrong-scope", "wrong-type",
        "zero-change", "zero-duration", "zero-limit",
    ]

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name + ".json")))
    }
}
