/// Where figures about the watcher are served for Prometheus and its relatives.
public struct MetricsSettings: Sendable, Hashable {
    /// The port on 127.0.0.1, 1 to 65535.
    public var port: Int

    /// Makes the settings of a metrics page.
    public init(port: Int) {
        self.port = port
    }
}
