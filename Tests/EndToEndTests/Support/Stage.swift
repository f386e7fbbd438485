import Foundation
import TestSupport
import Testing

/// Everything around one watcher: a bank, a receiver, settings, rules and a state folder.
final class Stage: Sendable {
    let scratch: Scratch
    let bank: SandboxProcess
    let receiver: Receiver
    /// The watcher's clock; the machine's without one.
    let clock: VirtualClock?

    static let clientID = "client0planted0000000000000000id"
    static let clientSecret = "planted+client/secret%100"
    static let customerID = "00000000000"

    /// Sets the stage with two accounts and an empty story.
    ///
    /// - Parameters:
    ///   - answers: what the receiver answers first.
    ///   - more: members of the scenario beside its accounts, each with a comma behind it.
    ///   - time: what the watcher's clock shows, such as `2026-03-06 09:00`, if it is not to be the
    ///     machine's; the bank's day is the same.
    ///   - history: rows from before, as a scenario has them.
    init(
        answers: [Int] = [], more: String = "", at time: String? = nil, history: String = "[]"
    ) async throws {
        scratch = try Scratch()
        clock = try time.map { [scratch] time in try VirtualClock(at: time, in: scratch) }
        receiver = try await Receiver(
            in: scratch, answers: answers, environment: try clock?.environment ?? [:])
        let scenario = Self.scenario(
            day: time.map { String($0.prefix(10)) } ?? "today", history: history
        ).replacing(#""timeline""#, with: more + #""timeline""#)
        bank = try await SandboxProcess(scenario: try scratch.write(scenario, to: "bank.json"))
        try scratch.write(Self.rules, to: "rules.json")
        try scratch.write(settings(dialect: "v2"), to: "settings.json")
    }

    private static func scenario(day: String, history: String) -> String {
        """
        { "version": 1, "name": "test", "day": "\(day)",
          "credentials": { "clientId": "\(clientID)", "clientSecret": "\(clientSecret)" },
          "accounts": [
            { "id": "FA4E0000000000000000000000000001", "number": "99990000001",
              "name": "Brukskonto", "balance": 9000.00 },
            { "id": "FA4E0000000000000000000000000004", "number": "99990000004",
              "name": "Lommepenger", "balance": 250.00 } ],
          "history": \(history), "timeline": [] }
        """
    }

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
        ].merging((try? clock?.environment) ?? [:]) { $1 }.merging(more) { $1 }
    }

    /// Writes settings with more in them: members of `channels`, of the bank, of the file itself.
    func settle(channels: String = "", bank: String = "", top: String = "") throws {
        let text = settings(dialect: "v2")
            .replacing(#""channels": {"#, with: #""channels": { \#(channels)"#)
            .replacing(#"{ "id": "sbanken","#, with: #"{ \#(bank) "id": "sbanken","#)
            .replacing(#"{ "version": 1,"#, with: #"{ "version": 1, \#(top)"#)
        try scratch.write(text, to: "settings.json")
    }

    /// Writes the rules file: sentences by their ids, told on `channels`.
    func rule(_ sentences: KeyValuePairs<String, String>, on channels: [String] = ["hook"]) throws {
        let notify = channels.map { "\"\($0)\"" }.joined(separator: ",")
        let rules = sentences.map {
            #"{ "id": "\#($0.key)", "when": "\#($0.value)", "notify": [\#(notify)] }"#
        }
        try scratch.write(
            #"{ "version": 1, "rules": [ \#(rules.joined(separator: ",\n")) ] }"#, to: "rules.json")
    }

    /// Runs a command on the stage's state and returns its exit code and its lines.
    func run(_ arguments: [String]) async throws -> (code: Int32, lines: [String], errors: String) {
        let process = try ForeignProcess(
            [Project.program.path] + arguments + ["--state", scratch.path("state").path],
            environment: environment())
        let code = try await process.exitCode()
        return (code, process.lines, process.errorText)
    }

    /// Starts `saldovakt watch`; it polls five times a second unless told otherwise.
    ///
    /// - Parameter wrapper: a command that starts it in its turn.
    func watch(
        _ options: [String] = ["--json", "--interval", "200ms"], through wrapper: [String] = [],
        environment more: [String: String] = [:]
    ) throws -> ForeignProcess {
        let program = more["SALDOVAKT_FAULT"] == nil ? Project.program : Project.mortal
        return try ForeignProcess(
            wrapper + watchCommand(of: program) + options, environment: environment(more))
    }

    /// What `watch` is started with, but for its options.
    ///
    /// - Parameter state: the state folder; its usual one without.
    func watchCommand(of program: URL = Project.program, state: String? = nil) -> [String] {
        [
            program.path, "watch", "--rules", scratch.path("rules.json").path,
            "--settings", scratch.path("settings.json").path, "--state",
            state ?? scratch.path("state").path,
        ]
    }

    /// Does one cycle and returns the exit code.
    @discardableResult
    func once(environment more: [String: String] = [:]) async throws -> Int32 {
        try await watch(["--json", "--once"], environment: more).exitCode()
    }

    /// Has the bank say that an account holds so much.
    func hold(_ balance: String, on account: String = "Lommepenger") async throws {
        try await bank.perform(
            #"{"action": "setBalance", "account": "\#(account)", "balance": \#(balance)}"#)
    }

    /// Lets the watcher's clock go on and does one cycle.
    @discardableResult
    func once(after time: Duration) async throws -> Int32 {
        clock?.pass(time)
        return try await once()
    }

    /// Lets the watcher's clock go on to `time` and the bank to that day, and does one cycle.
    @discardableResult
    func once(at time: String) async throws -> Int32 {
        try clock?.pass(until: time)
        try await bank.day(String(time.prefix(10)))
        return try await once()
    }

    /// All files of the state folder as one text, for looking for what must not be in it.
    var stateText: String {
        let files = FileManager.default
        let folder = scratch.path("state")
        return ((try? files.contentsOfDirectory(atPath: folder.path)) ?? [])
            .compactMap { files.contents(atPath: folder.appending(path: $0).path) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
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
