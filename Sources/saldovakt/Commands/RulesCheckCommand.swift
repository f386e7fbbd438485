import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import Rules
import Settings
import Store

/// `saldovakt rules check`: everything that is wrong with a rules file, at once.
struct RulesCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks a rules file and suggests fixes.",
        discussion: """
            With --state the rules are also held against the stored accounts and transactions, \
            with --settings against the channels. Status 1 for an error, 3 for a warning under \
            --strict.
            """)

    @OptionGroup var rules: RulesFileOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(help: "Let warnings end with status 3.")
    var strict = false

    @Flag(help: "Write one JSON object.")
    var json = false

    func validate() throws { _ = try rules.path }

    func run() async throws {
        let configuration = try settings.load()
        let path = try rules.path
        let result = RulesFile.load(
            try RulesText.bytes(of: path), fileName: path, channels: configuration.channelNames)
        let findings = result.findings + (try await storeFindings(for: result, configuration))
        report(findings, on: result)
        if findings.contains(where: { $0.severity == .error }) { throw ExitStatus.wrong }
        if strict, !findings.isEmpty { throw ExitStatus.warned }
    }

    private func report(_ findings: [RuleFinding], on result: RulesFileResult) {
        if json { return Terminal.write(FindingRenderer.json(findings)) }
        if !findings.isEmpty { Terminal.complain(FindingRenderer.text(findings)) }
        guard let rules = result.ruleSet else { return }
        for rule in rules.rules { Terminal.write("\(rule.id): \(rule.sentence)") }
        Terminal.write(Self.summary(of: findings, in: rules.rules.count))
    }

    private static func summary(of findings: [RuleFinding], in count: Int) -> String {
        let rules = Strings.count(count, "rule")
        guard !findings.isEmpty else { return rules + (count == 1 ? " is fine" : " are fine") }
        let errors = findings.count { $0.severity == .error }
        return [
            rules, Strings.count(errors, "error"),
            Strings.count(findings.count - errors, "warning"),
        ]
        .joined(separator: ", ")
    }

    private func storeFindings(
        for result: RulesFileResult, _ configuration: Configuration
    ) async throws -> [RuleFinding] {
        guard state.state != nil else { return [] }
        let store = try state.alerts()
        return StoreChecks.findings(
            for: result, facts: try await store.facts(),
            transactions: try await store.transactions(since: CalendarDay(dayNumber: 0)),
            pollInterval: configuration.pollInterval, aliases: configuration.aliases)
    }
}
