public import Foundation

/// Everything a settings file says, checked, with the defaults filled in.
///
/// Made by ``SettingsFile``. Secrets are still references; ``SecretResolver`` reads them.
public struct SaldovaktSettings: Sendable {
    /// The zone of calendar days and quiet hours; Europe/Oslo unless said otherwise.
    public var timeZone: TimeZone
    /// The banks in the order of the file.
    public var banks: [BankSettings]
    /// The channels in the order of the file, then `desktop` and `terminal` if not among them.
    public var channels: [ChannelSettings]
    /// Where a complete cycle is reported, if anywhere.
    public var heartbeat: HeartbeatSettings?
    /// Where figures about the watcher are served, if anywhere.
    public var metrics: MetricsSettings?

    /// The settings of a machine without a settings file: no bank, `desktop` and `terminal`.
    public static let standard = SaldovaktSettings()

    /// Makes settings; what is not given is the default.
    public init(
        timeZone: TimeZone = SaldovaktSettings.standardTimeZone, banks: [BankSettings] = [],
        channels: [ChannelSettings] = [], heartbeat: HeartbeatSettings? = nil
    ) {
        self.timeZone = timeZone
        self.banks = banks
        self.channels = ChannelSettings.withBuiltIn(channels)
        self.heartbeat = heartbeat
    }

    /// The zone of Norwegian banks, or UTC on a machine that has no zone data at all.
    public static var standardTimeZone: TimeZone { TimeZone(identifier: "Europe/Oslo") ?? .gmt }

    /// The channel of that name, if there is one.
    public func channel(named name: String) -> ChannelSettings? {
        channels.first { $0.name == name }
    }
}
