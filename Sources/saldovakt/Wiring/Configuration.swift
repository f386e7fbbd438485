import Alerts
import Console
import Finance
import Foundation
import HTTP
import Programs
import Recording
import RuleTools
import Rules
import Settings
import Store
import Threads
import Watch

/// The settings of this run, and the resolver of their secrets.
struct Configuration: Sendable {
    /// The file's settings, or the default ones without a file.
    let settings: SaldovaktSettings
    let resolver: SecretResolver
}

extension Configuration {
    /// Reads the settings file; uses the default settings if none is named and none is at the usual
    /// place.
    ///
    /// - Parameter prompts: whether a locked keyring may ask the person to unlock it.
    /// - Throws: ``CommandFailure`` with every finding of the file.
    init(file: String?, prompts: Bool = true) throws {
        let path = file ?? Self.usualFile
        var settings = SaldovaktSettings.standard
        if file != nil || !LocalFiles.isMissing(path) {
            let loaded = SettingsFile.load(path: path, files: LocalFiles())
            guard let found = loaded.settings else { throw CommandFailure(loaded.findings) }
            settings = found
        }
        self.init(settings: settings, resolver: Self.resolver(beside: path, prompts: prompts))
    }

    /// The resolver for the secrets of the settings file at a path.
    static func resolver(beside path: String, prompts: Bool = true) -> SecretResolver {
        let folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent().path
        return SecretResolver(
            environment: ProcessInfo.processInfo.environment, directory: folder,
            homeDirectory: homeDirectory, files: LocalFiles(),
            keyring: SecretServiceKeyring(prompts: prompts))
    }

    /// The names of all channels, `desktop` and `terminal` among them.
    var channelNames: Set<String> { Set(settings.channels.map(\.name)) }

    /// The names of banks, by their identifiers.
    var bankNames: [String: String] {
        Dictionary(uniqueKeysWithValues: settings.banks.map { ($0.id, $0.name) })
    }

    /// The names of accounts, with the aliases that the settings give them.
    var naming: AccountNaming {
        let banks = Dictionary(grouping: settings.banks, by: \.id)
        return AccountNaming(
            aliases: banks.mapValues { banks in
                let accounts = banks.flatMap(\.accounts)
                return Dictionary(accounts.map { ($0.name, $0.aliases) }, uniquingKeysWith: +)
            })
    }

    var secretFiles: [String] { resolver.files(of: settings) }

    /// The usual settings file, read once; the default settings if it can't be read.
    private static let usual =
        (try? Configuration(file: nil))
        ?? Configuration(settings: .standard, resolver: resolver(beside: usualFile))

    /// The zone of the usual settings file; that of Norwegian banks if it can't be read.
    static var zone: TimeZone { usual.settings.timeZone }

    static var usualFile: String { paths.settingsFile }

    /// Where the unit and tmux look for rules.
    static var usualRulesFile: String { paths.configurationDirectory + "/rules.json" }

    static var usualStateFolder: String { paths.stateDirectory }

    private static var paths: SaldovaktPaths {
        SaldovaktPaths(
            environment: ProcessInfo.processInfo.environment, homeDirectory: homeDirectory)
    }

    /// The home directory of the environment, as in shells; else that of the user database.
    static var homeDirectory: String {
        let named = ProcessInfo.processInfo.environment["HOME", default: ""]
        return named.hasPrefix("/") ? named : NSHomeDirectory()
    }

    func policy(_ pollIntervals: PollIntervals) -> AlertPolicy {
        let details = settings.channels.map { ($0.name, $0.detail) }
        var policy = AlertPolicy(
            zone: settings.timeZone, pollIntervals: pollIntervals,
            channels: Dictionary(details, uniquingKeysWith: { first, _ in first }))
        policy.naming = naming
        policy.holidays = settings.holidays
        policy.language = language
        policy.bankNames = bankNames
        policy.existing = channelNames
        policy.followsFigures = true
        return policy
    }

    /// How tables are written.
    var tables: TableTexts {
        TableTexts(language: language, zone: settings.timeZone, now: SystemClock().now)
    }

