import Alerts
import ArgumentParser
import Console
import Finance
import Fleet
import Foundation
import Recording
import Settings

/// `saldovakt fleet household`: manages the households of a fleet.
struct FleetHouseholdCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "household", abstract: "Adds, shows, pauses and removes households.",
        subcommands: [
            FleetHouseholdAddCommand.self, FleetHouseholdListCommand.self,
            FleetHouseholdShowCommand.self, FleetHouseholdPauseCommand.self,
            FleetHouseholdResumeCommand.self, FleetHouseholdRemoveCommand.self,
        ])
}

/// `saldovakt fleet household add`: adds households, or replaces their files.
struct FleetHouseholdAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Adds households, or gives them other rules and settings.",
        discussion: """
            A reference is your own key of a household, such as c-4711; never a national identity \
            number. It has 1 to 200 bytes, no spaces, nothing invisible, and composed letters \
            (Unicode's NFC form). Without references they are read from standard input, one a \
            line. The settings file must not be writable by everybody.
            """)

    @OptionGroup var options: FleetOptions
    @OptionGroup var rules: RulesOptions
    @OptionGroup var settings: SettingsOptions

    @Argument(help: "The references.") var references: [String] = []

    func run() async throws {
        let references = try checked()
        let shards = try await Self.noting(0, of: references.count) {
            try await options.open(for: references)
        }
        let rules = try RulesText.bytes(of: rules.path)
        let file = try Self.settings(settings.path)
        let parts = FleetParts(resolver: shards.resolver)
        let names = (self.rules.path, settings.path)
        _ = try parts.read(rules, file.bytes, as: names, mode: file.mode)
        let count = references.count
        for (done, reference) in references.enumerated() {
            try await Self.noting(done, of: count) {
                try await shards.shard(of: reference).ask {
                    try await $0.add(reference, rules: rules, settings: file.bytes)
                }
            }
        }
        Terminal.write("\(count) household\(count == 1 ? "" : "s") added or changed")
    }

    /// Adds to a failure how many households were added before it.
    private static func noting<Result>(
        _ done: Int, of count: Int, _ work: () async throws -> Result
    ) async throws -> Result {
        do { return try await work() } catch let failure as CommandFailure where count > 1 {
            throw failure.adding([
                "\(done) of \(count) households were added or changed; repeat the command afterwards"
            ])
        }
    }

    private static func settings(_ path: String) throws -> FileContents {
        do { return try LocalFiles().read(path: path, limit: SettingsFile.longestFile) } catch {
            throw CommandFailure(
                .environment, where: path, code: "settings-unreadable", problem: "\(error)",
                fix: error.fix)
        }
    }

    /// The references of the command or of standard input, each once; throws all of their problems
    /// at once.
    private func checked() throws -> [String] {
        var given = references.enumerated().map { (place: "reference \($0 + 1)", text: $1) }
        if references.isEmpty {
            let input = InputLines()
            var number = 0
            while let bytes = input.next() {
                number += 1
                let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
                if !line.isEmpty {
                    given.append(("-:\(number)", String(decoding: line, as: UTF8.self)))
                }
            }
            if let failure = input.failure { throw failure }
        }
        let failures = given.compactMap { Self.failure(of: $0.text, at: $0.place) }
        if !failures.isEmpty {
            throw CommandFailure(.wrong, text: failures.map(\.text).joined(separator: "\n"))
        }
        var known: Set<String> = []
        return given.map(\.text).filter { known.insert($0).inserted }
    }

    /// The problem of a text that can't be a reference, or that may identify a person.
    private static func failure(of reference: String, at place: String) -> CommandFailure? {
        guard (1...200).contains(reference.utf8.count), reference.unicodeScalars.allSatisfy(isPlain)
        else {
            return CommandFailure(
                .wrong, where: place, code: "reference",
                problem: "a reference has 1 to 200 bytes, no spaces and nothing invisible",
                fix: "such as c-4711")
        }
        guard reference.isComposed else {
            let fault = RecordingFault.decomposed("this reference")
            return CommandFailure(
                .wrong, where: place, code: fault.code, problem: fault.problem, fix: fault.fix)
        }
        guard NationalIdentityNumber.mayBeIn(reference) else { return nil }
        return CommandFailure(
            .wrong, where: place, code: "reference",
            problem: "this reference may be a national identity number or an account number",
            fix: "use a key of your own that says nothing outside of your systems")
    }

    /// Whether a character is visible and can be typed.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
            .lineSeparator, .paragraphSeparator:
            false
        default: scalar != "\u{FFFD}"
        }
    }
}

