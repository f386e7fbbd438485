/// Why the metrics page can't be served.
public enum MetricsServerError: Error, Sendable, Hashable {
    /// Another program listens on the port.
    case portTaken(Int)
    /// The system does not let the program listen there.
    case cannotListen(port: Int)
}
