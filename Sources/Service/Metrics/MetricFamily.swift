/// One measured quantity with its samples, in the text format that Prometheus reads.
///
/// Format 0.0.4, https://prometheus.io/docs/instrumenting/exposition_formats/ (read 2026-09).
///
/// ```swift
/// MetricFamily("polls_total", .counter, "Polls.", [MetricSample(3, ["source": "sbanken"])]).text
/// // # HELP polls_total Polls.
/// // # TYPE polls_total counter
/// // polls_total{source="sbanken"} 3
/// ```
public struct MetricFamily: Sendable, Hashable {
    /// What the figure does.
    public enum Kind: String, Sendable, Hashable {
        /// It only grows, and begins at zero with the process.
        case counter
        /// It goes up and down.
        case gauge
    }

    private let name: String
    private let kind: Kind
    private let help: String
    private let samples: [MetricSample]

    /// Makes a family; one without samples is not shown.
    public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [MetricSample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// The lines of the family, each ended by a line feed.
    public var text: String {
        guard !samples.isEmpty else { return "" }
        let head = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        return head + samples.map { "\(name)\($0.text)\n" }.joined()
    }
}

/// One figure of a family, distinguished from its siblings by labels.
public struct MetricSample: Sendable, Hashable {
    private let value: String
    private let labels: [(name: String, value: String)]

    /// A whole number.
    public init(_ value: Int, _ labels: KeyValuePairs<String, String> = [:]) {
        self.value = String(value)
        self.labels = labels.map { ($0.key, $0.value) }
    }

    /// Milliseconds, shown as seconds: the unit that names ending in `_seconds` promise.
    public init(milliseconds: Int, _ labels: KeyValuePairs<String, String> = [:]) {
        let rest = String(milliseconds.magnitude % 1_000)
        let padded = String(repeating: "0", count: 3 - rest.count) + rest
        value = (milliseconds < 0 ? "-" : "") + "\(milliseconds.magnitude / 1_000).\(padded)"
        self.labels = labels.map { ($0.key, $0.value) }
    }

    /// Labels and value as they stand behind the name.
    var text: String {
        guard !labels.isEmpty else { return " \(value)" }
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
        return "{\(pairs.joined(separator: ","))} \(value)"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    public static func == (left: MetricSample, right: MetricSample) -> Bool {
        left.text == right.text
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
