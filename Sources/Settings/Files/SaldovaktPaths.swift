/// Where the program keeps its files (XDG Base Directory Specification 0.8).
///
/// ```swift
/// SaldovaktPaths(environment: [:], homeDirectory: "/home/kari").settingsFile
/// // "/home/kari/.config/saldovakt/settings.json"
/// ```
public struct SaldovaktPaths: Sendable, Hashable {
    /// The folder of files that a person writes.
    public let configurationDirectory: String
    /// The folder of the program's stored data; created with mode 0700.
    public let stateDirectory: String

    /// - Parameter environment: `XDG_CONFIG_HOME` and `XDG_STATE_HOME` are used; as the
    ///   specification asks, a value that is no absolute path is ignored.
    public init(environment: [String: String], homeDirectory: String) {
        func base(_ variable: String, _ fallback: String) -> String {
            let value = environment[variable] ?? ""
            return value.hasPrefix("/") ? value : homeDirectory + "/" + fallback
        }
        configurationDirectory = base("XDG_CONFIG_HOME", ".config") + "/saldovakt"
        stateDirectory = base("XDG_STATE_HOME", ".local/state") + "/saldovakt"
    }

    public var settingsFile: String { configurationDirectory + "/settings.json" }

    /// The database in a state folder; made with mode 0600.
    public static func databaseFile(inState directory: String) -> String {
        directory + "/saldovakt.sqlite"
    }

    /// The path with a leading `~/` replaced; a relative one is resolved against `directory`.
    public static func resolve(
        _ path: String, inDirectory directory: String, homeDirectory: String
    ) -> String {
        if path.hasPrefix("/") { return path }
        if path == "~" { return homeDirectory }
        if path.hasPrefix("~/") { return homeDirectory + path.dropFirst() }
        return directory + "/" + path
    }
}
