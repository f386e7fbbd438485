import ArgumentParser
import Finance
import Foundation
import Recording
import Rules
import Settings
import Testing

@testable import saldovakt

@Suite("What the documentation shows")
struct DocumentationTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The JSON texts of the README, in its order.
    private static func examples() throws -> [[UInt8]] {
        try text("README.md").split(separator: "```json").dropFirst().compactMap {
            $0.components(separatedBy: "```").first.map { Array($0.utf8) }
        }
    }

    @Test("the README's settings and rules work together")
    func examples() throws {
        let examples = try Self.examples()
        #expect(examples.count == 4)
        let settings = SettingsFile.load(bytes: examples[1], fileName: "settings.json")
        #expect(settings.findings.isEmpty, "\(settings.findings)")
        let channels = Set(try #require(settings.settings).channels.map(\.name))
        let rules = RulesFile.load(examples[0], fileName: "rules.json", channels: channels)
        #expect(rules.findings.isEmpty, "\(rules.findings)")
    }

    @Test("the README's bank of one's own can be set up, and its line can be read")
    func ownBank() throws {
        let examples = try Self.examples()
        let bank = Array("{ \"version\": 1, \"banks\": [".utf8) + examples[2] + Array("] }".utf8)
        let settings = SettingsFile.load(bytes: bank, fileName: "settings.json")
        #expect(settings.findings.isEmpty, "\(settings.findings)")
        let line = examples[3].filter { $0 != 0x0A }
        let snapshot = try SnapshotLineReader().snapshot(line, number: 1)
        #expect(snapshot.source == "mine")
    }

    /// The commands between backticks that begin with the program's name.
    private static func commands(in path: String) throws -> [[String]] {
        try text(path).split(separator: "\n").flatMap { line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("saldovakt ") }
                .map { $0.element.prefix { $0 != "|" && $0 != "\\" } }
        }.map { $0.split(separator: " ").dropFirst().map(String.init) }
    }

    @Test(
        "commands in the README and beside the rules are understood",
        arguments: [
            "README.md", "rules/README.md",
        ])
    func commands(path: String) throws {
        let commands = try Self.commands(in: path)
        #expect(!commands.isEmpty)
        for command in commands {
            #expect(throws: Never.self, "\(command)") {
                _ = try SaldovaktCommand.parseAsRoot(command)
            }
        }
    }

    /// What pages show as commands to type, and who runs each of them as written.
    private static let blocks: [String: Set<String>] = [
        // InitTests types all of the program's, contrib/checks/release installs.
        "README.md": [
            "contrib/install-dependencies", "make install",
            "saldovakt init --yes --bank sandbox", "saldovakt watch",
            "saldovakt rules try \"no salary by the 15th\"",
            "saldovakt rules add \"no salary by the 15th\"", "make test", "make help",
        ],
        // BrowserLoginTests, EnableBankingTests, SimpleFINTests. A key that others can read is refused (SettingsTests).
        "docs/banks.md": [
            "saldovakt login sb1", "chmod 600 12345678-….pem", "saldovakt login dnb --paste",
            "saldovakt login bridge",
        ],
        "docs/channels.md": [], "docs/settings.md": [], "docs/identity.md": [],
    ]

    @Test("shows no block of commands that nobody runs", arguments: blocks.keys.sorted())
    func commandBlocks(page: String) throws {
        let blocks = try Self.text(page).split(separator: "```").enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.flatMap { $0.element.split(separator: "\n") }
        let commands = blocks.filter { line in
            ["saldovakt ", "make ", "contrib/", "chmod "].contains { line.hasPrefix("    \($0)") }
        }.map { line in
            line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
        }
        #expect(Set(commands) == Self.blocks[page])
    }

    @Test("every command is in the README and in the manual page")
    func everyCommand() throws {
        // Words of the manual page without its changes of fonts.
        let pages = try ["README.md", "contrib/man/saldovakt.1"].map(Self.text)
            .map { $0.replacing("\\fB", with: "") }
        for command in SaldovaktCommand.configuration.subcommands {
            let name = try #require(command.configuration.commandName)
            #expect(
                pages[0].contains("`saldovakt \(name)") || pages[0].contains("`\(name) "), "\(name)"
            )
            #expect(
                pages[1].split(separator: "\n").contains { line in
                    line.hasPrefix(".B") && line.split { !$0.isLetter }.contains(Substring(name))
                }, "\(name)")
        }
    }
}
