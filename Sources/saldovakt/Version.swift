/// The version of the program.
enum Version: Sendable {
    /// What `saldovakt --version` prints.
    static let text = "0.1.0"
}
