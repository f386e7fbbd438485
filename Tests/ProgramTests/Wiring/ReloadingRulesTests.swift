import Channels
import Console
import Finance
import Foundation
import Rules
import Settings
import TestSupport
import Testing
import Watch

@testable import saldovakt

@Suite("Reloading rules and settings")
struct ReloadingRulesTests {
    private let folder = TemporaryFolder()

    private func write(_ text: String, to name: String) throws {
        let path = folder.path(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    private func writeRules(notify channel: String) throws {
        try write(
            """
            { "version": 1, "rules": [
              { "id": "low", "when": "balance under 100 NOK", "notify": ["\(channel)"] } ] }
            """, to: "rules.json")
    }

    private func writeSettings(channel: String) throws {
        try write(
            """
            { "version": 1, "channels": { "\(channel)": { "type": "webhook", "format": "json",
              "url": {"file": "\(folder.path("url"))"} } } }
            """, to: "settings.json")
    }

    /// Rules in force that name the channel `first`.
    private func source(settlingTime: Duration) throws -> ReloadingRules {
        try write("http://127.0.0.1:9/hook", to: "url")
        try writeSettings(channel: "first")
        try writeRules(notify: "first")
        let settings = folder.path("settings.json")
        let configuration = try Configuration(file: settings)
        let rules = try RulesOnDisk(
            folder.path("rules.json"), channels: configuration.channelNames)
        let registry = try ChannelRegistry(configuration, try #require(rules.rules)) {
            (channel, configuration) throws(CommandFailure) in
            for reference in channel.secretReferences {
                do throws(SecretError) { _ = try configuration.resolver.secret(reference) } catch {
                    throw CommandFailure([error])
                }
            }
            return TerminalChannel(name: channel.name) { _ in true }
        }
        return ReloadingRules(
            rules, registry: registry, configuration: configuration, settingsFile: settings,
            pollIntervals: PollIntervals(.seconds(300)), settlingTime: settlingTime)
    }

    private func word(_ load: RuleLoad) -> String {
        switch load {
        case .unchanged: "unchanged"
        case .loaded: "loaded"
        case .unsettled: "unsettled"
        case .rejected(let findings): "rejected " + findings.map(\.code).joined(separator: " ")
        }
    }

    @Test("a file that is half written is not reported, and loaded when it is whole")
    func halfWritten() async throws {
        let source = try source(settlingTime: .seconds(3_600))
        #expect(word(await source.load(force: false)) == "unchanged")
        try write("{ \"version\": 1, \"ru", to: "rules.json")
        #expect(word(await source.load(force: false)) == "unsettled")
        #expect(word(await source.load(force: false)) == "unsettled")
        try write(
            #"{"version":1,"rules":[{"id":"low","when":"balance under 50","notify":["first"]}]}"#,
            to: "rules.json")
        #expect(word(await source.load(force: false)) == "loaded")
        #expect(word(await source.load(force: false)) == "unchanged")
    }

    @Test("files that stay unusable are reported once, and again when asked for")
    func rejectedOnce() async throws {
        let source = try source(settlingTime: .zero)
        try write("", to: "rules.json")
        #expect(word(await source.load(force: false)).hasPrefix("rejected"))
        #expect(word(await source.load(force: false)) == "unchanged")
        #expect(word(await source.load(force: true)).hasPrefix("rejected"))
    }

    @Test("rules that went and came back are in force as before")
    func returned() async throws {
        let source = try source(settlingTime: .zero)
        try FileManager.default.removeItem(at: URL(filePath: folder.path("rules.json")))
        #expect(word(await source.load(force: false)) == "rejected unreadable")
        try writeRules(notify: "first")
        #expect(word(await source.load(force: false)) == "loaded")
    }

    @Test(
        "a refused reload is tried again when any file that it depends on changes",
        arguments: ["rules.json", "settings.json", "url"])
    func retried(changed: String) async throws {
        let source = try source(settlingTime: .zero)
        if changed == "url" {
            try FileManager.default.removeItem(at: URL(filePath: folder.path("url")))
        }
        if changed != "settings.json" { try writeSettings(channel: "second") }
        try writeRules(notify: changed == "rules.json" ? "third" : "second")
        #expect(word(await source.load(force: false)).hasPrefix("rejected"))
        #expect(word(await source.load(force: false)) == "unchanged")
        switch changed {
        case "rules.json": try writeRules(notify: "second")
        case "settings.json": try writeSettings(channel: "second")
        default: try write("http://127.0.0.1:9/other", to: "url")
        }
        #expect(word(await source.load(force: false)) == "loaded")
        #expect(await source.reloadedConfiguration()?.channels.contains("second") == true)
    }

    @Test("settings that can't be read leave rules and channels in force, even changed rules")
    func brokenSettings() async throws {
        let source = try source(settlingTime: .zero)
        try write("{ \"version\": 1, ", to: "settings.json")
        #expect(word(await source.load(force: true)).hasPrefix("rejected"))
        #expect(await source.reloadedConfiguration()?.channels.contains("first") == true)
    }

    @Test("a refused setting is reported with its own place only")
    func place() async throws {
        let source = try source(settlingTime: .zero)
        try write("{ \"version\": 1,\n  \"timeZone\": \"Oslo\" }", to: "settings.json")
        guard case .rejected(let findings) = await source.load(force: true) else {
            Issue.record("not rejected")
            return
        }
        #expect(findings.map(\.code) == ["time-zone"])
        #expect(findings.map(\.file) == [folder.path("settings.json")])
        #expect(findings.map(\.line) == [2])
        #expect(findings.allSatisfy { !$0.message.contains("settings.json") })
    }

    @Test("a changed setting that only a restart reads is named")
    func restart() async throws {
        let source = try source(settlingTime: .zero)
        let channels = #""channels": {"first": {"type": "terminal"}}"#
        func codes(_ top: String) async throws -> [String] {
            try write("{ \"version\": 1, \(top)\(channels) }", to: "settings.json")
            guard case .loaded(_, let findings) = await source.load(force: true) else { return [] }
            return findings.map(\.message)
        }
        #expect(try await codes("").isEmpty)
        let found = try await codes(
            #""metrics": {"port": 9090}, "heartbeat": {"url": {"env": "BEAT"}}, "#)
        #expect(found.map { $0.prefix(11) } == ["\"heartbeat\"", "\"metrics\" i"])
    }

    @Test("a reload makes the terminal again, for its zone, and never the desktop")
    func localChannels() throws {
        let file = RulesFile.load(
            Array(#"{"version":1,"rules":[{"when":"balance under 1"}]}"#.utf8),
            fileName: "rules.json", channels: [])
        let rules = try #require(file.ruleSet)
        try write(#"{"version": 1, "timeZone": "Asia/Tokyo"}"#, to: "settings.json")
        let configuration = try Configuration(file: folder.path("settings.json"))
        let registry = try ChannelRegistry(configuration, rules) {
            (channel, _) throws(CommandFailure) in TerminalChannel(name: channel.name) { _ in true }
        }
        try registry.follow(configuration, rules, isReload: false)
        #expect(registry.current.allSatisfy { !$0.isReplacement })
        try registry.follow(configuration, rules, isReload: true)
        let replaced = registry.current.filter(\.isReplacement)
        #expect(replaced.map(\.settings.name) == ["terminal"])
    }
}
