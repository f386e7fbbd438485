public import Finance

/// The state of the sandbox bank at a moment.
public struct SandboxState: Sendable, Equatable {
    /// An account with its figures.
    public struct Account: Sendable, Equatable {
        public let id: String
        public let name: String?
        public let balance: Money
        public let available: Money
    }

    public let day: CalendarDay
    public let step: Int
    /// The number of the last step of the story.
    public let lastStep: Int
    /// The note of the latest step.
    public let note: String?
    /// Actions of the story that were impossible.
    public let problems: [String]
    public let accounts: [Account]
    /// The switches that differ from their resting values.
    public let switches: [SandboxSwitch: SwitchValue]

    public var isFinished: Bool { step >= lastStep }
}

extension SandboxState {
    init(_ bank: Bank) {
        day = bank.day
        step = bank.step
        lastStep = bank.scenario.lastStep
        note = bank.note
        problems = bank.problems.map { "step \($0.step): \($0.error)" }
        accounts = bank.ledger.accounts.map { account in
            Account(
                id: account.id, name: account.name, balance: bank.ledger.balance(of: account),
                available: bank.ledger.available(of: account))
        }
        switches = bank.switches.moved
    }

    /// The answer of `GET /sandbox/state`.
    var json: JSONOutput {
        [
            "day": .string(day.description), "step": .whole(step), "lastStep": .whole(lastStep),
            "isFinished": .bool(isFinished), "note": .text(note),
            "problems": .array(problems.map(JSONOutput.string)),
            "accounts": .array(accounts.map(\.json)),
            "switches": .object(
                SandboxSwitch.allCases.map { ($0.rawValue, (switches[$0] ?? $0.resting).output) }),
        ]
    }
}

extension SandboxState.Account {
    fileprivate var json: JSONOutput {
        [
            "id": .string(id), "name": .text(name), "balance": .shortest(balance),
            "available": .shortest(available),
        ]
    }
}

/// A request that the sandbox bank has received.
///
/// It never holds a secret: no token, no password, no customer number, no header values, and
/// the values of known parameters only.
public struct SandboxRequest: Sendable, Equatable {
    /// The credentials of a request.
    public enum Authorization: String, Sendable {
        case none
        /// Name and password, as for the sign-in.
        case basic
        /// A valid token.
        case bearer
        /// A token that is expired or unknown.
        case staleBearer
    }

    public let number: Int
    public let method: String
    /// The path as it was sent; 11-digit and very long parts are starred out.
    public let path: String
    /// The parameters `startDate`, `endDate`, `index` and `length` as sent, by those names;
    /// others with the value `…`.
    public let parameters: [String: String]
    public let authorization: Authorization
    public let day: CalendarDay
    public let step: Int
    /// The status of the answer; `nil` while it hangs or if the connection was cut.
    public internal(set) var status: Int?
}

extension SandboxRequest {
    private static let known = ["startDate", "endDate", "index", "length"]

    init(
        number: Int, _ request: WireRequest, authorization: Authorization, day: CalendarDay,
        step: Int
    ) {
        self.number = number
        method = request.method
        path = Self.masked(request.path)
        parameters = Dictionary(
            request.parameters.map { name, value in
                let known = Self.known.first { $0.lowercased() == name }
                return known.map { ($0, String(value.prefix(40))) }
                    ?? (String(name.prefix(20)), "…")
            }
        ) { _, last in last }
        self.authorization = authorization
        self.day = day
        self.step = step
    }

    var json: JSONOutput {
        let sorted = parameters.sorted { $0.key < $1.key }.map {
            ($0.key, JSONOutput.string($0.value))
        }
        return [
            "number": .whole(number), "method": .string(method), "path": .string(path),
            "parameters": .object(sorted), "authorization": .string(authorization.rawValue),
            "day": .string(day.description), "step": .whole(step),
            "status": status.map { .whole($0) } ?? .null,
        ]
    }

    /// Early forms of the interface had the customer number in the path.
    private static func masked(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            let isNumber = part.utf8.count == 11 && part.utf8.allSatisfy { (48...57).contains($0) }
            return isNumber || part.utf8.count > 35 ? "***" : String(part)
        }.joined(separator: "/")
    }
}

/// The latest requests.
struct RequestLog: Sendable {
    private var requests: [SandboxRequest] = []
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    var nextNumber: Int { (requests.last?.number ?? 0) + 1 }

    mutating func record(_ request: SandboxRequest) {
        guard request.number >= nextNumber else {
            let index = requests.lastIndex { $0.number == request.number }
            if let index { requests[index] = request }
            return
        }
        // Dropping one by one would copy the whole list each time.
        if requests.count >= limit * 2 { requests.removeFirst(requests.count - limit + 1) }
        requests.append(request)
    }

    /// At most as many as the limit.
    var latest: [SandboxRequest] { Array(requests.suffix(limit)) }
}
