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
public struct MetricFamily: Sendable {
    public enum Kind: String, Sendable {
        case counter
        case gauge
    }

    /// The lines of the family, each ended by a line feed.
    public let text: String

    /// Makes a family; one without samples is not shown.
    public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [MetricSample]) {
        let head = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        text = samples.isEmpty ? "" : head + samples.map { "\(name)\($0.text)\n" }.joined()
    }
}

/// One figure of a family, distinguished from its siblings by labels.
public struct MetricSample: Sendable {
    let text: String

    public init(_ value: Int, _ labels: KeyValuePairs<String, String> = [:]) {
        self.init(String(value), labels)
    }

    /// Milliseconds, shown as seconds: the unit that names ending in `_seconds` promise.
    public init(milliseconds: Int, _ labels: KeyValuePairs<String, String> = [:]) {
        let rest = String(milliseconds.magnitude % 1_000)
        let padded = String(repeating: "0", count: 3 - rest.count) + rest
        let sign = milliseconds < 0 ? "-" : ""
        self.init("\(sign)\(milliseconds.magnitude / 1_000).\(padded)", labels)
    }

    private init(_ value: String, _ labels: KeyValuePairs<String, String>) {
        let pairs = labels.map { name, value in
            let escaped = value.unicodeScalars.map {
                $0 == "\n" ? "\\n" : $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)"
            }
            return "\(name)=\"\(escaped.joined())\""
        }
        text = pairs.isEmpty ? " \(value)" : "{\(pairs.joined(separator: ","))} \(value)"
    }
}
