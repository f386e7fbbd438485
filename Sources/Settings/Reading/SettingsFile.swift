public import Finance

/// A settings file after reading: what it says, or everything that is wrong with it.
public struct SettingsFile: Sendable {
    /// What the file says; `nil` if there is any finding.
    public let settings: SaldovaktSettings?
    public let findings: [SettingsFinding]

    /// Whether the file could not even be read; what it says may be right.
    public var isUnreadable: Bool { findings.contains(where: \.isUnreadable) }

    public static let longestFile = 1 << 20

    /// Reads the file at `path`; that it cannot be read is a finding too.
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

/// What is wrong with a place in the settings or with a secret, in words; none of them holds a secret,
/// a part of one or an address.
public struct SettingsFault: Error, Sendable, Hashable {
    /// The stable code, for scripts.
    public let code: String
    public let problem: String
    public let fix: String

    init(_ code: String, _ problem: String, fix: String) {
        (self.code, self.problem, self.fix) = (code, problem, fix)
    }
}

/// One thing that is wrong with a settings file.
public struct SettingsFinding: Sendable, Hashable {
    public let file: String
    /// `nil` if the file as a whole is meant.
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
