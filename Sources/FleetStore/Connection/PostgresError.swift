import Fleet

/// Why a statement or a commit came to nothing, by what is to be done about it.
struct PostgresError: Error, Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// No server can be reached.
        case unreachable
        /// The connection was lost before a commit was asked for: nothing was written.
        case lost
        /// Two transactions were in each other's way: nothing was written.
        case conflict
        /// The answer to a commit was lost, or came with a warning.
        case inDoubt
        case refused
        case schema
        case unreadable
    }

    let kind: Kind
    let problem: String

    init(_ kind: Kind, _ problem: String) {
        self.kind = kind
        self.problem = problem
    }

    /// An error of the server by its SQLSTATE (appendix A of PostgreSQL's manual).
    init(state: String, problem: String) {
        switch state {
        case "40001", "40P01", "55P03", "57014", "23503": kind = .conflict
        case "57P01", "57P02", "57P03", "53300": kind = .lost
        case let state where state.hasPrefix("08"): kind = .lost
        case "42P01", "42703", "42883", "3F000": kind = .schema
        default: kind = .refused
        }
        self.problem = "\(problem) (SQLSTATE \(state))"
    }

    /// Whether the same again may work at once.
    var isPassing: Bool { kind == .lost || kind == .conflict }

    var fleetError: FleetError {
        switch kind {
        case .unreachable, .lost, .conflict, .inDoubt: .unreachable(problem: problem)
        case .refused: .refused(problem: problem)
        case .schema:
            .schema(
                problem: problem, fix: "make the tables with 'saldovakt fleet migrate'")
        case .unreadable: .unreadable(problem: problem)
        }
    }
}
