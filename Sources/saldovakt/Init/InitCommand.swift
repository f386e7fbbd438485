import Alerts
import ArgumentParser
import Channels
import Console
import Finance
import Foundation
import RuleTools
import Settings

/// `saldovakt init`: sets up settings and rules, up to a first notification.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Sets up a bank, a channel and first rules.",
        discussion: """
            Asks for a bank and signs in there, lists the accounts, offers first rules with them, asks \
            where to notify you and sends a sample there. Then it writes settings and rules where every \
            command looks for them, and checks the setup. Files that are there are only replaced if you \
            say so.

            Every answer is an option too. With --yes nothing is asked: what has a usual answer gets it. \
            --set gives what the settings of a bank or a channel may say, such as bank.folder=~/Bank or \
            channel.topic=NAME; a secret as env:NAME, file:PATH, keyring:NAME or credential:NAME. Status 4 \
            if the bank or the channel could not be reached; what was answered is written all the same.
            """)

    @Flag(help: "Ask nothing.") var yes = false

    @Option(help: "The bank.") var bank: BankChoice?

    @Option(help: .value("channel", "Where to notify you: desktop, mail, ntfy, slack and more."))
    var channel: ChannelChoice?

    @Option(help: .value("part.key=value", "An answer about the bank or channel; may be repeated."))
    var set: [SetupAnswer] = []

    @Option(help: .value("sentence", "A first rule instead of those offered; may be repeated."))
    var rule: [String] = []

    @Flag(help: "Replace settings and rules that are there.") var replace = false

    @Flag(help: "Sign in as 'login --paste' does.") var paste = false

    @OptionGroup var rules: RulesOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    func run() async throws {
        let keepsSettings = try await keeps(
            settings.path, "settings", unused: [("--bank", bank != nil), ("--set", !set.isEmpty)])
        let keepsRules = try await keeps(rules.path, "rules", unused: [("--rule", !rule.isEmpty)])
        var isReached = true
        var setup =
            try await keepsSettings ? keptSetup(isForRules: !keepsRules) : askForBank()
        let found =
            keepsSettings && keepsRules
            ? FoundAccounts() : try await visit(setup.configuration, &isReached)
        let first = keepsRules ? [] : try await chooseRules(found)
        if !keepsSettings { try await askForChannel(&setup) }
        let entries = first.map { RuleEntry($0.sentence, id: $0.id, notify: [setup.channel.name]) }
        let file = try setup.configuration.rulesFile(
            RuleEntry.emptyFile, at: rules.path, adding: entries)
        if !keepsSettings {
            isReached = try await tryChannel(setup) && isReached
            try RulesText.replace(
                settings.path, with: Array(setup.text.utf8), what: "settings", mode: 0o600,
                makesFolder: true)
        }
        if !keepsRules {
            try RulesText.replace(rules.path, with: file.bytes, makesFolder: true)
        }
        try await finish(isReached)
    }

    /// Sends a sample; reports if it was not delivered.
    private func tryChannel(_ setup: Setup) async throws -> Bool {
        let name = setup.channel.name
        do {
            if try await ChannelTrial(configuration: setup.configuration).run(name) { return true }
        } catch let failure as CommandFailure { Terminal.complain(failure.text) }
        let hint = SetupText.of("Try it again later:", "Prøv igjen senere:")
        Terminal.write("\(hint) saldovakt channels test \(name)")
        return false
    }

    /// Runs the checks of `doctor`, and shows their problems and the next steps.
    private func finish(_ isReached: Bool) async throws {
        let found = await DoctorCommand.diagnoses(
            rules: rules.named, settings: settings.settings, stateFolder: state.folder)
        let bad = found.filter { $0.state == .wrong || $0.state == .missing }
        // The existing files, what is left of a former bank, and the checks that failed.
        for diagnosis in found {
            let isNews = ["settings", "rules", BankChecks.storedSubject].contains(diagnosis.subject)
            if isNews || bad.contains(diagnosis) { diagnosis.write() }
        }
        if bad.isEmpty, isReached {
            let all = SetupText.of("checks: all is fine", "kontroller: alt er i orden")
            Terminal.write("\(found.count) \(all)")
        }
        let first = bad.lazy.compactMap(firstStep).first
        let next = SetupText.of("Next:", "Neste:")
        let then = first == nil ? next : SetupText.of("Then:", "Deretter:")
        let options = Strings.options(("--rules", rules.named)) + places
        Terminal.write("")
        if let first { Terminal.write("\(next) \(first)", in: .bold) }
        Terminal.write("\(then) saldovakt watch\(options)", in: .bold)
        let status = found.status
        if status != .fine { throw status }
        if !isReached { throw ExitStatus.environment }
    }

    /// What has to be done before anything can be watched; `nil` for a problem that can wait.
    private func firstStep(_ problem: Diagnosis) -> String? {
        guard let fix = problem.fix else { return nil }
        if problem.subject.hasPrefix("sign-in ") {
            return fix.hasPrefix("saldovakt login ") ? fix + places : fix
        }
        return problem.subject.hasPrefix("bank ") ? "\(problem.subject): \(fix)" : nil
    }

    /// The options that name the places which the next command needs too.
    private var places: String {
        Strings.options(("--settings", settings.settings), ("--state", state.state))
    }

    /// Whether an existing file is kept; says so if an answer was given for it.
    private func keeps(
        _ path: String, _ what: String, unused options: [(name: String, isGiven: Bool)]
    ) async throws -> Bool {
        guard !LocalFiles.isMissing(path), !replace else { return false }
        if yes {
            for option in options where option.isGiven { complain(of: option.name, path, what) }
            return true
        }
        let there = SetupText.of("There are \(what) already:", "Det finnes allerede:")
        Terminal.write("\(there) \(path)")
        return try await !isConfirmed(SetupText.of("Replace them? [y/N]", "Erstatte? [j/N]"))
    }

    /// Says that an option has no effect on a file that is kept.
    func complain(of option: String, _ path: String, _ what: String) {
        let there = SetupText.of(
            "\(what) stay, so that \(option) does nothing; --replace replaces them:",
            "blir stående, så \(option) gjør ingenting; --replace erstatter:")
        Terminal.complain("\(there) \(path)")
    }

    /// The bank's accounts, after a sign-in if the bank needs one; empty if it can't be reached
    /// now.
    private func visit(
        _ configuration: Configuration, _ isReached: inout Bool
    ) async throws -> FoundAccounts {
        guard let bank = configuration.settings.banks.first else { return FoundAccounts() }
        let factory = SourceFactory(configuration, stateFolder: state.folder)
        let visit = SignInVisit(bank: bank, factory: factory, isPasted: paste)
        do {
            // The checks at the end name it as the next step.
            if yes, visit.isWanted { return FoundAccounts() }
            let found = visit.isWanted ? try await visit.signIn() : nil
            let accounts: FoundAccounts
            if let found { accounts = found } else { accounts = try await visit.read() }
            let number = accounts.names.count
            SetupText.write(
                "bank \(bank.id): \(Strings.count(number, "account"))",
                "bank \(bank.id): \(number) \(number == 1 ? "konto" : "kontoer")")
            for name in accounts.names { Terminal.write("  \(name)") }
            accounts.complain(about: bank.id)
            isReached = accounts.isWhole
            return accounts
        } catch let failure as CommandFailure {
            Terminal.complain(failure.text)
            isReached = false
            return FoundAccounts()
        }
    }

    private func chooseRules(
        _ found: FoundAccounts
    ) async throws -> [(id: String?, sentence: String)] {
        guard rule.isEmpty else { return rule.map { (nil, $0) } }
        let offered = StarterRules(accounts: found).rules
        SetupText.write("\nFirst rules:", "\nDe første reglene:")
        for (number, rule) in offered.enumerated() {
            Terminal.write("  \(number + 1)  \(rule.sentence)")
        }
        let isAvailable = offered.contains { $0.sentence.hasPrefix("available") }
        let hint = SetupText.of(
            "'available' is what is left to spend; 'balance' would count booked transactions only.",
            "«available» er det du kan bruke; «balance» ville bare telle det som er bokført.")
        if isAvailable { Terminal.write(hint) }
        while !yes {
            let question = SetupText.of(
                "Which of them? Numbers, or Enter for all",
                "Hvilke av dem? Tall, eller Enter for alle")
            guard let answer = try await ask(question) else { break }
            let numbers = answer.split { !$0.isNumber }.compactMap { Int($0) }
            let isFine = numbers.allSatisfy { offered.indices.contains($0 - 1) }
            if isFine, !numbers.isEmpty { return numbers.map { offered[$0 - 1] } }
            SetupText.write(
                "answer with numbers from 1 to \(offered.count), such as 1 3",
                "svar med tall fra 1 til \(offered.count), for eksempel 1 3")
        }
        return offered
    }
}

