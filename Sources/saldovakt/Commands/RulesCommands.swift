import Alerts
import ArgumentParser
import Console
import Finance
import Foundation
import RuleTools
import Rules
import Settings
import Store

/// `saldovakt rules`: works on a rules file.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Checks, formats, explains and tries your rules.",
        subcommands: [
            RulesCheckCommand.self, RulesExplainCommand.self, RulesFmtCommand.self,
            RulesTryCommand.self, RulesAddCommand.self, RulesReplayCommand.self,
            RulesTestCommand.self,
        ])
}

/// `saldovakt rules fmt`: rewrites rules in their canonical form.
struct RulesFmtCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt", abstract: "Writes the sentences of a rules file in standard words.",
        discussion: """
            Only sentences change, and never what they mean; comments and layout stay. With \
            --language nb they are written in Norwegian; what it has no words for is written in \
            English and named. With --check nothing is written, and the status is 1 if something \
            would change.
            """)

    @OptionGroup var rules: RulesFileOptions

    @Flag(help: "Only say what would change.") var check = false

    @Option(help: .value("language", "The language of the sentences: en or nb."))
    var language = Language.english

    func run() async throws { try RulesText.exclusively(rules.path, format) }

    private func format() throws {
        let file = rules.path
        let formatted = RulesFormatter.format(
            try RulesText.bytes(of: file), fileName: file, language: language)
        if !formatted.findings.isEmpty {
            Terminal.complain(FindingRenderer.text(formatted.findings))
        }
        guard !formatted.isRefused else { throw ExitStatus.wrong }
        for change in formatted.changes {
            Terminal.write("\(file):\(change.line): \(change.rule)")
            Terminal.write("  - \(SafeText.neutralised(change.before, limit: nil))")
            Terminal.write("  + \(SafeText.neutralised(change.after, limit: nil))")
        }
        for located in formatted.untranslated {
            Terminal.complain(
                "\(file): \(located.rule.id): written in English, because Norwegian "
                    + "has no words for it yet")
        }
        guard !formatted.changes.isEmpty else { return }
        if check { throw ExitStatus.wrong }
        try RulesText.replace(file, with: formatted.bytes)
    }
}

/// `saldovakt rules test`: runs test cases through the real evaluation.
struct RulesTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Runs test cases and compares the notifications.",
        discussion: """
            A case has rules, what the bank answers and the notifications to expect; rules/README.md \
            describes the format. Nothing is sent. Status 1 if a case fails.
            """)

    @Argument(help: "Files of cases, or folders of them.", completion: .file()) var files: [String]

    @Flag(
        help: """
            Play every case three times: plainly, with a restart before every poll, and as \
            a replay; all must give the same notifications.
            """) var thorough = false

    func run() async throws {
        var (count, failed) = (0, 0)
        for file in try files.flatMap(Self.caseFiles) {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw Self.unreadable(file, "check the path and its permissions")
            }
            let reader = CaseReader(
                Array(data), path: file, zone: SaldovaktSettings.standardTimeZone)
            for entry in try reader.entries() {
                count += 1
                let lines = differences(of: entry)
                if lines.isEmpty { continue }
                failed += 1
                Terminal.write("\(entry.place): failed: \(SafeText.neutralised(entry.name))")
                for line in lines { Terminal.write("  \(line)") }
            }
        }
        Terminal.write("\(Strings.count(count, "case")), \(failed) failed")
        if failed > 0 { throw ExitStatus.wrong }
    }

    /// The path itself, or the `.json` files of a folder by name.
    private static func caseFiles(_ path: String) throws -> [String] {
        guard FileStamp(path: path)?.isFolder == true else { return [path] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw unreadable(path, "check its permissions")
        }
        let files = names.filter { $0.hasSuffix(".json") }.sorted()
        guard !files.isEmpty else {
            throw unreadable(path, "name a folder that has .json files of cases")
        }
        return files.map { (path as NSString).appendingPathComponent($0) }
    }

    private static func unreadable(_ path: String, _ fix: String) -> CommandFailure {
        CommandFailure(
            .environment, where: path, code: "cases-unreadable",
            problem: "the cases can't be read", fix: fix)
    }

    private func differences(of entry: CaseReader.Entry) -> [String] {
        switch entry.result {
        case .failure(let failure): return failure.text.split(separator: "\n").map(String.init)
        case .success(let found):
            let lines = found.differences()
            guard thorough, lines.isEmpty else { return lines }
            return found.otherWays.flatMap { found.differences($0) }
        }
    }
}

