import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import RuleTools
import Rules
import Settings
import Store

/// `saldovakt rules explain`: what rules do, in words.
struct RulesExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Says in words what rules read and when they fire.",
        discussion: """
            Rules with faults are named and left out. With --state it names the accounts, says \
            what each rule finds in what is stored, and how often it would have reported you something \
            on the stored history. Nothing is sent and nothing is changed.
            """)

    @OptionGroup var rules: RulesFileOptions

    @Option(help: ArgumentHelp("Explain only this rule.", valueName: "id"))
    var rule: String?

    @Option(
        help: ArgumentHelp(
            "What the last evaluations of this rule found and why; needs no file.",
            valueName: "id"))
    var history: String?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(help: "Write one JSON array.")
    var json = false

    func validate() throws {
        if history == nil { _ = try rules.path }
    }

    func run() async throws {
        if let history { return try await write(historyOf: history) }
        let configuration = try settings.load()
        let path = try rules.path
        let result = try RulesText.loadReadable(path, channels: configuration.channelNames)
        let isFaulty = result.findings.contains {
            $0.severity == .error && (rule == nil || $0.rule == rule)
        }
        if isFaulty, rule != nil { throw ExitStatus.wrong }
        let chosen = try choose(from: result.located, path)
        let stored =
            state.state == nil ? nil : try await configuration.storedState(try state.alerts())
        let past = stored.map { configuration.replay(chosen.map(\.rule), in: $0).answers }
        let texts = chosen.map { text($0, stored, past?[$0.rule.id], configuration) }
        if json {
            Terminal.write(JSONOutput.array(texts.map(\.json)).text)
        } else {
            Terminal.write(
                texts.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n"))
        }
        if isFaulty { throw ExitStatus.wrong }
    }

    /// Writes the last evaluations of one rule that found something new, oldest first.
    private func write(historyOf id: String) async throws {
        let view = try await AlertView(state)
        let entries = try await view.store.evaluations(ofRule: id)
        guard !entries.isEmpty else {
            throw CommandFailure(unknown: "evaluated rule", id, among: view.ruleIDs)
        }
        let zone = try settings.load().settings.timeZone
        for entry in entries { Terminal.write(json ? entry.json.text : entry.line(in: zone)) }
    }

    private func choose(
        from located: [LocatedRule], _ path: String
    ) throws(CommandFailure) -> [LocatedRule] {
        guard let rule else { return located }
        let chosen = located.filter { $0.rule.id == rule }
        guard chosen.isEmpty else { return chosen }
        let known = located.map(\.rule.id)
        let nearest = NearestName.find(rule, among: known).map { "'\($0)'" }
        throw CommandFailure(
            .wrong, where: path, code: "unknown-rule", problem: "no rule has this id: '\(rule)'",
            fix: "use " + (nearest ?? "one of \(known.joined(separator: ", "))"))
    }

    private func text(
        _ located: LocatedRule, _ stored: StoredState?, _ past: PastAnswer?,
        _ configuration: Configuration
    ) -> ExplainText {
        let (rule, zone) = (located.rule, configuration.settings.timeZone)
        let aliases = configuration.aliases
        let next = rule.upcomingInstants(after: Date(), in: zone)
        guard let stored else {
            return ExplainText(
                rule: rule, isEnabled: located.isEnabled, next: next, zone: zone)
        }
        let verdicts = stored.verdicts(
            of: rule, at: Date(), zone: zone, pollInterval: configuration.pollInterval,
            aliases: aliases)
        return ExplainText(
            rule: rule, isEnabled: located.isEnabled, next: next, zone: zone,
            accounts: Evaluator.accounts(
                readBy: rule, in: stored.facts, aliases: aliases, bindings: stored.bindings),
            now: CurrentStrings(state: stored, zone: zone, aliases: aliases)
                .lines(of: rule, verdicts),
            past: past)
    }
}