/// First rules with a person's own accounts.
struct StarterRules: Sendable {
    let accounts: FoundAccounts

    /// Three to five rules, by their ids.
    var rules: [(id: String, sentence: String)] {
        let low = chosen.compactMap(Self.low).enumerated().map { number, sentence in
            (number == 0 ? "low" : "low-\(number + 1)", sentence)
        }
        // The figures of accounts that were not read yet are unknown.
        let usual =
            accounts.observed.isEmpty ? [("low", "available under 1000, until over 1500")] : []
        return (low.isEmpty ? usual : low) + [
            ("big", "new debit over \(bigDebit) except own transfers"),
            ("pay", "new credit over \(bigCredit) except own transfers"),
            ("monday", "summary of all accounts every monday at 08:00"),
        ]
    }

    /// The account that is used most, and the one with the lowest balance; only names that can be
    /// written in rules.
    private var chosen: [AccountObservation] {
        let names = accounts.observed.map(\.details.displayName)
        let usable = accounts.observed.filter { account in
            let name = account.details.displayName
            return account.kind == .asset && !name.isEmpty
                && !name.contains { "*?\"«»".contains($0) } && names.count { $0 == name } == 1
        }
        let rows = Dictionary(grouping: accounts.transactions, by: \.bankAccountID)
        let most = usable.max {
            (rows[$0.details.bankAccountID]?.count ?? 0)
                < (rows[$1.details.bankAccountID]?.count ?? 0)
        }
        let least = usable.filter { ($0.available ?? $0.booked)?.minorUnits ?? 0 > 0 }
            .min { Self.figure($0) < Self.figure($1) }
        return [most, least].compactMap(\.self).reduce(into: []) { chosen, account in
            if !chosen.contains(account) { chosen.append(account) }
        }
    }

