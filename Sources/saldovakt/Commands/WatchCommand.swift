import Alerts
import ArgumentParser
import Console
import Foundation
import Recording
import Rules
import Settings
import Store

/// `saldovakt watch`: polls banks, evaluates rules and notifies.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Polls your banks, evaluates your rules and notifies you until interrupted.",
        discussion: """
            SIGHUP reads the rules again, and the settings' channels, time zone, language, \
            holidays and aliases; a changed rules file is noticed before every poll. A file with \
            errors keeps the old ones. SIGTERM and SIGINT finish the running cycle.
            """)

    @OptionGroup var rules: RulesOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Option(help: .value("duration", "How often to poll, such as 5m; overrides the settings."))
    var interval: IntervalArgument?

    @Option(
        help: .value("file", "Also append every answer of a bank to this file, for 'replay'."),
        completion: .file()) var record: String?

    @Option(
        help: .value(
            "port",
            "Serve figures for Prometheus on this port of 127.0.0.1; overrides the settings."))
    var metrics: PortArgument?

    @Flag(help: "Do one cycle and end; status 4 if a bank could not be read.") var once = false

    @Flag(help: "Write one line per event even on a terminal.") var plain = false

    @Flag(help: "Write one JSON object per event.") var json = false

    func validate() throws {
        guard !(json && plain) else { throw ValidationError("choose one of --json and --plain") }
    }

    func run() async throws {
        let (configuration, source, ruleSet) = try read()
        guard !configuration.settings.banks.isEmpty else {
            throw CommandFailure(
                .environment, where: settings.path, code: "no-bank",
                problem: "the settings name no bank",
                fix: "run 'saldovakt init', or write one under \"banks\" in the settings file; "
                    + "'saldovakt demo' works without one")
        }
        let folder = state.folder
        let store = try open(folder, configuration, ruleSet)
        let options = Daemon.Options(
            configuration: configuration, settingsFile: settings.settings, stateFolder: folder,
            interval: interval?.duration, recording: try record.map(RecordingFile.init(path:)),
            metrics: metrics?.number, isOnce: once)
        let zone = configuration.settings.timeZone
        let console: any WatchConsole =
            if json || plain || once || !LiveConsole.isPossible {
                LineConsole(zone: zone, isJSON: json)
            } else {
                await LiveConsole(
                    rules: (rules.path, ruleSet.writtenCount), zone: zone,
                    language: configuration.language, store: store, clock: SystemClock())
            }
        let status: ExitStatus
        do {
            status = try await Daemon(
                options: options, rules: ruleSet, ruleSource: source, store: store, console: console
            ).run()
        } catch {
            // The problem is written on the screen that the view used.
            console.close()
            throw (error as? CommandFailure)?.adding(secretsMissing(configuration, ruleSet))
                ?? error
        }
        throw status
    }

    /// Reads settings and rules.
    ///
    /// - Throws: ``CommandFailure`` with all of their problems.
    private func read() throws(CommandFailure) -> (Configuration, RulesOnDisk, RuleSet) {
        var failures: [CommandFailure] = []
        func found<Value>(_ read: () throws -> Value) -> Value? {
            do { return try read() } catch {
                failures.append(
                    CommandFailure(anyOf: error) ?? CommandFailure(.environment, text: "\(error)"))
                return nil
            }
        }
        let configuration = found { try settings.load() }
        let source = found {
            try RulesOnDisk(rules.path, channels: configuration?.channelNames ?? [])
        }
        // If the settings can't be read, their channels are unknown.
        let findings = (source?.result.findings ?? [])
            .filter { configuration != nil || $0.code != "unknown-channel" }
        let text = FindingRenderer.text(findings)
        if let configuration, let source, let rules = source.rules {
            if !text.isEmpty { Terminal.complain(text) }
            return (configuration, source, rules)
        }
        if findings.contains(where: { $0.severity == .error }) {
            failures.append(CommandFailure(.wrong, text: text))
        }
        _ = found { try lookAtStore() }
        throw CommandFailure(
            failures.contains { $0.status == .wrong } ? .wrong : .environment,
            text: failures.map(\.text).joined(separator: "\n")
        ).adding(configuration.map { secretsMissing($0, source?.rules) } ?? [])
    }

    private func open(
        _ folder: String, _ configuration: Configuration, _ rules: RuleSet
    ) throws(CommandFailure) -> SQLiteAlertStore {
        do {
            return try SQLiteAlertStore.open(folder: folder)
        } catch {
            throw CommandFailure(error).adding(secretsMissing(configuration, rules))
        }
    }

    /// Checks that the store can be opened if there is one; a failed start creates none.
    private func lookAtStore() throws(StoreError) {
        if let holder = SQLiteAlertStore.holder(ofFolder: state.folder) {
            throw .locked(path: state.folder, holder: holder)
        }
        do {
            _ = try SQLiteAlertStore.openReadOnly(folder: state.folder)
        } catch .unreadable(let path, _) where !FileManager.default.fileExists(atPath: path) {
            return
        }
    }

    /// The secrets of the banks, and of the channels that rules use, that can't be read.
    private func secretsMissing(_ configuration: Configuration, _ rules: RuleSet?) -> [String] {
        let used = Set(rules?.rules.flatMap(\.notify) ?? [])
        var settings = configuration.settings
        settings.channels.removeAll { !used.contains($0.name) }
        return configuration.resolver.problems(in: settings).map { "\($0)" }
    }
}