/// `saldovakt fleet household list`: the households, or those with a problem.
struct FleetHouseholdListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists households by reference.")

    @OptionGroup var options: FleetOptions

    @Flag(
        help: """
            Only those that are set aside, have a problem of their own, or whose notifications \
            failed for good or wait for a correction.
            """) var faulty = false

    @Option(help: .value("reference", "Only those behind this one.")) var after: String?

    @Option(help: "At most that many.") var limit = 100

    @Flag(help: "Write one JSON array.") var json = false

    func run() async throws {
        let limit = max(0, limit)
        let (answers, failure) = try await FleetShards(file: options.shards).answers { engine in
            _ = try await engine.identifier()
            return try await engine.households(after: after, limit: limit, faultyOnly: faulty)
        }
        // By bytes, as the databases do for --after.
        let found = answers.flatMap(\.answer).sorted {
            $0.reference.utf8.lexicographicallyPrecedes($1.reference.utf8)
        }.prefix(limit)
        if json {
            Terminal.write(JSONOutput.array(found.map(\.json)).text)
        } else if failure == nil || !found.isEmpty {
            write(Array(found))
        }
        if let failure { throw failure }
    }

    private func write(_ found: [HouseholdSummary]) {
        Table(
            [
                ("Household", .left), ("Due", .dropped(2)), ("Version", .dropped(3, isRight: true)),
                ("Lines", .dropped(4, isRight: true)), ("Outbox", .dropped(5, isRight: true)),
                ("State", .cuttable),
            ],
            found.map { found in
                [
                    found.reference, found.dueAt.map { Configuration.tables.when($0) } ?? "-",
                    "\(found.version)", "\(found.inbox)", "\(found.outbox)", found.state,
                ]
            }
        ).write(orSay: faulty ? "no household has a problem" : "there is no household")
    }
}

/// The argument that names a household.
struct HouseholdOptions: ParsableArguments {
    @OptionGroup var options: FleetOptions

    @Argument(help: "The household's reference.") var reference: String

    /// Changes it, and writes its new state.
    fileprivate func change(
        to state: String, _ change: (PostgresFleet) async throws -> Bool
    ) async throws {
        let isThere = try await options.shard(of: reference).ask(change)
        guard isThere else { throw CommandFailure(unknownHousehold: reference) }
        Terminal.write("\(reference): \(state)")
    }
}

extension CommandFailure {
    init(unknownHousehold reference: String) {
        self.init(
            .wrong, code: "unknown-household",
            problem: "no household has this reference:"
                + " '\(NationalIdentityNumber.masked(reference))'",
            fix: "'saldovakt fleet household list' names them")
    }
}

/// `saldovakt fleet household show`: one household.
struct FleetHouseholdShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows a household with its problem.")

    @OptionGroup var household: HouseholdOptions

    @Flag(help: "Write one JSON object.") var json = false

    func run() async throws {
        let reference = household.reference
        let shard = try await household.options.shard(of: reference)
        guard let found = try await shard.ask({ try await $0.household(reference) }) else {
            throw CommandFailure(unknownHousehold: reference)
        }
        if json { return Terminal.write(found.json.text) }
        Terminal.write("\(found.reference): \(found.state)")
        Terminal.write(
            "version \(found.version), \(found.inbox) lines and \(found.outbox) notifications wait")
        if found.gaveUp > 0 {
            Terminal.write(
                "\(found.gaveUp) notifications failed; 'household resume --failed' sends them again"
            )
        }
        if let delivery = found.delivery {
            Terminal.write("not delivered: \(delivery.problem)\n  fix: \(delivery.fix)")
        }
    }
}

/// `saldovakt fleet household pause`: stops evaluation and delivery.
struct FleetHouseholdPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Stops evaluation and delivery; lines wait.")

    @OptionGroup var household: HouseholdOptions

    func run() async throws {
        try await household.change(to: "paused") { try await $0.pause(household.reference) }
    }
}

