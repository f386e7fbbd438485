public import Finance
import Foundation

/// A bank with its customer, its accounts and their story.
///
/// Read one from a file with ``init(json:file:)``, or use ``demo`` or ``sample``.
public struct SandboxScenario: Sendable, Equatable {
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
    /// The first bank day; without a date, so many days after the server starts.
    public var start: SandboxDate
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
            ?? SandboxScenario(name: "", start: .today, accounts: [])
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
        let check = ScenarioCheck(scenario: scenario, positions: reader.positions)
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
        try ScenarioError.throwAny(ScenarioCheck(scenario: self).findings(), in: name)
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

/// Checks the meaning of a scenario, and simulates its story.
struct ScenarioCheck {
    let scenario: SandboxScenario
    /// The places of its parts in the text, if there is one.
    var positions: [String: TextPosition] = [:]
    private(set) var found: [ScenarioFinding] = []

    consuming func findings() -> [ScenarioFinding] {
        demand(
            !scenario.accounts.isEmpty, "accounts", "accounts", "there is no account",
            fix: "add at least one")
        checkCredentials()
        checkAccounts()
        checkTimeline()
        checkLists()
        rehearse()
        return found
    }

    private mutating func demand(
        _ isFine: Bool, _ code: String, _ path: String, _ problem: String, fix: String
    ) {
        guard !isFine else { return }
        found.append(
            ScenarioFinding(
                code: code, path: path, position: position(of: path), problem: problem, fix: fix))
    }

    private mutating func report(_ error: SandboxError, _ path: String) {
        demand(false, error.code, path, error.problem, fix: error.fix)
    }

    /// The place of a part, or of the nearest part around it.
    private func position(of path: String) -> TextPosition? {
        var path = path[...]
        while !path.isEmpty {
            if let position = positions[String(path)] { return position }
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { break }
            path = path[..<end]
        }
        return positions[""]
    }

    private mutating func checkCredentials() {
        let credentials = scenario.credentials
        demand(
            !credentials.clientId.isEmpty && !credentials.clientSecret.reveal().isEmpty,
            "credentials", "credentials", "the client id or the secret is empty",
            fix: "invent both, or leave out 'credentials'")
        checkPerson(credentials.customerId.reveal(), "credentials.customerId")
    }

    private mutating func checkPerson(_ number: String, _ path: String) {
        let fix = "use an invented one such as 00000000000"
        demand(
            Self.hasElevenDigits(number), "customer-number", path,
            "a customer number has 11 digits", fix: fix)
        demand(
            !NationalIdentityNumber.isValid(number), "customer-number", path,
            "this may be the identity number of a real person", fix: fix)
    }

    private static func hasElevenDigits(_ text: String) -> Bool {
        text.utf8.count == 11 && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    private mutating func checkAccounts() {
        var taken: Set<String> = []
        for (index, account) in scenario.accounts.enumerated() {
            let path = "accounts[\(index)]"
            demand(
                account.id.count == 32 && account.id.allSatisfy(\.isHexDigit), "account-id", path,
                "an account id has 32 hex digits",
                fix: "write one such as FA4E0000000000000000000000000001")
            demand(
                Self.hasElevenDigits(account.number), "account-number", path,
                "an account number has 11 digits", fix: "write one such as 99990000001")
            for name in [account.id.uppercased(), account.number] {
                demand(
                    taken.insert(name).inserted, "repeated-account", path,
                    "an earlier account has the same id or number",
                    fix: "give each account its own")
            }
            checkPerson(account.owner, "\(path).owner")
        }
    }

    private mutating func checkTimeline() {
        var last = (at: 0, day: 0)
        for (index, step) in scenario.timeline.enumerated() {
            let path = "timeline[\(index)]"
            demand(
                step.at > last.at && step.at <= Bank.mostSteps, "order", path,
                "step \(step.at) does not follow step \(last.at)",
                fix: "sort the steps by 'at', each with its own number up to \(Bank.mostSteps)")
            demand(
                step.day >= last.day, "order", path,
                "day \(step.day) is before day \(last.day) of an earlier step",
                fix: "the bank day only goes forward")
            last = (step.at, max(last.day, step.day))
        }
    }

    private mutating func checkLists() {
        let ledger = Ledger(accounts: scenario.accounts)
        for (index, list) in scenario.lists.enumerated() {
            let path = "lists[\(index)]"
            let (lack, fix) = list.account == nil ? ("needs an", "add") : ("has no", "leave out")
            demand(
                list.endpoint.isPerAccount == (list.account != nil), "list-account", path,
                "'\(list.endpoint.rawValue)' \(lack) account", fix: "\(fix) 'account'")
            guard let name = list.account else { continue }
            do { _ = try ledger.account(named: name) } catch { report(error, "\(path).account") }
        }
    }

    private mutating func rehearse() {
        var bank = Bank(scenario, now: .now, logLimit: 1)
        for index in scenario.timeline.indices { bank.take(index) }
        for problem in bank.problems { report(problem.error, problem.path) }
    }
}
