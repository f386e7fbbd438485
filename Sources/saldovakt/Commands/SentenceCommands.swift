import ArgumentParser
import Console
import Finance
import Foundation
import Recording
import RuleTools
import Rules
import Settings

/// `saldovakt rules try`: shows what a sentence would do, without adding it.
struct RulesTryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Explains a sentence and replays it on what is stored.",
        discussion: """
            Shows the notifications that the stored history would have caused; with nothing stored \
            yet, those of the sandbox's story. Nothing is sent and nothing is changed.
            """)

    @Argument(help: "The sentence, in quotes.") var sentence: String

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(help: "Write one JSON object, without the notifications.") var json = false

    func run() async throws {
        let configuration = try settings.load()
        let result = try read(configuration)
        guard let located = result.located.first, let rules = result.ruleSet else { return }
        guard let stored = try await state.stored(configuration) else {
            write(configuration.explanation(of: located))
            return json ? () : try await playStory(rules, configuration)
        }
        let findings = configuration.findings(on: result, in: stored)
        if !findings.isEmpty { Terminal.complain(FindingRenderer.text(findings.map(\.inSentence))) }
        guard !findings.contains(where: { $0.severity == .error }) else { throw ExitStatus.wrong }
        let past = configuration.replay(rules.rules, in: stored)
        write(
            configuration.explanation(of: located, in: stored, past: past.answers[located.rule.id]))
        guard !json, !past.notifications.isEmpty else { return }
        var text = ReplayText(rules: rules, zone: configuration.settings.timeZone)
        for notification in past.notifications { text.add(notification) }
        Terminal.write("")
        text.writeRows()
    }

    /// Reads the sentence as a file with one rule.
    private func read(_ configuration: Configuration) throws -> RulesFileResult {
        // On a line of its own, so that columns differ only by the quotation mark.
        let file = "{\"version\": 1, \"rules\": [\n\(JSONWriter.quoted(sentence))]}"
        let result = RulesFile.load(
            Array(file.utf8), fileName: "sentence", channels: configuration.channelNames)
        let text = FindingRenderer.text(result.findings.map(\.inSentence))
        guard result.ruleSet != nil else { throw CommandFailure(.wrong, text: text) }
        if !text.isEmpty { Terminal.complain(text) }
        return result
    }

    private func write(_ text: ExplainText) {
        Terminal.write(json ? text.json.text : text.lines.joined(separator: "\n"))
    }

    private func playStory(_ rules: RuleSet, _ configuration: Configuration) async throws {
        let zone = configuration.settings.timeZone
        let story = SandboxStory(endingOn: CalendarDay(of: Date(), in: zone), in: zone)
        var session = RecordingSession(rules: rules) { _, _ in configuration.replayBuilder() }
        var text = ReplayText(rules: rules, zone: zone)
        for snapshot in try await story.answers(SandboxStory.steps) {
            _ = session.play(.success(.snapshot(snapshot)), of: nil) { text.add($0, of: $1) }
        }
        session.finish { text.add($0, of: $1) }
        Terminal.write("\nNothing is stored yet. On the ten days of the sandbox bank:")
        text.writeRows()
        text.counts(since: story.firstDay.instant(in: zone)).forEach(Terminal.write)
    }
}

/// `saldovakt rules add`: adds a sentence as a rule.
struct RulesAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Checks a sentence and adds it to the rules file.",
        discussion: """
            Comments and layout of the file stay. A running watch takes the rule at its next poll. \
            A sentence that does not suit the stored accounts is refused; try it with 'rules try'.
            """)

    @Argument(help: "The sentence, in quotes.") var sentence: String

    @Option(help: .value("id", "The rule's id; without it, made from the sentence."))
    var id: String?

    @Option(
        help: .value(
            "channel",
            "Where to notify; may be repeated. Without it, where all other rules do, or desktop."))
    var notify: [String] = []

    @OptionGroup var rules: RulesOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func run() async throws {
        let configuration = try settings.load()
        let stored = try await state.stored(configuration)
        try RulesText.exclusively(rules.path, makesFolder: rules.named == nil) {
            try add(configuration, stored)
        }
    }

    private func add(_ configuration: Configuration, _ stored: StoredState?) throws {
        let path = rules.path
        var bytes = RuleEntry.emptyFile
        if !LocalFiles.isMissing(path) { bytes = try RulesText.bytes(of: path) }
        let shared = notify.isEmpty ? configuration.sharedChannels(of: bytes) : []
        let entry = RuleEntry(sentence, id: id, notify: notify + shared)
        let file = try configuration.rulesFile(bytes, at: path, adding: [entry], stored)
        try RulesText.replace(path, with: file.bytes)
        for rule in file.added {
            Terminal.write("\(path): added \(rule.id): \(rule.sentence)")
            if let words = rule.readAs { Terminal.write("  read as: \(words)") }
        }
        guard !shared.isEmpty else { return }
        Terminal.write("  notifies on \(shared.joined(separator: ", ")), as the other rules do")
    }
}

