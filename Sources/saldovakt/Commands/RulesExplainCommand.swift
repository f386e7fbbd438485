import Alerts
import ArgumentParser
import Finance
import Foundation
import Rules
import Settings
import Store

/// `saldovakt rules explain`: what rules do, in words.
struct RulesExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Says in words what rules read and when they fire.",
        discussion: """
            Rules with faults are named and left out. With --state it names the accounts, says \
            what each rule finds in what is stored, and how often it would have told you something \
            on the stored history. Nothing is sent and nothing is changed.
            """)

    @Argument(help: "The rules file.")
    var file: String?

    @Option(name: .long, help: ArgumentHelp("Explain only this rule.", valueName: "id"))
    var rule: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The rules file, as other commands name it.", valueName: "file"))
    var rules: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What the last evaluations of this rule found and why; needs no file.",
            valueName: "id"))
    var history: String?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Write one JSON array.")
    var json = false

    func validate() throws {
        guard history != nil || (file == nil) != (rules == nil) else {
            throw ValidationError("name one rules file")
        }
    }

    func run() async throws {
        if let history { return try await write(historyOf: history) }
        let configuration = try Configuration(file: settings.settings)
        let path = file ?? rules ?? ""
        let result = try RulesText.loadReadable(path, channels: configuration.channelNames)
        let isFaulty = result.findings.contains {
            $0.severity == .error && (rule == nil || $0.rule == rule)
        }
        if isFaulty, rule != nil { throw ExitStatus.wrong }
        let chosen = try choose(from: result.located, path)
        var stored: StoredState?
        if let folder = state.state { stored = try await StoredState.read(folder, configuration) }
        let past = stored.map { PastReplay.answers(for: chosen.map(\.rule), in: $0, configuration) }
        let texts = chosen.map { text($0, stored, past ?? [:], configuration) }
        if json {
            Terminal.write(JSONText.array(texts.map(\.json)))
        } else {
            Terminal.write(
                texts.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n"))
        }
        if isFaulty { throw ExitStatus.wrong }
    }

    /// Writes the last evaluations of one rule that found something new, oldest first.
    private func write(historyOf id: String) async throws {
        let view = try await AlertView(folder: state.state)
        let entries = try await ReadStore.reading { () throws(StoreError) in
            try await view.store.evaluations(ofRule: id)
        }
        guard !entries.isEmpty else {
            let known = view.ledger.rules.values.filter { !$0.body.isEmpty }.map(\.ruleID)
            throw SilenceText.unknown("evaluated rule", id, among: known)
        }
        let zone = try Configuration(file: settings.settings).settings.timeZone
        for entry in entries {
            Terminal.write(json ? HistoryText.json(entry) : HistoryText.line(entry, in: zone))
        }
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
        _ located: LocatedRule, _ stored: StoredState?, _ past: [String: PastAnswer],
        _ configuration: Configuration
    ) -> ExplainText {
        let zone = configuration.settings.timeZone
        let next = located.rule.upcomingInstants(after: Date(), in: zone)
        guard let stored else {
            return ExplainText(
                rule: located.rule, isEnabled: located.isEnabled, accounts: nil, now: nil,
                next: next, zone: zone)
        }
        let interval = configuration.settings.banks.compactMap(\.interval).min()
        let verdicts = stored.verdicts(
            of: located.rule, at: Date(), zone: zone,
            pollInterval: interval ?? SourceFactory.standardInterval,
            aliases: configuration.aliases)
        return ExplainText(
            rule: located.rule, isEnabled: located.isEnabled,
            accounts: Evaluator.accounts(
                readBy: located.rule, in: stored.facts, aliases: configuration.aliases,
                bindings: stored.bindings),
            now: CurrentWords(state: stored, zone: zone, aliases: configuration.aliases)
                .lines(of: located.rule, verdicts),
            past: past[located.rule.id], next: next, zone: zone)
    }
}
