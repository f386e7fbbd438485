import Console
import Finance
import Foundation
import Glibc
import Rules
import Settings
import Watch

/// Follows the rules file, which is checked before every poll, and the settings' channels (D39,
/// D75).
///
/// A changed rules file is read with the settings in force. Settings are read again on a requested
/// reload, when rules name a channel that the settings in force do not have, and after a refusal.
/// New settings come into force only together with rules that fit them and with channels that can
/// be made: an error in any of the files changes nothing. Banks, intervals and other settings are
/// read only at the start.
///
/// Refused files are tried again when any file that they depend on changes. A refusal is reported
/// once its files have not changed for a second, because an editor may still be writing them.
actor ReloadingRules: RuleSource {
    private struct Refusal {
        let findings: [RuleFinding]
        /// The files whose change may end the refusal.
        let files: [String]
        var isReported = false
    }

    private let registry: ChannelRegistry
    private let settingsFile: String?
    private let pollIntervals: PollIntervals
    private let settlingTime: Duration
    private let loaded: @Sendable (String, SaldovaktSettings) -> Void
    /// The settings at the start; some of them are used until the end.
    private let first: SaldovaktSettings
    private var configuration: Configuration
    private var inForce: RulesOnDisk
    private var refusal: Refusal?
    /// The watched files as they were before they were last read.
    private var seen: [String: FileStamp?]

    /// The codes of findings about accounts that are shown at every start; others are for `rules
    /// check`.
    private static let shownAtStart: Set<String> = [
        "ambiguous-account", "figure-not-given", "kind-not-given", "no-account-in-currency",
        "reads-no-account", "renamed-account",
    ]

    /// - Parameter loaded: receives the hash of rules that come into force, and the settings.
    init(
        _ rules: RulesOnDisk, registry: ChannelRegistry, configuration: Configuration,
        settingsFile: String?, pollIntervals: PollIntervals, settlingTime: Duration = .seconds(1),
        loaded: @escaping @Sendable (String, SaldovaktSettings) -> Void = { _, _ in }
    ) {
        self.loaded = loaded
        first = configuration.settings
        inForce = rules
        self.registry = registry
        self.configuration = configuration
        self.settingsFile = settingsFile
        self.pollIntervals = pollIntervals
        self.settlingTime = settlingTime
        seen = rules.stamps
    }

    func load(force: Bool) -> RuleLoad {
        let files = refusal?.files ?? [inForce.path]
        if !force, FileStamp.of(files) == seen { return report() }
        return read(withSettings: force || refusal != nil)
    }

    func findings(
        facts: Facts, transactions: [Transaction], bindings: [String: [UUID]]
    ) -> [RuleFinding] {
        StoreChecks.findings(
            for: inForce.result, facts: facts, transactions: transactions,
            zone: configuration.settings.timeZone, naming: configuration.naming,
            bindings: bindings
        ).filter { $0.severity == .error || Self.shownAtStart.contains($0.code) }
    }

    func reloadedConfiguration() -> ReloadedConfiguration? {
        ReloadedConfiguration(
            policy: configuration.policy(pollIntervals), channels: configuration.channelNames)
    }

    private var settingsPath: String { settingsFile ?? Configuration.usualFile }

    private func read(withSettings: Bool) -> RuleLoad {
        let files = [inForce.path, settingsPath] + configuration.secretFiles
        var stamps = FileStamp.of(files)
        do throws(RejectedReload) {
            let next = withSettings ? try readSettings() : nil
            // New settings may refer to other secrets.
            let secrets = next?.secretFiles ?? []
            stamps.merge(FileStamp.of(secrets)) { old, _ in old }
            let load = try take(next)
            refusal = nil
            seen = stamps.filter { $0.key == inForce.path }
            return load
        } catch {
            if !withSettings, error.findings.contains(where: { $0.code == "unknown-channel" }) {
                return read(withSettings: true)
            }
            refusal = Refusal(findings: error.findings, files: Array(stamps.keys))
            seen = stamps
            return report()
        }
    }

    /// Reads the rules and puts them into force, with new settings if there are any.
    private func take(_ next: Configuration?) throws(RejectedReload) -> RuleLoad {
        let tried = next ?? configuration
        guard let read = try? RulesOnDisk(inForce.path, channels: tried.channelNames) else {
            throw RejectedReload(
                "unreadable", "the rules file can't be read: check the path and its permissions",
                in: inForce.path)
        }
        guard let rules = read.rules else { throw RejectedReload(read.result.findings) }
        if next == nil, rules.fileHash == inForce.rules?.fileHash { return .unchanged }
        do { try registry.follow(tried, rules, isReload: next != nil) } catch {
            throw RejectedReload("channel-unusable", error.text, in: settingsPath)
        }
        (inForce, configuration) = (read, tried)
        loaded(rules.fileHash, tried.settings)
        let fixed = next == nil ? [] : fixedSettings(tried.settings)
        return .loaded(rules, findings: read.result.findings + fixed)
    }

    /// Reports a refusal once, and not before its files have settled.
    private func report() -> RuleLoad {
        guard let refusal, !refusal.isReported else { return .unchanged }
        let isSettled = seen.values.allSatisfy { $0?.isSettled(for: settlingTime) ?? true }
        guard isSettled else { return .unsettled }
        self.refusal?.isReported = true
        return .rejected(refusal.findings)
    }

    /// Warns of changed settings that are used as they were at the start.
    private func fixedSettings(_ next: SaldovaktSettings) -> [RuleFinding] {
        let keys = [
            next.heartbeat == first.heartbeat ? nil : "heartbeat",
            next.metrics == first.metrics ? nil : "metrics",
        ].compactMap(\.self)
        return keys.map { key in
            RuleFinding(
                file: settingsPath, line: 1, column: 1, code: "restart-needed", severity: .warning,
                message: "\"\(key)\" is read only at the start; restart 'saldovakt watch' to use"
                    + " the new value")
        }
    }

    private func readSettings() throws(RejectedReload) -> Configuration {
        let isMissing = settingsFile == nil && LocalFiles.isMissing(settingsPath)
        let file = SettingsFile.load(path: settingsPath, files: LocalFiles())
        guard let settings = isMissing ? .standard : file.settings else {
            throw RejectedReload(file.findings)
        }
        return Configuration(
            settings: settings,
            resolver: Configuration.resolver(beside: settingsPath, prompts: false))
    }
}