/// `saldovakt rules check`: reports every problem of a rules file at once.
struct RulesCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks a rules file and suggests fixes.",
        discussion: """
            With --state the rules are also held against the stored accounts and transactions, \
            with --settings against the channels. Status 1 for an error, 3 for a warning under \
            --strict. With --watch it checks at every change of the rules or settings: keep it in \
            a pane beside your editor.
            """)

    @OptionGroup var rules: RulesFileOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(help: "Let warnings end with status 3.") var strict = false

    @Flag(help: "Write one JSON object.") var json = false

    @Flag(help: "Check again whenever the rules or the settings change, until a signal.")
    var watch = false

    func run() async throws {
        guard watch else { return try await check() }
        while !Task.isCancelled { try await checkUntilChanged() }
    }

    /// Checks, and waits until the rules or the settings files differ from those that were checked.
    private func checkUntilChanged() async throws {
        let files = [rules.path, settings.path]
        let stamps = FileStamp.of(files)
        if !json {
            Terminal.clear()
            let zone = (try? settings.load())?.settings.timeZone ?? Configuration.zone
            Terminal.write("\(InstantText.clock(.now, in: zone)) \(rules.path)")
        }
        do { try await check() } catch {
            // Findings were printed; a file that can't be read now may be readable later.
            if let failure = CommandFailure(anyOf: error) { Terminal.complain(failure.text) }
        }
        // Polled, because editors replace the file.
        while FileStamp.of(files) == stamps { try await Task.sleep(for: .milliseconds(200)) }
    }

    private func check() async throws {
        let configuration = try settings.load()
        let path = rules.path
        let result = RulesFile.load(
            try RulesText.bytes(of: path), fileName: path, channels: configuration.channelNames)
        var findings = result.findings
        if state.state != nil {
            let stored = try await configuration.storedState(try state.alerts())
            findings += configuration.findings(on: result, in: stored)
        }
        report(findings, on: result)
        if findings.contains(where: { $0.severity == .error }) { throw ExitStatus.wrong }
        if strict, !findings.isEmpty { throw ExitStatus.warned }
    }

    private func report(_ findings: [RuleFinding], on result: RulesFileResult) {
        if json {
            let rules = result.ruleSet?.rules ?? []
            return Terminal.write(FindingRenderer.json(findings, rules: rules))
        }
        if !findings.isEmpty { Terminal.complain(FindingRenderer.text(findings)) }
        guard let rules = result.ruleSet?.rules else { return }
        for rule in rules {
            Terminal.write("\(rule.id): \(rule.sentence)")
            if let words = rule.readAs { Terminal.write("  read as: \(words)") }
        }
        let errors = findings.count { $0.severity == .error }
        let warnings = Strings.count(findings.count - errors, "warning")
        Terminal.write(
            Strings.count(rules.count, "rule")
                + (!findings.isEmpty
                    ? ", \(Strings.count(errors, "error")), \(warnings)"
                    : rules.count == 1 ? " is fine" : " are fine"))
    }
}

/// `saldovakt rules explain`: explains rules in words.
struct RulesExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Says in words what rules read and when they fire.",
        discussion: """
            Rules with faults are named and left out. With --state it names the accounts, says \
            what each rule finds in what is stored, and how often it would have notified you \
            on the stored history. Nothing is sent and nothing is changed.
            """)

    @OptionGroup var rules: RulesFileOptions

    @Option(
        help: .value("id", "Explain only this rule."), completion: OfferedNames.rules.completion)
    var rule: String?

    @Option(
        help: .value(
            "id", "Show the last evaluations of this rule and their reasons; needs no file."),
        completion: OfferedNames.rules.completion) var history: String?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(help: "Write one JSON array.") var json = false

    func run() async throws {
        if let history { return try await write(historyOf: history) }
        let configuration = try settings.load()
        let result = try RulesText.load(
            rules.path, channels: configuration.channelNames, takesReadable: true)
        let isFaulty = result.findings.contains {
            $0.severity == .error && (rule == nil || $0.rule == rule)
        }
        if isFaulty, rule != nil { throw ExitStatus.wrong }
        let chosen = try choose(from: result.located)
        let stored =
            state.state == nil ? nil : try await configuration.storedState(try state.alerts())
        let past = stored.map { configuration.replay(chosen.map(\.rule), in: $0).answers }
        let texts = chosen.map {
            configuration.explanation(of: $0, in: stored, past: past?[$0.rule.id])
        }
        if json {
            Terminal.write(JSONOutput.array(texts.map(\.json)).text)
        } else {
            Terminal.write(texts.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n"))
        }
        if isFaulty { throw ExitStatus.wrong }
    }

    /// Writes the last evaluations of one rule, oldest first.
    private func write(historyOf id: String) async throws {
        let view = try await AlertView(state)
        let entries = try await view.store.evaluations(ofRule: id)
        guard !entries.isEmpty else {
            throw CommandFailure(unknown: "evaluated rule", id, among: view.ledger.ruleIDs)
        }
        let zone = try settings.load().settings.timeZone
        if json { return Terminal.write(JSONOutput.array(entries.map(\.json)).text) }
        for entry in entries { Terminal.write(entry.line(in: zone)) }
    }

    private func choose(from located: [LocatedRule]) throws(CommandFailure) -> [LocatedRule] {
        guard let rule else { return located }
        let chosen = located.filter { $0.rule.id == rule }
        guard chosen.isEmpty else { return chosen }
        throw CommandFailure(unknown: "rule", rule, among: located.map(\.rule.id))
    }
}

extension Configuration {
    /// Explains a rule in words; with a store also which data it reads and finds there.
    func explanation(
        of located: LocatedRule, in stored: StoredState? = nil, past: PastAnswer? = nil
    ) -> ExplainText {
        ExplainText(
            located, in: stored, past: past, zone: settings.timeZone, pollIntervals: pollIntervals,
            naming: naming, holidays: settings.holidays, at: Date())
    }
}

extension EvaluationEntry {
    /// The time, the verdict, its figures and its effect.
    func line(in zone: TimeZone) -> String {
        let style = MoneyStyle.norwegian
        let parts = [
            InstantText.moment(at, in: zone), account ?? subject, finding.rawValue,
            value.map { "value \(style.text($0))" }, limit.map { "limit \(style.text($0))" },
            count.map { "count \($0)" },
            freshAt.map { "figures of \(InstantText.moment($0, in: zone))" },
            "→ \(effect.rawValue)",
        ]
        return parts.compactMap(\.self).joined(separator: "  ")
    }

    var json: JSONOutput {
        [
            "rule": .string(ruleID), "subject": .string(subject), "account": .text(account),
            "at": .instant(at), "finding": .string(finding.rawValue),
            "effect": .string(effect.rawValue), "value": .text(value?.decimalText),
            "limit": .text(limit?.decimalText), "count": count.map { .whole($0) } ?? .null,
            "freshAt": .instant(freshAt),
        ]
    }
}
