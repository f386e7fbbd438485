/// A rules file with its sentences in canonical words.
public struct FormattedRules: Sendable {
    /// The file's bytes; those that were given if nothing changes or anything is an error.
    public let bytes: [UInt8]
    /// The sentences that changed, in the order of the file.
    public let changes: [SentenceChange]
    /// What keeps the file from being read, and warnings.
    public let findings: [RuleFinding]

    /// Makes a result.
    init(bytes: [UInt8], changes: [SentenceChange], findings: [RuleFinding]) {
        self.bytes = bytes
        self.changes = changes
        self.findings = findings
    }

    /// Whether the file could not be read.
    public var isRefused: Bool { findings.contains { $0.severity == .error } }
}
