import Alerts
import ArgumentParser
import Finance
import Foundation
import Rules
import Settings
import Store

/// `saldovakt rules check`: everything that is wrong with a rules file, at once.
struct RulesCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks a rules file and says how to mend it.",
        discussion: """
            With --state the rules are also held against the stored accounts and transactions, \
            with --settings against the channels. Status 1 for an error, 3 for a warning under \
            --strict.
            """)

    @Argument(help: "The rules file.")
    var file: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The rules file, as other commands name it.", valueName: "file"))
    var rules: String?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Let warnings end with status 3.")
    var strict = false

    @Flag(name: .long, help: "Write one JSON object.")
    var json = false

    func validate() throws {
        guard (file == nil) != (rules == nil) else {
            throw ValidationError("name one rules file")
        }
    }

    func run() async throws {
        let path = file ?? rules ?? ""
        let bytes = try RulesText.bytes(of: path)
        let configuration = try Configuration(file: settings.settings)
        let result = RulesFile.load(
            bytes, fileName: path, channels: configuration.channelNames)
        let findings = result.findings + (try await storeFindings(for: result, configuration))
        report(findings, on: result)
        if findings.contains(where: { $0.severity == .error }) { throw ExitStatus.wrong }
        if strict, !findings.isEmpty { throw ExitStatus.warned }
    }

    private func report(_ findings: [RuleFinding], on result: RulesFileResult) {
        if json { return Terminal.write(FindingPrinter.json(findings)) }
        if !findings.isEmpty { Terminal.complain(FindingPrinter.text(findings)) }
        guard let rules = result.ruleSet else { return }
        for rule in rules.rules { Terminal.write("\(rule.id): \(rule.sentence)") }
        Terminal.write(Self.summary(of: findings, in: rules.rules.count))
    }

    private static func summary(of findings: [RuleFinding], in count: Int) -> String {
        let rules = Words.count(count, "rule")
        guard !findings.isEmpty else { return rules + (count == 1 ? " is fine" : " are fine") }
        let errors = findings.count { $0.severity == .error }
        return [
            rules, Words.count(errors, "error"), Words.count(findings.count - errors, "warning"),
        ]
        .joined(separator: ", ")
    }

    private func storeFindings(
        for result: RulesFileResult, _ configuration: Configuration
    ) async throws -> [RuleFinding] {
        guard let folder = state.state else { return [] }
        let store = try ReadStore.openAlerts(folder)
        let facts = try await ReadStore.reading { () throws(StoreError) in try await store.facts() }
        let transactions = try await ReadStore.reading { () throws(StoreError) in
            try await store.transactions(since: CalendarDay(dayNumber: 0))
        }
        let interval = configuration.settings.banks.compactMap(\.interval).min()
        return StoreChecks.findings(
            for: result, facts: facts, transactions: transactions,
            pollInterval: interval ?? SourceFactory.standardInterval,
            aliases: configuration.aliases)
    }
}
