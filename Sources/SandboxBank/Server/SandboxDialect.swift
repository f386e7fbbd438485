/// The two forms in which the bank answered; the sandbox speaks both at once.
public enum SandboxDialect: String, Sendable, CaseIterable {
    /// With an envelope around every answer, and a `customerId` header (until 2021).
    case v1
    /// Bare objects and problem details (from June 2021).
    case v2

    /// The path under which the dialect is served.
    public var basePath: String { "/apibeta/api/\(rawValue)" }
}