private struct RejectedReload: Error {
    let findings: [RuleFinding]

    init(_ findings: [RuleFinding]) { self.findings = findings }

    /// The findings of a settings file, each with its own place.
    init(_ findings: [SettingsFinding]) {
        self.findings = findings.map { finding in
            RuleFinding(
                file: finding.file, line: finding.position?.line ?? 1,
                column: finding.position?.column ?? 1, code: finding.fault.code,
                message: "\(finding.fault.problem); \(finding.fault.fix); the old settings stay in"
                    + " force")
        }
    }

    init(_ code: String, _ text: String, in path: String) {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        findings = [
            RuleFinding(
                file: path, line: 1, column: 1, code: code, message: lines.joined(separator: " "))
        ]
    }
}

/// A rules file as it was read.
struct RulesOnDisk: Sendable {
    let path: String
    let result: RulesFileResult
    /// The file as it was before it was read.
    let stamps: [String: FileStamp?]

    /// - Throws: ``CommandFailure`` if it can't be read; problems in it are in ``result``.
    init(_ path: String, channels: Set<String>) throws(CommandFailure) {
        stamps = FileStamp.of([path])
        let bytes = try RulesText.bytes(of: path)
        self.path = path
        result = RulesFile.load(bytes, fileName: path, channels: channels)
    }

    /// Its rules with the built-in ones; `nil` if anything in it is an error.
    var rules: RuleSet? { result.ruleSet.map(BuiltInRules.added) }
}

extension FileStamp {
    /// The stamps of files; a missing file changes with its folder.
    static func of(_ paths: [String]) -> [String: FileStamp?] {
        let stamps = paths.map { path in
            let folder = URL(filePath: path).deletingLastPathComponent().path
            return (path, FileStamp(path: path) ?? FileStamp(path: folder))
        }
        return Dictionary(stamps, uniquingKeysWith: { first, _ in first })
    }

    /// Whether the file was last changed at least that long ago, or its time is ahead of the clock.
    func isSettled(for time: Duration) -> Bool {
        let age = Date.now.timeIntervalSince(changed)
        return age < 0 || age >= time / .seconds(1)
    }
}

