/// The banks whose interfaces the sandbox supports, all at once on one ledger.
public enum SandboxInterface: String, Sendable, CaseIterable {
    case sbanken, sparebank1, enablebanking, simplefin
}

/// The two forms of the bank's answers; the sandbox supports both at once.
public enum SandboxDialect: String, Sendable, CaseIterable {
    /// With an envelope around every answer, and a `customerId` header (until 2021).
    case v1
    /// Bare objects and problem details (from June 2021).
    case v2

    public var basePath: String { "/apibeta/api/\(rawValue)" }

    /// The addresses of the bank through the years; the older two only spoke v1.
    init?(_ path: [String]) {
        guard path.count >= 3, path[1] == "api" else { return nil }
        switch (path[0], path[2]) {
        case ("apibeta", "v2"): self = .v2
        case ("apibeta", "v1"), ("exec.bank", "v1"), ("bank", "v1"): self = .v1
        default: return nil
        }
    }
}