/// `saldovakt fleet household resume`: continues evaluation and delivery.
struct FleetHouseholdResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resumes a household that is paused or set aside.",
        discussion:
            "Notifications whose attempts failed are due at once, such as after a correction at a receiver."
    )

    @OptionGroup var household: HouseholdOptions

    @Flag(help: "Also those that failed for good.") var failed = false

    func run() async throws {
        try await household.change(to: "resumed") {
            try await $0.resume(household.reference, failed: failed)
        }
    }
}

/// `saldovakt fleet household remove`: removes a household.
struct FleetHouseholdRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Removes a household with everything that is kept of it.",
        discussion: """
            Pending notifications are not sent. Where texts are encrypted, the household's key is \
            deleted too. A backup from before still has it, and can be read with the fleet's key.
            """)

    @OptionGroup var household: HouseholdOptions

    @Flag(help: "Do not ask.") var yes = false

    func run() async throws {
        guard yes else {
            throw ValidationError(
                "this removes everything that is kept of the household; add --yes to do it")
        }
        try await household.change(to: "removed") { try await $0.remove(household.reference) }
    }
}

extension HouseholdSummary {
    /// Its state in words.
    var state: String {
        if let problem { return problem }
        if isPaused { return "paused" }
        if isSetAside {
            let end = dueAt.map { " until \(Configuration.tables.when($0))" } ?? ""
            return "set aside\(end), because its last claims came to no commit;"
                + " 'household resume' tries it at once"
        }
        return isUndelivered ? "its notifications are not delivered" : "ok"
    }

    var json: JSONOutput {
        [
            "reference": .string(reference), "paused": .bool(isPaused),
            "setAside": .bool(isSetAside), "due": .instant(dueAt),
            "version": .whole(Int(version)), "inbox": .whole(inbox), "outbox": .whole(outbox),
            "problem": .text(problem), "gaveUp": .whole(gaveUp),
            "delivery": .text(delivery.map { "\($0.problem); fix: \($0.fix)" }),
        ]
    }
}

/// `saldovakt fleet alerts`: lists one household's active alerts.
struct FleetAlertsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts", abstract: "Shows the alerts of a household that fire.")

    @OptionGroup var household: HouseholdChoice

    @Flag(help: "Write one JSON array of notifications as webhooks send them.") var json = false

    func run() async throws {
        let firing = try await household.state().ledger.firing
        if json {
            let all = firing.compactMap(\.notification).map { notification in
                var notification = notification
                notification.data.household = household.household
                return notification.json
            }
            return Terminal.write(JSONOutput.array(all).text)
        }
        let texts = Configuration.tables
        Table(
            [
                (texts(.since), .dropped(1)), (texts(.rule), .dropped(3)),
                (texts(.alert), .cuttable), (texts(.channels), .dropped(2)),
            ],
            firing.map { alert in
                [
                    texts.when(alert.since), alert.ruleID, alert.notification?.data.title ?? "",
                    alert.notifiedOn.joined(separator: ", "),
                ]
            }
        ).write(orSay: texts(.noAlerts))
    }
}

/// `saldovakt fleet transactions`: lists one household's transactions.
struct FleetTransactionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "Shows the transactions of a household, newest first.",
        discussion: "A fleet keeps those that rules and the next lines need, 100 days at least.")

    @OptionGroup var household: HouseholdChoice

    @Option(help: "At most that many.") var limit = 100

    @OptionGroup var rows: RowOptions

    func run() async throws {
        let state = try await household.state()
        let accounts = state.facts.accounts
        let lines = state.history.filter { !$0.isGone }.suffix(max(0, limit)).reversed().map {
            TransactionText.Line(
                $0.transaction, account: accounts[$0.transaction.accountID]?.account,
                evidence: nil, questions: [])
        }
        TransactionText.write(Array(lines), form: rows.form, why: false, Configuration.tables)
    }
}

/// The household whose state is shown.
struct HouseholdChoice: ParsableArguments {
    @OptionGroup var options: FleetOptions

    @Option(help: .value("reference", "The household.")) var household: String

    func state() async throws -> InMemoryState {
        let shard = try await options.shard(of: household)
        guard let image = try await shard.ask({ try await $0.image(of: household) }) else {
            // Nothing was evaluated yet.
            let isThere = try await shard.ask { try await $0.household(household) } != nil
            guard isThere else { throw CommandFailure(unknownHousehold: household) }
            return InMemoryState()
        }
        do { return try HouseholdImage(image).state } catch {
            throw CommandFailure(.environment, text: "\(household): \(error.text)")
        }
    }
}