/// The text of a rules file on disk.
enum RulesText: Sendable {
    static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(
                .environment, where: path, code: "rules-unreadable",
                problem: FileStamp(path: path)?.isFolder == true
                    ? "this is a folder, no rules file"
                    : LocalFiles.isMissing(path)
                        ? "there is no such rules file" : "the rules file can't be read",
                fix: fix(path))
        }
        return Array(data)
    }

    /// What to do about a rules file that can't be read.
    static func fix(_ path: String) -> String {
        if FileStamp(path: path)?.isFolder == true { return "name the file in it" }
        guard LocalFiles.isMissing(path) else {
            return "make the file and its folder readable for you"
        }
        return path == Configuration.usualRulesFile
            ? "run 'saldovakt init' to write one, or name another with --rules"
            : "check the path; 'saldovakt init --rules FILE' writes one to start from"
    }

    /// Reads the rules of the file; findings that do not end the command are written to standard
    /// error.
    ///
    /// - Parameter takesReadable: whether it is enough that some of the rules can be read.
    /// - Throws: a failure with every finding if that is not the case.
    static func load(
        _ path: String, channels: Set<String>, takesReadable: Bool = false
    ) throws(CommandFailure) -> RulesFileResult {
        let result = RulesFile.load(try bytes(of: path), fileName: path, channels: channels)
        let text = FindingRenderer.text(result.findings)
        guard result.ruleSet != nil || takesReadable && !result.located.isEmpty else {
            throw CommandFailure(.wrong, text: text)
        }
        if !text.isEmpty { Terminal.complain(text) }
        return result
    }

    /// The ids of the rules that can be read; none without a file that can be.
    static func ids(in path: String) -> [String] {
        guard let bytes = try? bytes(of: path) else { return [] }
        return RulesFile.load(bytes, fileName: path, channels: []).located.map(\.rule.id)
    }

    /// Changes the file while no other saldovakt changes it, so that neither change is lost.
    ///
    /// The lock is a file beside it: the file itself may not exist yet, and its folder may be locked
    /// as a state folder.
    static func exclusively(
        _ path: String, makesFolder: Bool = false, _ change: () throws -> Void
    ) throws {
        let target = URL(filePath: path).resolvingSymlinksInPath()
        let folder = target.deletingLastPathComponent()
        if makesFolder { make(folder) }
        let lock = folder.appending(path: ".\(target.lastPathComponent).lock").path
        while case let file = open(lock, O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600), file >= 0 {
            defer { close(file) }
            flock(file, LOCK_EX)
            var (locked, named) = (stat(), stat())
            fstat(file, &locked)
            // The former holder may have removed the file that was opened here.
            guard stat(lock, &named) == 0, locked.st_ino == named.st_ino else { continue }
            defer { unlink(lock) }
            return try change()
        }
        // Where no lock can be made, the rules file can't be replaced either.
        try change()
    }

    private static func make(_ folder: URL) {
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Replaces the file's content atomically, so that a running `watch` never reads half of it.
    ///
    /// The file keeps its mode, and a link keeps its target.
    ///
    /// - Parameters:
    ///   - what: the file's content in words, for the error; settings and secrets are written here
    ///     too.
    ///   - makesFolder: whether a missing folder is created; a path that a person wrote may be
    ///     mistyped.
    static func replace(
        _ path: String, with bytes: [UInt8], what: String = "rules", mode: Int? = nil,
        makesFolder: Bool = false
    ) throws(CommandFailure) {
        let target = URL(filePath: path).resolvingSymlinksInPath()
        if makesFolder { make(target.deletingLastPathComponent()) }
        let known =
            try? FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
        do throws(FileWriteProblem) {
            try LocalFiles.replace(
                target.path, with: bytes, mode: UInt32(mode ?? known as? Int ?? 0o644))
        } catch {
            throw CommandFailure(
                .environment, where: path, code: "\(what)-not-writable",
                problem: "the \(what) file can't be written: \(error)",
                fix: error.isFull
                    ? "make room there"
                    : error == .notAFile
                        ? FileProblem.notAFile.fix
                        : "name one in a folder that is there and that you may write to")
        }
    }
}
