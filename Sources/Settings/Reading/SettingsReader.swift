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
        for problem in text.problems { report(problem) }
    }

    private mutating func report(_ problem: JSONProblem) {
        let (code, words, fix) =
            switch problem.kind {
            case .duplicateKey(let key):
                (
                    "duplicate-key", "the key occurs twice in the same object: '\(key)'",
                    "remove one of the two"
                )
            // What was found may be part of a secret without its quotes.
            case .unexpected(let expected, _):
                ("json-syntax", "expected \(expected)", "correct the JSON at this place")
            case .invalidNumber:
                (
                    "json-syntax", "this is not a number as JSON writes it",
                    "put texts in double quotes"
                )
            default: ("json-syntax", "\(problem)", "correct the JSON at this place")
            }
        report(code, words, fix: fix, at: problem.range)
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
        let position = text.position(ofByte: range.lowerBound)
        findings.append(SettingsFinding(file: fileName, position: position, fault: fault))
    }

    mutating func report(_ code: String, _ problem: String, fix: String, at range: Range<Int>) {
        report(SettingsFault(code, problem, fix: fix), at: range)
    }

    /// Adds a finding about a value that is not what it must be.
    ///
    /// - Parameter key: a key, or a description such as `the channel 'hook'`.
    mutating func reportKind(
        of node: JSONNode, _ key: String, expected: String, found: String? = nil
    ) {
        let subject = key.contains(" ") ? key : "'\(key)'"
        report(
            "wrong-type", "\(subject) must be \(expected): found \(found ?? node.kindName)",
            fix: "write \(expected) here", at: node.range)
    }

    private mutating func readVersion(_ fields: SettingsFields) {
        guard let node = required("version", of: fields) else { return }
        guard let number = node.number else {
            return reportKind(of: node, "version", expected: "the number 1")
        }
        guard number != "1" else { return }
        report(
            "version", "this version is not known: '\(number)'", fix: "write \"version\": 1",
            at: node.range)
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
        report(
            "time-zone", "unknown time zone: '\(name)'",
            fix: "write a name such as \"\(suggestion ?? "Europe/Oslo")\"", at: node.range)
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
        guard let first else { return }
        report(
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

extension SettingsReader {
    /// The metrics page; `nil` if none is wanted.
    mutating func metrics(_ fields: SettingsFields) -> MetricsSettings? {
        guard let node = fields["metrics"],
            let metrics = object(node, "metrics", known: ["port"]),
            let value = required("port", of: metrics)
        else { return nil }
        guard let text = value.number, let port = Int(text), (1...65_535).contains(port) else {
            reportKind(
                of: value, "port", expected: "a whole number from 1 to 65535",
                found: value.number)
            return nil
        }
        return MetricsSettings(port: port)
    }
}
