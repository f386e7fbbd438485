import Finance

/// A settings file after reading: what it says, or everything that is wrong with it.
///
/// ```swift
/// let file = SettingsFile.load(path: paths.settingsFile, files: LocalFiles())
/// guard let settings = file.settings else { return file.findings }
/// ```
public struct SettingsFile: Sendable {
    /// What the file says; `nil` if there is any finding.
    public let settings: SaldovaktSettings?
    /// Everything that is wrong, in the order of the file.
    public let findings: [SettingsFinding]

    /// Whether the file could not even be read; what it says may be right.
    public var isUnreadable: Bool {
        findings.contains { $0.fault.code == SettingsFault.unreadableCode }
    }

    /// The longest settings file that is read, in bytes.
    public static let longestFile = 1 << 20

    /// Reads the file at `path`; that it cannot be read is a finding too.
    public static func load(path: String, files: any FileReading) -> SettingsFile {
        do {
            let contents = try files.read(path: path, limit: longestFile)
            return load(bytes: contents.bytes, fileName: path, mode: contents.mode)
        } catch {
            let finding = SettingsFinding(file: path, position: nil, fault: .unreadable(error))
            return SettingsFile(settings: nil, findings: [finding])
        }
    }

    /// Reads the text of a settings file.
    ///
    /// - Parameters:
    ///   - bytes: the file, UTF-8; comments and trailing commas are allowed.
    ///   - fileName: how findings call the file.
    ///   - mode: who may read the file; `nil` to leave that unchecked.
    public static func load(
        bytes: [UInt8], fileName: String, mode: FileMode? = nil
    ) -> SettingsFile {
        let text = PositionedJSON(bytes)
        var reader = SettingsReader(text: text, fileName: fileName)
        let settings = reader.settings(mode: mode)
        return SettingsFile(
            settings: reader.findings.isEmpty ? settings : nil, findings: reader.sortedFindings)
    }
}
