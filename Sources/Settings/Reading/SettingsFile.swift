public import Finance
import Foundation

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

    /// The fault at a place as it is printed, two lines.
    ///
    /// ```
    /// settings.json:14:18: error: [unknown-key] unknown key: 'clientID'; did you mean 'clientId'?
    ///   fix: rename the key to "clientId"
    /// ```
    func text(at place: String) -> String {
        "\(place): error: [\(code)] \(problem)\n  fix: \(fix)"
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

extension SettingsFinding: CustomStringConvertible {
    /// A file that could not be read.
    init(_ path: String, _ problem: FileProblem) {
        self.init(
            file: path, position: nil,
            fault: SettingsFault("unreadable", "\(problem)", fix: problem.fix))
    }

    public var description: String { fault.text(at: position.map { "\(file):\($0)" } ?? file) }
}

/// Turns the nodes of a settings file into values; problems are in the log.
struct SettingsReader {
    let log: SettingsLog

    /// Reads the whole file; the value is only meaningful without findings.
    func settings(mode: FileMode?) -> SaldovaktSettings? {
        let known = [
            "$schema", "version", "timeZone", "language", "holidays", "banks", "channels",
            "heartbeat", "metrics",
        ]
        guard let root = log.text.root,
            let fields = SettingsFields(root, "the settings file", known: known, in: log)
        else { return nil }
        fields.checkVersion()
        var settings = SaldovaktSettings(
            timeZone: timeZone(fields) ?? SaldovaktSettings.standardTimeZone,
            banks: banks(fields), channels: channels(fields), heartbeat: heartbeat(fields))
        settings.metrics = metrics(fields)
        settings.holidays = fields.word("holidays", as: HolidayCalendar.self) ?? .norway
        settings.language = fields.word("language", as: Language.self)
        if let mode { check(mode) }
        return settings
    }

    private func timeZone(_ fields: SettingsFields) -> TimeZone? {
        // Foundation also accepts abbreviations and offsets, which have no summer time.
        func zone(_ name: String) -> TimeZone? {
            name == "UTC" || name.contains("/") ? TimeZone(identifier: name) : nil
        }
        return fields.value("timeZone", zone) { name in
            let known = TimeZone.knownTimeZoneIdentifiers
            let suggestion =
                known.first { $0.hasSuffix("/" + name) } ?? NearestName.find(name, among: known)
            return SettingsFault(
                "time-zone", "unknown time zone: '\(name)'",
                fix: "write a name such as \"\(suggestion ?? "Europe/Oslo")\"")
        }
    }

    private func heartbeat(_ fields: SettingsFields) -> ConfidentialText? {
        guard let node = fields["heartbeat"],
            let heartbeat = SettingsFields(node, "the heartbeat", known: ["url"], in: log)
        else { return nil }
        return heartbeat.requiredAddress("url")
    }

    private func metrics(_ fields: SettingsFields) -> Int? {
        guard let node = fields["metrics"],
            let metrics = SettingsFields(node, "metrics", known: ["port"], in: log),
            let value = metrics.required("port")
        else { return nil }
        guard let port = value.number.flatMap({ Int($0) }), (1...65_535).contains(port) else {
            log.reportKind(
                of: value, "port", expected: "a whole number from 1 to 65535", found: value.number)
            return nil
        }
        return port
    }

    private func check(_ mode: FileMode) {
        guard mode.isOpenToOthers else { return }
        if mode.isWritableByAll { return log.report(.writableByOthers(mode), at: 0..<1) }
        guard let first = log.literalAddresses.min(by: { $0.lowerBound < $1.lowerBound }) else {
            return
        }
        log.report(
            "readable-by-others",
            "this file holds an address that works like a password, and others can read"
                + " the file: mode \(mode)",
            fix: "run chmod 600 on the file, or keep the address elsewhere and write"
                + " {\"env\": NAME}", at: first)
    }
}

extension SettingsFault {
    static func writableByOthers(_ mode: FileMode) -> SettingsFault {
        SettingsFault(
            "writable-by-others",
            "everybody can change this file, and with it where notifications go: mode \(mode)",
            fix: "run chmod 600 on the file")
    }
}