extension Configuration {
    /// The channels that all rules of a file have; empty if they differ, and for the standard ones,
    /// which a rule need not name.
    fileprivate func sharedChannels(of bytes: [UInt8]) -> [String] {
        let result = RulesFile.load(bytes, fileName: "", channels: channelNames)
        let channels = Set(result.located.map(\.rule.notify))
        guard channels.count == 1, let shared = channels.first else { return [] }
        return shared == ["desktop"] ? [] : shared
    }

    /// A rules file with additional rules, checked.
    ///
    /// - Throws: ``CommandFailure`` with the problems of the file or the rules.
    func rulesFile(
        _ bytes: [UInt8], at path: String, adding entries: [RuleEntry], _ stored: StoredState? = nil
    ) throws(CommandFailure) -> (bytes: [UInt8], added: [Rule]) {
        var bytes = bytes
        let former = RulesFile.load(bytes, fileName: path, channels: channelNames)
        for entry in entries where former.ruleSet != nil {
            bytes = entry.appended(to: bytes) ?? bytes
        }
        let result = RulesFile.load(bytes, fileName: path, channels: channelNames)
        let added = result.located.suffix(entries.count).map(\.rule)
        let ids = Set(added.map(\.id))
        let findings =
            result.findings.filter { !former.findings.contains($0) || former.ruleSet == nil }
            + (stored.map { self.findings(on: result, in: $0) } ?? []).filter {
                $0.rule.map(ids.contains) ?? false
            }
        let text = FindingRenderer.text(findings)
        guard former.ruleSet != nil, !findings.contains(where: { $0.severity == .error }) else {
            throw CommandFailure(.wrong, text: text)
        }
        try Self.refuseTwins(of: added, among: former.located.map(\.rule), at: path)
        if !text.isEmpty { Terminal.complain(text) }
        return (bytes, added)
    }

    /// Refuses rules that say the same: they would notify twice of everything.
    private static func refuseTwins(
        of added: [Rule], among former: [Rule], at path: String
    ) throws(CommandFailure) {
        for rule in added {
            let twin = former.first { other in
                other.body.canonicalWords == rule.body.canonicalWords
                    && other.clauses == rule.clauses && other.notify == rule.notify
            }
            guard let twin else { continue }
            throw CommandFailure(
                .wrong, where: path, code: "same-rule",
                problem: "rule '\(twin.id)' says the same already: \(twin.sentence)",
                fix: "nothing, it is watched for; with another --notify it can be added")
        }
    }

    /// Checks rules against the stored accounts and transactions.
    func findings(on result: RulesFileResult, in stored: StoredState) -> [RuleFinding] {
        StoreChecks.findings(
            for: result, facts: stored.facts, transactions: stored.transactions,
            zone: settings.timeZone, pollInterval: pollIntervals.standard, naming: naming,
            bindings: stored.bindings)
    }
}

extension StateOptions {
    /// The stored state; `nil` if there is none, unless the folder was named.
    fileprivate func stored(_ configuration: Configuration) async throws -> StoredState? {
        let file = SaldovaktPaths.databaseFile(inState: folder)
        guard state != nil || FileManager.default.fileExists(atPath: file) else { return nil }
        return try await configuration.storedState(try alerts())
    }
}

extension RuleFinding {
    /// The finding at its place in the sentence, which is on the second line of the generated file.
    fileprivate var inSentence: RuleFinding {
        RuleFinding(
            file: file, line: 1, column: max(1, column - 1), length: length, code: code,
            severity: severity, message: message, expected: expected, suggestion: suggestion,
            replacement: replacement, alternatives: alternatives, language: language,
            excerpt: excerpt)
    }
}

extension ReplayText {
    /// Writes the notifications as a table.
    func writeRows() {
        Table(headings.map { ($0, .left) }, rows).lines(isAligned: Terminal.isInteractive).forEach(
            Terminal.write)
    }
}
