import Finance
import Foundation
import Testing

@testable import Settings

@Suite("The schema of the settings")
struct SettingsSchemaTests {
    private let root: [String: Any]
    private let definitions: [String: [String: Any]]

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/settings.schema.json")
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        root = try #require(json as? [String: Any])
        definitions = try #require(root["$defs"] as? [String: [String: Any]])
    }

    private func keys(_ object: [String: Any]?) -> Set<String> {
        Set((object?["properties"] as? [String: Any] ?? [:]).keys)
    }

    private func properties(_ name: String) -> [String: [String: Any]] {
        root["properties"].flatMap { $0 as? [String: [String: Any]] }?[name].map { [name: $0] }
            ?? [:]
    }

    /// The keys that the reader offers where it finds one that nobody has.
    private func known(_ text: String) throws -> Set<String> {
        let key = "ZZZZZZZZZZZZ"
        let file = text.replacing("HERE", with: "\"\(key)\": 1")
        let found = SettingsFile.load(bytes: Array(file.utf8), fileName: "s").findings
        let fix = try #require(
            found.first { $0.fault.code == "unknown-key" && $0.fault.problem.contains(key) },
            "\(found)"
        ).fault.fix
        let parts = fix.split(separator: "\"").enumerated()
        return Set(parts.filter { $0.offset % 2 == 1 }.map { String($0.element) })
    }

    @Test(
        "has every key that the reader knows, and no other",
        arguments: [
            ("reference", #""banks": [{"type": "sbanken", "clientId": {HERE}}]"#),
            ("account", #""banks": [{"type": "sbanken", "accounts": {"A": {HERE}}}]"#),
            ("statement", #""banks": [{"type": "files", "account": {HERE}}]"#),
            ("profile", #""banks": [{"type": "files", "profile": {HERE}}]"#),
        ]
            + BankSettings.Kind.allCases.map {
                ("bank-\($0.rawValue)", #""banks": [{"type": "\#($0.rawValue)", HERE}]"#)
            })
    func objects(name: String, place: String) throws {
        #expect(try keys(definitions[name]) == known("{\"version\": 1, \(place)}"))
    }

    @Test("has the keys and words of the file itself")
    func file() throws {
        #expect(try keys(root) == known("{\"version\": 1, HERE}"))
        for name in ["heartbeat", "metrics"] {
            #expect(
                try keys(properties(name)[name]) == known("{\"version\": 1, \"\(name)\": {HERE}}"))
        }
        let holidays = properties("holidays")["holidays"]?["enum"] as? [String]
        #expect(holidays == HolidayCalendar.allCases.map(\.rawValue))
    }

    /// The keys of all channels that have a meaning in one that begins so.
    private func useful(_ begin: String) throws -> Set<String> {
        let all = try known(
            #"{"version": 1, "channels": {"x": {"type": "webhook", HERE}}}"#)
        let nulls = all.subtracting(["type", "format"]).map { "\"\($0)\": null" }
        let format = begin.contains("format") ? "" : ", \"format\": null"
        let text =
            "{\"version\": 1, \"channels\": {\"x\": {\(begin)\(format), \(nulls.joined(separator: ", "))}}}"
        let useless = SettingsFile.load(bytes: Array(text.utf8), fileName: "s").findings
            .filter { $0.fault.code == "useless-key" }
            .compactMap { $0.fault.problem.split(separator: "'").first.map(String.init) }
        return all.subtracting(useless)
    }

    @Test(
        "has the keys of every type of channel and format of webhook",
        arguments: ["desktop", "terminal", "mail", "mqtt", "command"].map {
            ("channel-\($0)", #""type": "\#($0)""#, [String]?.none)
        }
            + WebhookSettings.Format.allCases.map {
                (
                    "channel-webhook-\($0.rawValue)",
                    #""type": "webhook", "format": "\#($0.rawValue)""#, $0.neededKeys
                )
            })
    func channels(name: String, begin: String, needed: [String]?) throws {
        let definition = try #require(definitions[name])
        #expect(try keys(definition) == useful(begin))
        if let needed {
            let required = Set(definition["required"] as? [String] ?? [])
            #expect(required.subtracting(["type", "format"]) == Set(needed))
        }
    }
}
