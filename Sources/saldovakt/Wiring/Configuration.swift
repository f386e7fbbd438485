import Finance
import Foundation
import Settings

/// The settings of this run, and how their secrets are read.
struct Configuration: Sendable {
    /// What the file says, or the standard without one.
    let settings: SaldovaktSettings
    /// Reads the secrets that the settings refer to.
    let resolver: SecretResolver

    /// Puts together settings that were not read from a file.
    init(settings: SaldovaktSettings, resolver: SecretResolver) {
        self.settings = settings
        self.resolver = resolver
    }

    /// Reads the settings file; without one named and none at its usual place, the standard.
    ///
    /// - Throws: ``CommandFailure`` with every finding of the file.
    init(file: String?) throws {
        let path = file ?? Self.paths.settingsFile
        if file == nil, !FileManager.default.fileExists(atPath: path) {
            settings = .standard
        } else {
            let loaded = SettingsFile.load(path: path, files: LocalFiles())
            guard let found = loaded.settings else {
                let text = loaded.findings.map(\.description).joined(separator: "\n")
                throw CommandFailure(loaded.isUnreadable ? .environment : .wrong, text: text)
            }
            settings = found
        }
        resolver = SecretResolver(
            environment: ProcessInfo.processInfo.environment,
            directory: Self.folder(of: path), homeDirectory: Self.homeDirectory,
            files: LocalFiles(), keyring: SecretServiceKeyring())
    }

    /// The names that rules may use in `notify`.
    var channelNames: Set<String> { Set(settings.channels.map(\.name)) }

    /// Other names of accounts, by their name in the bank.
    var aliases: [String: [String]] {
        let accounts = settings.banks.flatMap(\.accounts)
        return Dictionary(accounts.map { ($0.name, $0.aliases) }, uniquingKeysWith: +)
    }

    /// The files that secrets are read from, as paths.
    var secretFiles: [String] { resolver.files(of: settings) }

    /// The zone of the usual settings file; that of Norwegian banks where none can be read.
    static var zone: TimeZone {
        (try? Configuration(file: nil))?.settings.timeZone ?? SaldovaktSettings.standardTimeZone
    }

    /// Where this run looks for its settings if no file is named.
    static var usualFile: String { paths.settingsFile }

    /// Where the unit and tmux look for rules.
    static var usualRulesFile: String { paths.configurationDirectory + "/rules.json" }

    /// The state folder: the one that was named, or the usual one.
    static func stateFolder(_ named: String?) -> String {
        named ?? paths.stateDirectory
    }

    private static var paths: SaldovaktPaths {
        SaldovaktPaths(
            environment: ProcessInfo.processInfo.environment, homeDirectory: homeDirectory)
    }

    /// The home that the environment names, as shells have it; else that of the user database.
    private static var homeDirectory: String {
        let named = ProcessInfo.processInfo.environment["HOME", default: ""]
        return named.hasPrefix("/") ? named : NSHomeDirectory()
    }

    private static func folder(of path: String) -> String {
        let absolute = URL(filePath: path).standardizedFileURL
        return absolute.deletingLastPathComponent().path
    }
}

extension CommandFailure {
    /// Secrets that can't be read.
    init(_ errors: [SecretError]) {
        let text = errors.map(\.description).joined(separator: "\n")
        self.init(.environment, text: text)
    }
}
