import Finance

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
