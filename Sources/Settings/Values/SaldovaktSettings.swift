public import Finance
public import Foundation

/// All settings of a file, checked, with the defaults filled in.
///
/// Made by ``SettingsFile``. Secrets are still references; ``SecretResolver`` reads them.
public struct SaldovaktSettings: Sendable {
    /// The zone of calendar days and quiet hours; Europe/Oslo unless said otherwise.
    public var timeZone: TimeZone
    /// The public holidays that deadlines on working days skip.
    public var holidays = HolidayCalendar.norway
    /// The language of notifications; `nil` means that of the locale.
    public var language: Language?
    public var banks: [BankSettings]
    /// The channels in the order of the file, then `desktop` and `terminal` if not among them.
    public var channels: [ChannelSettings]
    /// The address that is requested after each complete cycle, so that somebody notices silence;
    /// `/fail` is added for failures.
    public var heartbeat: ConfidentialText?
    /// The port on 127.0.0.1, 1 to 65535, on which the watcher's metrics are served for Prometheus
    /// and compatible programs.
    public var metrics: Int?

    /// The settings of a machine without a settings file: no bank, `desktop` and `terminal`.
    public static let standard = SaldovaktSettings()

    public init(
        timeZone: TimeZone = SaldovaktSettings.standardTimeZone, banks: [BankSettings] = [],
        channels: [ChannelSettings] = [], heartbeat: ConfidentialText? = nil
    ) {
        self.timeZone = timeZone
        self.banks = banks
        self.channels = ChannelSettings.withBuiltIn(channels)
        self.heartbeat = heartbeat
    }

    /// The zone of Norwegian banks, or UTC on a machine that has no zone data at all.
    public static var standardTimeZone: TimeZone { TimeZone(identifier: "Europe/Oslo") ?? .gmt }

    public func channel(named name: String) -> ChannelSettings? {
        channels.first { $0.name == name }
    }
}

extension SaldovaktSettings {
    /// Every reference in the settings, in the order of the values.
    public var secretReferences: [SecretReference] {
        banks.flatMap(\.secretReferences) + channels.flatMap(\.secretReferences)
            + [heartbeat?.reference].compactMap(\.self)
    }
}

extension BankSettings {
    public var secretReferences: [SecretReference] {
        switch access {
        case .sbanken(let bank):
            [bank.clientID, bank.clientSecret, bank.customerID].compactMap(\.self)
        case .spareBank1(let bank): [bank.clientID, bank.clientSecret]
        case .enableBanking(let bank): [bank.privateKey]
        case .simpleFIN(let bank): [bank.accessURL].compactMap(\.self)
        case .files: []
        case .command(let command): command.variables.map(\.value)
        }
    }
}

extension ChannelSettings {
    public var secretReferences: [SecretReference] {
        switch kind {
        case .desktop, .terminal, .command: []
        case .webhook(let webhook): webhook.secretReferences
        case .mail(let mail): [mail.user?.reference, mail.password].compactMap(\.self)
        case .mqtt(let mqtt): [mqtt.user?.reference, mqtt.password].compactMap(\.self)
        }
    }
}

extension WebhookSettings {
    var secretReferences: [SecretReference] {
        let texts = [url, user, place].compactMap(\.self) + headers.map(\.value)
        return texts.compactMap(\.reference) + [token].compactMap(\.self) + signingSecrets
    }
}

extension ConfidentialText {
    public var reference: SecretReference? {
        if case .reference(let reference) = self { reference } else { nil }
    }
}
