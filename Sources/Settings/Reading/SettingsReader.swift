import Finance
import Foundation

/// Turns the nodes of a settings file into values and collects everything that is wrong.
struct SettingsReader {
    /// The file.
    let text: PositionedJSON
    /// How findings call the file.
    let fileName: String
    /// What is wrong so far.
    private(set) var findings: [SettingsFinding] = []
    /// Where addresses stand in the file itself.
    var literalAddresses: [Range<Int>] = []

    /// Prepares to read; ``settings(mode:)`` does it.
    init(text: PositionedJSON, fileName: String) {
        self.text = text
        self.fileName = fileName
        for problem in text.problems { report(.json(problem.kind), at: problem.range) }
    }

    /// The findings in the order of the file.
    var sortedFindings: [SettingsFinding] {
        let start = TextPosition(line: 0, column: 0)
        return findings.sorted { ($0.position ?? start) < ($1.position ?? start) }
    }

    /// Reads the whole file; the value is only meaningful without findings.
    mutating func settings(mode: FileMode?) -> SaldovaktSettings? {
        guard let root = text.root,
            let fields = object(
                root, "the settings file",
                known: [
                    "$schema", "version", "timeZone", "banks", "channels", "heartbeat", "metrics",
                ])
        else { return nil }
        readVersion(fields)
        var settings = SaldovaktSettings(
            timeZone: timeZone(fields) ?? SaldovaktSettings.standardTimeZone,
            banks: banks(fields), channels: channels(fields), heartbeat: heartbeat(fields))
        settings.metrics = metrics(fields)
        checkMode(mode)
        return settings
    }

    /// Adds a finding about a place in the file.
    mutating func report(_ fault: SettingsFault, at range: Range<Int>) {
        findings.append(
            SettingsFinding(
                file: fileName, position: text.position(ofByte: range.lowerBound),
                columns: text.columnCount(of: range), fault: fault))
    }

    private mutating func readVersion(_ fields: SettingsFields) {
        guard let node = required("version", of: fields) else { return }
        guard let number = node.number else {
            return report(
                .wrongKind(key: "version", expected: "the number 1", found: node.kindName),
                at: node.range)
        }
        if number != "1" { report(.unsupportedVersion(number), at: node.range) }
    }

    private mutating func timeZone(_ fields: SettingsFields) -> TimeZone? {
        guard let (name, node) = optionalText("timeZone", of: fields) else { return nil }
        // Foundation also takes abbreviations and offsets, which know no summer time.
        if name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) {
            return zone
        }
        let known = TimeZone.knownTimeZoneIdentifiers
        let suggestion =
            known.first { $0.hasSuffix("/" + name) } ?? NearestName.find(name, among: known)
        report(.unknownTimeZone(name, suggestion: suggestion), at: node.range)
        return nil
    }

    private mutating func heartbeat(_ fields: SettingsFields) -> HeartbeatSettings? {
        guard let node = fields["heartbeat"],
            let heartbeat = object(node, "the heartbeat", known: ["url"]),
            let url = address("url", of: heartbeat)
        else { return nil }
        return HeartbeatSettings(url: url)
    }

    private mutating func checkMode(_ mode: FileMode?) {
        guard let mode, mode.isOpenToOthers else { return }
        if mode.isWritableByAll { return report(.writableByOthers(mode), at: 0..<1) }
        let first = literalAddresses.min { $0.lowerBound < $1.lowerBound }
        if let first { report(.readableByOthers(mode), at: first) }
    }
}

extension SettingsReader {
    /// The metrics page; `nil` if none is wanted.
    mutating func metrics(_ fields: SettingsFields) -> MetricsSettings? {
        guard let node = fields["metrics"],
            let metrics = object(node, "metrics", known: ["port"]),
            let value = required("port", of: metrics)
        else { return nil }
        guard let text = value.number, let port = Int(text), (1...65_535).contains(port) else {
            report(
                .wrongKind(
                    key: "port", expected: "a whole number from 1 to 65535",
                    found: value.number ?? value.kindName),
                at: value.range)
            return nil
        }
        return MetricsSettings(port: port)
    }
}
