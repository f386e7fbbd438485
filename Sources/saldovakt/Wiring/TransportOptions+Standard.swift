import HTTP

extension TransportOptions {
    /// How the program presents itself to banks and receivers.
    static let standard = TransportOptions(userAgent: "saldovakt/\(Version.text)")
}
