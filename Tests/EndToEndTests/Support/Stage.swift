import Foundation
import TestSupport
import Testing

/// Everything around one watcher: a bank, a receiver, settings, rules and a state folder.
final class Stage: Sendable {
    let scratch: Scratch
    let bank: SandboxProcess
    let receiver: Receiver

    static let clientID = "client0planted0000000000000000id"
    static let clientSecret = "planted+client/secret%100"
    static let customerID = "00000000000"

    /// Sets the stage with two accounts and an empty story.
    ///
    /// - Parameters:
    ///   - answers: what the receiver answers first.
    ///   - more: members of the scenario beside its accounts, each with a comma behind it.
    init(answers: [Int] = [], more: String = "") async throws {
        scratch = try Scratch()
        receiver = try await Receiver(in: scratch, answers: answers)
        let scenario = Self.scenario.replacing(#""timeline""#, with: more + #""timeline""#)
        bank = try await SandboxProcess(scenario: try scratch.write(scenario, to: "bank.json"))
        try scratch.write(Self.rules, to: "rules.json")
        try scratch.write(settings(dialect: "v2"), to: "settings.json")
    }

    private static let scenario = """
        { "version": 1, "name": "test", "day": "today",
          "credentials": { "clientId": "\(clientID)", "clientSecret": "\(clientSecret)" },
          "accounts": [
            { "id": "FA4E0000000000000000000000000001", "number": "99990000001",
              "name": "Brukskonto", "balance": 9000.00 },
            { "id": "FA4E0000000000000000000000000004", "number": "99990000004",
              "name": "Lommepenger", "balance": 250.00 } ],
          "timeline": [] }
        """

    /// The two sentences of the mission, told on the webhook.
    static let rules = """
        { "version": 1, "rules": [
          { "id": "low", "when": "balance under 100 NOK", "notify": ["hook"] },
          { "id": "big", "when": "new debit over 500", "notify": ["hook"] } ] }
        """

    /// Settings for the stage's bank; `more` is members of the bank, each with a comma behind it.
    func settings(dialect: String, more: String = "") -> String {
        """
        { "version": 1,
          "banks": [ { "id": "sbanken", "type": "sbanken", "dialect": "\(dialect)", \(more)
            "clientId": {"env": "CLIENT_ID"}, "clientSecret": {"env": "CLIENT_SECRET"},
            "customerId": {"env": "CUSTOMER_ID"},
            "apiURL": "\(bank.root)/apibeta/api/\(dialect)",
            "authURL": "\(bank.root)/identityserver/connect/token" } ],
          "channels": { "hook": { "type": "webhook", "format": "json",
            "url": {"env": "HOOK_URL"}, "signingSecret": {"env": "HOOK_SECRET"} } } }
        """
    }

    /// What the watcher finds in its environment; `more` comes on top.
    func environment(_ more: [String: String] = [:]) -> [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": scratch.folder.path, "CLIENT_ID": Self.clientID,
            "CLIENT_SECRET": Self.clientSecret, "CUSTOMER_ID": Self.customerID,
            "HOOK_URL": receiver.url, "HOOK_SECRET": Receiver.secret,
        ].merging(more) { $1 }
    }

    /// Starts `saldovakt watch`; it polls five times a second unless told otherwise.
    func watch(
        _ options: [String] = ["--json", "--interval", "200ms"],
        environment more: [String: String] = [:]
    ) throws -> ForeignProcess {
        try ForeignProcess(
            [
                Project.program.path, "watch", "--rules", scratch.path("rules.json").path,
                "--settings", scratch.path("settings.json").path, "--state",
                scratch.path("state").path,
            ] + options, environment: environment(more))
    }

    /// Does one cycle and returns the exit code.
    @discardableResult
    func once(environment more: [String: String] = [:]) async throws -> Int32 {
        try await watch(["--json", "--once"], environment: more).exitCode()
    }

    /// A purchase that is booked at once.
    func pay(_ amount: String, from account: String) async throws {
        try await bank.perform(
            """
            { "action": "post", "account": "\(account)", "amount": \(amount), "kind": "visa",
              "card": { "merchant": "FJORDBY KINO AS", "categoryCode": "7832" } }
            """)
    }
}

extension ForeignProcess {
    /// Waits for polls that began after now; the first one that ends may have begun before.
    func newPolls(_ count: Int = 2) async throws {
        dropLines()
        for _ in 0..<count { _ = try await line(startingWith: #"{"event":"polled""#) }
    }
}
