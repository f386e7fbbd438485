import Finance
import Foundation

/// Checks the meaning of a scenario, and simulates its story.
struct ScenarioCheck {
    private let scenario: SandboxScenario
    /// The places of its parts in the text, if there is one.
    private let positions: [String: TextPosition]
    private var found: [ScenarioFinding] = []

    init(_ scenario: SandboxScenario, positions: [String: TextPosition]) {
        self.scenario = scenario
        self.positions = positions
    }

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
