/// The banks whose interfaces the sandbox speaks, all at once on one ledger.
public enum SandboxInterface: String, Sendable, CaseIterable {
    case sbanken, sparebank1, enablebanking, simplefin
}

/// The two forms in which the bank answered; the sandbox speaks both at once.
public enum SandboxDialect: String, Sendable, CaseIterable {
    /// With an envelope around every answer, and a `customerId` header (until 2021).
    case v1
    /// Bare objects and problem details (from June 2021).
    case v2

    public var basePath: String { "/apibeta/api/\(rawValue)" }
}

/// Where a path leads; letter case and slashes at the end do not matter.
enum WireRoute: Sendable, Equatable {
    enum Resource: Sendable, Equatable {
        case accounts
        case account(id: String)
        case transactions(account: String)
        case archive(account: String)
        case list(SandboxList.Endpoint, account: String?)
    }

    case token
    /// The API in one of its dialects; no resource means an unknown address.
    case api(SandboxDialect, Resource?)
    case spareBank1([String])
    /// Enable Banking's interface, with the rest of the path.
    case enableBanking([String])
    /// What is below `/simplefin`.
    case simpleFIN([String])
    /// The sandbox's own controls, with the rest of the path.
    case control([String])
    case unknown

    init(segments: [String]) {
        let lower = segments.map { $0.lowercased() }
        if lower == ["identityserver", "connect", "token"] {
            self = .token
        } else if lower.first == "enablebanking" {
            self = .enableBanking(Array(segments.dropFirst()))
        } else if lower.first == "sandbox" {
            self = .control(Array(segments.dropFirst()))
        } else if lower.first == "oauth" || lower.starts(with: ["personal", "banking"]) {
            self = .spareBank1(lower)
        } else if lower.first == "simplefin" {
            self = .simpleFIN(Array(lower.dropFirst()))
        } else if let dialect = Self.dialect(of: lower) {
            self = .api(dialect, Self.resource(Array(lower.dropFirst(3)), in: dialect))
        } else {
            self = .unknown
        }
    }

    /// The addresses of the bank through the years; the older two only spoke v1.
    private static func dialect(of lower: [String]) -> SandboxDialect? {
        guard lower.count >= 3, lower[1] == "api" else { return nil }
        switch (lower[0], lower[2]) {
        case ("apibeta", "v2"): return .v2
        case ("apibeta", "v1"), ("exec.bank", "v1"), ("bank", "v1"): return .v1
        default: return nil
        }
    }

    private static func resource(_ rest: [String], in dialect: SandboxDialect) -> Resource? {
        switch (rest.first, rest.count) {
        case ("accounts", 1): .accounts
        case ("accounts", 2): .account(id: rest[1])
        case ("transactions", 2): .transactions(account: rest[1])
        case ("transactions", 3) where rest[1] == "archive": .archive(account: rest[2])
        case ("payments", 2): .list(.payments, account: rest[1])
        case ("standingorders", 2): .list(.standingOrders, account: rest[1])
        case ("efakturas", 1) where dialect == .v1: .list(.eFakturas, account: nil)
        case ("efaktura", 1) where dialect == .v2: .list(.eFakturas, account: nil)
        case ("cards", 1): .list(.cards, account: nil)
        default: nil
        }
    }
}