    /// How tables are written, by the usual settings file.
    static let tables = usual.tables

    /// The language of the settings, else of the locale.
    var language: Language {
        let environment = ProcessInfo.processInfo.environment
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty }
        return settings.language ?? Language(localeIdentifier: locale ?? "")
    }

    /// The language of the usual settings file, else of the locale.
    static var usualLanguage: Language { usual.language }

    /// How often the banks of the settings are polled.
    var pollIntervals: PollIntervals {
        pollIntervals(settings.banks.map { ($0.id, $0.interval ?? $0.pace.standard) })
    }

    func pollIntervals(of sources: [WatchParts.PolledSource]) -> PollIntervals {
        pollIntervals(sources.map { ($0.source.id, $0.interval) })
    }

    /// How often banks have new data that are polled this often; some have it less often.
    private func pollIntervals(_ polled: [(id: String, interval: Duration)]) -> PollIntervals {
        let quiet = settings.banks.compactMap { bank in bank.pace.quiet.map { (bank.id, $0) } }
        let usual = Dictionary(polled.map { ($0.id, $0.interval) }) { first, _ in first }
        return PollIntervals(
            polled.map(\.interval).min() ?? PipelineBuilder.standardInterval,
            bySource: usual.merging(quiet) { max($0, $1) })
    }

    func replayBuilder(remembersEvents: Bool = true, household: String? = nil) -> PipelineBuilder {
        var policy = policy(PollIntervals(PipelineBuilder.standardInterval))
        policy.remembersEvents = remembersEvents
        policy.followsFigures = false
        policy.household = household
        return PipelineBuilder(policy: policy)
    }

    /// All stored data that rules can read.
    func storedState(_ store: SQLiteAlertStore) async throws(StoreError) -> StoredState {
        try await StoredState.read(store, channels: channelNames)
    }

    /// The stored history, replayed with these rules up to now.
    func replay(_ rules: [Rule], in state: StoredState) -> PastReplay {
        PastReplay.played(
            rules, in: state, zone: settings.timeZone, pollInterval: pollIntervals.standard,
            naming: naming, holidays: settings.holidays, at: Date())
    }
}

/// A bank whose answers are written to a recording as they come.
///
/// A recording that can't be written any more is reported once and never delays a poll.
struct RecordedSource: BankSource {
    let bank: any BankSource
    let file: RecordingFile
    let warn: @Sendable (String) -> Void
    private let hasFailed = Lock(false)

    var id: String { bank.id }

    func fetch(_ request: FetchRequest) async -> Snapshot {
        let snapshot = await bank.fetch(request)
        do {
            // As the watcher stores it: without people's identity numbers.
            try file.append(snapshot.keepable())
            hasFailed.withLock { $0 = false }
        } catch {
            let isFirst = hasFailed.withLock { failed in
                defer { failed = true }
                return !failed
            }
            if isFirst { warn(CommandFailure(error).text) }
        }
        return snapshot
    }
}

extension CommandFailure {
    init(_ error: RecordingFileError) {
        self.init(
            .environment, where: "--record", code: "recording",
            problem: "the recording can't be written: \(error.reason)",
            fix: "name a file in a folder of yours with room on its disk")
    }
}

extension ProcessSpec {
    /// A program of the settings, with only the environment that programs need.
    init(_ program: CommandSettings, resolver: SecretResolver) {
        self.init(
            command: [resolver.path(program.program)] + program.arguments,
            environment: Self.minimalEnvironment(of: ProcessInfo.processInfo.environment),
            limit: program.timeout ?? Self.standardLimit)
    }

    /// Adds the environment of a program that opens a window: the desktop, and with a click's token
    /// the right to come to the front.
    mutating func addDesktop(activationToken: String?) {
        for name in [
            "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
            "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
        ] { environment[name] = ProcessInfo.processInfo.environment[name] }
        environment["XDG_ACTIVATION_TOKEN"] = activationToken
        environment["DESKTOP_STARTUP_ID"] = activationToken
    }
}

extension TransportOptions {
    /// How the program identifies itself to banks and receivers.
    static let standard = TransportOptions(userAgent: "saldovakt/\(Version.text)")
}
