import Foundation
import Testing

@testable import Rules

@Suite("The examples that are shipped")
struct ExamplesTests {
    private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "rules")

    static var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
    }

    @Test("there are some")
    func some() {
        #expect(Self.names.count >= 12)
        #expect(Self.names.contains("demo.json"))
    }

    @Test("load without a finding", arguments: names)
    func load(_ name: String) throws {
        let data = try Data(contentsOf: Self.folder.appending(path: name))
        let channels: Set<String> = name == "demo.json" ? ["hook"] : []
        let result = RulesFile.load(Array(data), fileName: name, channels: channels)
        #expect(result.findings.isEmpty, "\(FindingRenderer.text(result.findings))")
        #expect(result.ruleSet?.rules.isEmpty == false)
        // Strict JSON, so that validators without comments read them too.
        #expect((try? JSONSerialization.jsonObject(with: data)) != nil)
    }

    @Test("are all in the README")
    func readme() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        for name in Self.names { #expect(text.contains("](\(name))"), "\(name)") }
    }

    @Test("the schema has the keys and limits of the decoder (RL-43)")
    func schema() throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "rules.schema.json"))
        let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let file = try #require(root["properties"] as? [String: [String: Any]])
        let definitions = try #require(root["$defs"] as? [String: [String: Any]])
        let rule = try #require(definitions["rule"]?["properties"] as? [String: [String: Any]])
        #expect(Set(file.keys) == Set(RulesFileKeys.file))
        #expect(Set(rule.keys) == Set(RulesFileKeys.rule))
        #expect(rule["urgency"]?["enum"] as? [String] == Urgency.allCases.map(\.rawValue))
        #expect(rule["notify"]?["default"] as? [String] == RulesFileKeys.defaultNotify)
        #expect(definitions["sentence"]?["maxLength"] as? Int == SentenceParser.lengthLimit)
        #expect(rule["id"]?["maxLength"] as? Int == RulesFileKeys.idLimit)
        #expect(rule["message"]?["maxLength"] as? Int == RulesFileKeys.textLimit)
        #expect(file["rules"]?["maxItems"] as? Int == RulesFileKeys.ruleLimit)
        #expect(file["version"]?["const"] as? Int == RulesFileKeys.version)
        #expect(root["additionalProperties"] as? Bool == false)
        #expect(definitions["rule"]?["additionalProperties"] as? Bool == false)
    }
}
