import Finance
import Foundation

/// Checks what a scenario means, and rehearses its story on paper.
struct ScenarioCheck {
    private let scenario: SandboxScenario
    private let positions: [String: TextPosition]
    private var found: [ScenarioFinding] = []

    init(_ scenario: SandboxScenario, positions: [String: TextPosition]) {
        self.scenario = scenario
        self.positions = positions
    }

    consuming func findings() -> [ScenarioFinding] {
        if scenario.accounts.isEmpty {
            report("accounts", "accounts", "there is no account", fix: "add at least one")
        }
        checkCredentials()
        checkAccounts()
        checkTimeline()
        checkLists()
        rehearse()
        return found
    }

    private mutating func report(
        _ code: String, _ path: String, _ problem: String, fix: String
    ) {
        found.append(
            ScenarioFinding(
                code: code, path: path, position: position(of: path), problem: problem, fix: fix))
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
        if credentials.clientId.isEmpty || credentials.clientSecret.reveal().isEmpty {
            report(
                "credentials", "credentials", "the client id or the secret is empty",
                fix: "invent both, or leave out 'credentials'")
        }
        checkPerson(credentials.customerId.reveal(), "credentials.customerId")
    }

    private mutating func checkPerson(_ number: String, _ path: String) {
        if number.utf8.count != 11 || !number.utf8.allSatisfy({ (48...57).contains($0) }) {
            report(
                "customer-number", path, "a customer number has 11 digits",
                fix: "use an invented one such as 00000000000")
        } else if NationalIdentityNumber.isValid(number) {
            report(
                "customer-number", path, "this may be the identity number of a real person",
                fix: "use an invented one such as 00000000000")
        }
    }

    private mutating func checkAccounts() {
        var taken: Set<String> = []
        for (index, account) in scenario.accounts.enumerated() {
            let path = "accounts[\(index)]"
            let isHex = account.id.allSatisfy(\.isHexDigit)
            if account.id.count != 32 || !isHex {
                report(
                    "account-id", path, "an account id has 32 hex digits",
                    fix: "write one such as FA4E0000000000000000000000000001")
            }
            let isNumber = account.number.utf8.allSatisfy { (48...57).contains($0) }
            if account.number.utf8.count != 11 || !isNumber {
                report(
                    "account-number", path, "an account number has 11 digits",
                    fix: "write one such as 99990000001")
            }
            for name in [account.id.uppercased(), account.number]
            where !taken.insert(name).inserted {
                report(
                    "repeated-account", path, "an earlier account has the same id or number",
                    fix: "give each account its own")
            }
            checkPerson(account.owner, "\(path).owner")
        }
    }

    private mutating func checkTimeline() {
        var last = (at: 0, day: 0)
        for (index, step) in scenario.timeline.enumerated() {
            let path = "timeline[\(index)]"
            if step.at <= last.at || step.at > Bank.mostSteps {
                report(
                    "order", path, "step \(step.at) does not follow step \(last.at)",
                    fix: "sort the steps by 'at', each with its own number up to \(Bank.mostSteps)")
            }
            if step.day < last.day {
                report(
                    "order", path, "day \(step.day) is before day \(last.day) of an earlier step",
                    fix: "the bank day only goes forward")
            }
            last = (step.at, max(last.day, step.day))
        }
    }

    private mutating func checkLists() {
        let ledger = Ledger(accounts: scenario.accounts)
        for (index, list) in scenario.lists.enumerated() {
            let path = "lists[\(index)]"
            if list.endpoint.isPerAccount != (list.account != nil) {
                report(
                    "list-account", path,
                    "'\(list.endpoint.rawValue)' \(list.account == nil ? "needs an" : "has no")"
                        + " account",
                    fix: "\(list.account == nil ? "add" : "leave out") 'account'")
            }
            guard let name = list.account else { continue }
            do {
                _ = try ledger.account(named: name)
            } catch {
                report(error, "\(path).account")
            }
        }
    }

    private mutating func rehearse() {
        var bank = Bank(scenario, now: .now, logLimit: 1)
        for index in scenario.timeline.indices { bank.take(index) }
        for problem in bank.problems { report(problem.error, problem.path) }
    }

    private mutating func report(_ error: SandboxError, _ path: String) {
        report(error.code, path, error.problem, fix: error.fix)
    }
}
