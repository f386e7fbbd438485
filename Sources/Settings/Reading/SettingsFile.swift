public import Finance

/// A settings file after reading: its settings, or all of its problems.
public struct SettingsFile: Sendable {
    /// The settings; `nil` if there is any finding.
    public let settings: SaldovaktSettings?
    public let findings: [SettingsFinding]

    /// Whether the file could not even be read, so that nothing is known about its content.
    public var isUnreadable: Bool { findings.contains(where: \.isUnreadable) }

    public static let longestFile = 1 << 20

    /// Reads the file at `path`; a file that can't be read is a finding too.
    public static func load(path: String, files: any FileReading) -> SettingsFile {
        do {
            let contents = try files.read(path: path, limit: longestFile)
            return load(bytes: contents.bytes, fileName: path, mode: contents.mode)
        } catch { return SettingsFile(settings: nil, findings: [SettingsFinding(path, error)]) }
    }

    /// - Parameters:
    ///   - bytes: the file, UTF-8; comments and trailing commas are allowed.
    ///   - mode: who may read the file; `nil` to leave that unchecked.
    public static func load(
        bytes: [UInt8], fileName: String, mode: FileMode? = nil
    ) -> SettingsFile {
        let log = SettingsLog(text: PositionedJSON(bytes), fileName: fileName)
        let settings = SettingsReader(log: log).settings(mode: mode)
        return SettingsFile(
            settings: log.findings.isEmpty ? settings : nil, findings: log.sortedFindings)
    }
}

/// A problem of the settings or of a secret, in words without any secret, part of one or address.
public struct SettingsFault: Error, Sendable, Hashable {
    /// The stable code, for scripts.
    public let code: String
    public let problem: String
    public let fix: String

    init(_ code: String, _ problem: String, fix: String) {
        (self.code, self.problem, self.fix) = (code, problem, fix)
    }
}

/// One problem of a settings file.
public struct SettingsFinding: Sendable, Hashable {
    public let file: String
    /// `nil` if the file as a whole is concerned.
    public let position: TextPosition?
    public let fault: SettingsFault

    /// Whether the file could not even be read.
    public var isUnreadable: Bool { fault.code == "unreadable" }
}

extension SettingsFinding {
    /// A file that could not be read.
    init(_ path: String, _ problem: FileProblem) {
        self.init(
            file: path, position: nil,
            fault: SettingsFault("unreadable", "\(problem)", fix: problem.fix))
    }
}

extension SettingsFinding: CustomStringConvertible {
    /// The finding as it is printed, two lines.
    ///
    /// ```
    /// settings.json:14:18: error: [unknown-key] unknown key: 'clientID'; did you mean 'clientId'?
    ///   fix: rename the key to "clientId"
    /// ```
    public var description: String {
        let place = position.map { "\(file):\($0)" } ?? file
        return "\(place): error: [\(fault.code)] \(fault.problem)\n  fix: \(fault.fix)"
    }
}
