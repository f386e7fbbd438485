public import Finance
import Foundation

/// A bank with its customer, its accounts and their story.
///
/// Read one from a file with ``init(json:file:)``, or use ``demo`` or ``sample``.
public struct SandboxScenario: Sendable, Equatable {
    /// The first bank day.
    public enum Start: Sendable, Equatable {
        /// This very day.
        case day(CalendarDay)
        /// The day the server starts, plus so many days; `today-9` in a file is −9.
        case today(plus: Int)
    }

    /// The events of one step.
    public struct Step: Sendable, Equatable {
        /// The number of the step, from 1; steps may be left out, and then nothing happens.
        public var at: Int
        /// Days from the first bank day to the bank day of this step.
        public var day: Int
        public var note: String?
        public var actions: [SandboxAction]
    }

    public var name: String
    public var start: Start
    public var credentials = SandboxCredentials.builtIn
    public var accounts: [SandboxAccount]
    /// Rows from before the start; they do not change the balances of ``accounts``.
    public var history: [SandboxAction] = []
    /// The initial values of the switches; others have their resting values.
    public var switches: [SandboxSwitch: SwitchValue] = [:]
    public var lists: [SandboxList] = []
    public var timeline: [Step] = []

    /// The number of the last step that does something; 0 without a story.
    public var lastStep: Int { timeline.last?.at ?? 0 }

    public static let builtIn: [SandboxScenario] = [demo, sample]

    public static func builtIn(named name: String) -> SandboxScenario? {
        builtIn.first { $0.name == name }
    }

    /// A scenario that comes with the program; a test holds that it can be read.
    static func builtIn(_ text: String) -> SandboxScenario {
        (try? SandboxScenario(json: Array(text.utf8), file: "built-in"))
            ?? SandboxScenario(name: "", start: .today(plus: 0), accounts: [])
    }
}

extension SandboxScenario {
    /// Reads a scenario file.
    ///
    /// - Throws: ``ScenarioError`` with every error of its form, or else of its meaning.
    public init(json: [UInt8], file: String) throws(ScenarioError) {
        let text = PositionedJSON(json)
        let reader = ScenarioReader(text)
        let scenario = text.root.flatMap { root in
            reader.object(root, at: "") { SandboxScenario($0) }
        }
        guard let scenario, reader.findings.isEmpty else {
            throw ScenarioError(file: file, findings: reader.findings)
        }
        let check = ScenarioCheck(scenario, positions: reader.positions)
        try ScenarioError.throwAny(check.findings(), in: file)
        self = scenario
    }

    public init(contentsOf path: String) throws(ScenarioError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            let finding = ScenarioFinding(
                code: ScenarioFinding.unreadable, path: "", position: nil,
                problem: "the file cannot be read",
                fix: "check the path and that you may read the file")
            throw ScenarioError(file: path, findings: [finding])
        }
        try self.init(json: Array(data), file: path)
    }

    /// Checks a scenario that was built in Swift, as a file would be.
    public func check() throws(ScenarioError) {
        try ScenarioError.throwAny(ScenarioCheck(self, positions: [:]).findings(), in: name)
    }
}

/// An account of the sandbox bank as a scenario describes it.
public struct SandboxAccount: Sendable, Equatable {
    /// 32 upper-case hex characters.
    public var id: String
    /// 11 digits.
    public var number: String
    /// The name the owner gave it; need not be unique.
    public var name: String?
    /// Free text such as `Standard account`.
    var type: String
    /// The booked balance when the scenario begins, after its history.
    public var balance: Money
    var creditLimit = Money.zero(.nok)
    var owner = SandboxCredentials.inventedCustomerId

    /// Its name for people, else its number.
    var label: String { name ?? number }

    /// The number as an IBAN, with check digits (ISO 13616).
    var iban: String {
        // N and O count as 23 and 24; 00 stands where the check digits go.
        let remainder = (number + "232400").reduce(0) {
            ($0 * 10 + ($1.wholeNumberValue ?? 0)) % 97
        }
        return "NO" + (98 - remainder).padded(to: 2) + number
    }
}

/// The credentials that a client needs to sign in.
public struct SandboxCredentials: Sendable, Equatable {
    /// A customer number that no person can have.
    static let inventedCustomerId = "00000000000"

    public var clientId: String
    /// The client secret ("passord").
    public var clientSecret: Secret
    var customerId = Secret(SandboxCredentials.inventedCustomerId)

    /// The credentials of the built-in scenarios, with characters that need form-encoding.
    static let builtIn = SandboxCredentials(
        clientId: "fakeclient0000000000000000000000", clientSecret: Secret("sandbox+secret/100%"))
}

/// The rows of an endpoint that the sandbox serves as the scenario gives them.
public struct SandboxList: Sendable, Equatable {
    /// The endpoint that lists the rows.
    enum Endpoint: String, Sendable, Equatable, CaseIterable {
        /// `GET /Payments/{accountId}`: payments that wait for their day.
        case payments
        case standingOrders
        /// `GET /EFakturas` in v1, `GET /Efaktura` in v2.
        case eFakturas
        case cards

        var isPerAccount: Bool { self == .payments || self == .standingOrders }
    }

    let endpoint: Endpoint
    /// The account, as in ``SandboxAction``; `nil` for endpoints without one.
    let account: String?
    let rows: [JSONNode]
}