    /// A rule on the figure that the bank gives; `nil` if it gives none.
    private static func low(_ account: AccountObservation) -> String? {
        guard account.available ?? account.booked != nil else { return nil }
        let quantity = account.available == nil ? "balance" : "available"
        let limit = round(figure(account) / 3)
        let (code, name) = (account.details.currency.code, account.details.displayName)
        let quoted = name.contains("'") ? "«\(name)»" : "'\(name)'"
        return "\(quantity) of \(quoted) under \(limit) \(code), "
            + "until over \(limit * 3 / 2) \(code)"
    }

    private var bigDebit: Int64 { chosen.first.map { Self.round(Self.figure($0) / 10) } ?? 500 }

    private var bigCredit: Int64 {
        let credits = accounts.transactions.filter { $0.amount.minorUnits > 0 }.map {
            Self.whole($0.amount)
        }
        return Self.round((credits.max() ?? 7_500) * 2 / 3)
    }

    /// The money on an account, in whole units of its currency.
    private static func figure(_ account: AccountObservation) -> Int64 {
        (account.available ?? account.booked).map(whole) ?? 0
    }

    private static func whole(_ money: Money) -> Int64 {
        (0..<money.currency.minorUnitDigits).reduce(money.minorUnits) { units, _ in units / 10 }
    }

    /// The largest of 100, 200, 500, 1000, … that is not more than a figure; at least 100.
    private static func round(_ figure: Int64) -> Int64 {
        let limits: [Int64] = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]
        return limits.last { $0 <= figure } ?? 100
    }
}
