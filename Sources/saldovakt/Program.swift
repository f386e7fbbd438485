import Alerts
import ArgumentParser
import Console
import Finance
import Fleet
import Glibc
import Recording
import RuleTools
import SandboxBank
import Settings
import Store

/// The root of the command line: `saldovakt`.
struct SaldovaktCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saldovakt",
        abstract: "Watches your own bank accounts and notifies you of what happens on them.",
        discussion: """
            Write what you want to be notified of as one English sentence each, in a rules file:
            "balance under 100 NOK", "new debit over 500". Then run:

              saldovakt init      asks for your bank and writes settings and first rules
              saldovakt watch

            See it work without a bank: saldovakt demo
            """, version: Version.text,
        subcommands: [
            InitCommand.self, WatchCommand.self, DemoCommand.self, RulesCommand.self,
            AccountsCommand.self, BalancesCommand.self, CardsCommand.self, TransactionsCommand.self,
            SubscriptionsCommand.self, ReportCommand.self, PickCommand.self, ChangesCommand.self,
            AccessCommand.self, AlertsCommand.self, SilenceCommand.self, StatusCommand.self,
            DoctorCommand.self, ChannelsCommand.self, LoginCommand.self, LogoutCommand.self,
            ImportCommand.self,
            SandboxCommand.self, EvalCommand.self, RulesReplayCommand.self, FleetCommand.self,
        ])

    /// Parses the process's arguments, runs the command and ends the process.
    static func run() async -> Never {
        // Only here the parser waits for names that shell completion offers.
        if CommandLine.arguments.dropFirst().first == "---completion" { await main() }
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            if let problem = writeProblem { throw problem }
            ExitStatus.fine.leave()
        } catch { leave(after: error) }
    }

    /// The error on output that could not be written.
    private static var writeProblem: CommandFailure? {
        Terminal.writeFailure.map { failure in
            CommandFailure(
                .environment, where: "standard output", code: "not-written",
                problem: "not everything could be written: \(failure)",
                fix: "make room there, or write to another place")
        }
    }

    private static func leave(after error: any Error) -> Never {
        if let status = error as? ExitStatus {
            // Nobody has read what was found.
            let isVerdict = status == .wrong || status == .warned
            guard isVerdict, let failure = writeProblem else { status.leave() }
            Terminal.complain(failure.text)
            failure.status.leave()
        }
        let known = CommandFailure(anyOf: error)
        let text = fullMessage(for: error)
        // Help and version are answers, everything else is an error in the arguments.
        if known == nil, exitCode(for: error) == .success {
            Terminal.write(text)
            ExitStatus.fine.leave()
        }
        let failure = known ?? UsageMessage(text).failure
        Terminal.complain(failure.text)
        failure.status.leave()
    }
}

/// The entry point: parses the arguments, runs one command and exits with its status.
@main enum Program {
    static func main() async {
        Terminal.openMissingDescriptors()
        // Exceeding the limit on file sizes then fails the write, which is reported, instead of
        // ending the process.
        signal(SIGXFSZ, SIG_IGN)
        await SaldovaktCommand.run()
    }
}

/// The version of the program.
enum Version: Sendable { static let text = "0.1.0" }

/// An error that the argument parser found, in the form of the program's errors.
///
/// ```
/// saldovakt watch: error: [usage] the value 'soon' is invalid for '--interval <duration>'
/// fix: --interval <duration>: how often to poll, such as 5m; see 'saldovakt watch --help'
/// ```
struct UsageMessage: Sendable {
    /// The command with these arguments, `saldovakt watch`.
    private let command: String
    private let problem: String
    /// The parser's suggestion: an option, or the possible values.
    private let proposal: String?
    /// The argument in question and its help.
    private let argument: (name: String, help: String)?

    /// Reads a line that begins with `Error:`, optional lines of allowed values, an optional line
    /// with `Help:`, and one that says where to read more.
    init(_ text: String) {
        let lines = text.split(separator: "\n")
        func part(_ label: String) -> Substring? {
            lines.first { $0.hasPrefix(label) }?.dropFirst(label.count)
        }
        let values = lines.filter { $0.hasPrefix("  - ") }.map { "'\($0.dropFirst(4))'" }
        let (problem, rest) = (part("Error: ") ?? text[...])
            .parted(by: [". Did you mean ", ". Please provide one of "])
        self.problem = problem.prefix(1).lowercased() + problem.dropFirst()
        proposal = values.isEmpty ? rest : values.joined(separator: ", ")
        argument = part("Help:  ").map {
            let (name, help) = $0.parted(by: ["  "])
            return (name, help ?? "")
        }
        command = (part("  See '") ?? "saldovakt").parted(by: [" --help'"]).0
    }

    var failure: CommandFailure {
        let problem =
            isUnknownCommand
            ? self.problem.replacing("unexpected argument", with: "there is no command") : problem
        return CommandFailure(.usage, where: command, code: "usage", problem: problem, fix: fix)
    }

    private var path: [String] { command.split(separator: " ").map(String.init) }

    private var isUnknownCommand: Bool {
        problem.hasPrefix("unexpected argument '") && !Self.commands(below: path).isEmpty
    }

    private var fix: String {
        if let near = nearestCommand {
            return "did you mean '\(near)'? 'saldovakt --help' lists the commands"
        }
        if isUnknownCommand {
            let names = Self.commands(below: path).map { "'\($0)'" }.joined(separator: ", ")
            return path.count > 1 ? "use one of \(names)" : "'saldovakt --help' lists the commands"
        }
        if let proposal {
            let isQuestion = proposal.hasSuffix("?")
            return (isQuestion ? "did you mean " : "use one of ") + proposal
        }
        let page = "see '\(command) --help'"
        guard let argument else { return page }
        let help = argument.help.prefix(1).lowercased() + argument.help.dropFirst()
        let words = help.isEmpty ? "" : ": \(help)"
        return (problem.hasPrefix("missing") ? "add " : "") + argument.name + words + "; " + page
    }

    private var nearestCommand: String? {
        let quoted = problem.split(separator: "'", omittingEmptySubsequences: false).map(
            String.init)
        guard problem.contains("unexpected argument"), quoted.count > 1 else { return nil }
        // Without a subcommand's name, the default subcommand got the argument.
        return [path, path.dropLast()].lazy.compactMap { path in
            NearestName.find(quoted[1], among: Self.commands(below: Array(path)))
                .map { (path + [$0]).joined(separator: " ") }
        }.first
    }

    private static func commands(below path: [String]) -> [String] {
        var commands: [any ParsableCommand.Type] = path.isEmpty ? [] : [SaldovaktCommand.self]
        for name in path.dropFirst() {
            commands = commands.flatMap { $0.configuration.subcommands }
                .filter { $0.configuration.commandName == name }
        }
        return commands.flatMap { $0.configuration.subcommands }
            .compactMap { $0.configuration.commandName }
    }
}

extension Substring {
    /// The part before the first of some separators, and the rest without spaces and full stop.
    fileprivate func parted(by separators: [String]) -> (String, String?) {
        for separator in separators {
            guard let place = firstRange(of: separator) else { continue }
            let rest = self[place.upperBound...].drop { $0 == " " }
            let text = String(rest.hasSuffix(".") ? rest.dropLast() : rest)
            return (String(self[..<place.lowerBound]), text)
        }
        return (String(self), nil)
    }
}

extension CommandFailure {
    /// The error that ended a command, in the form of the program's errors; `nil` if it was no
    /// failure.
    init?(anyOf error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as StoreError: self.init(error)
        case let error as FinanceError: self.init(error)
        case let fault as KeyringFault:
            let fault = SettingsFault.keyring(fault)
            self.init(.environment, code: fault.code, problem: fault.problem, fix: fault.fix)
        case let error as SecretError: self.init([error])
        case let error as SignInStoreError:
            self.init(.environment, code: "sign-in", problem: error.problem, fix: error.fix)
        case let error as CaseFileError: self.init(.wrong, text: error.text)
        case let error as SandboxServerError: self.init(.environment, text: "\(error)")
        case let error as ScenarioError:
            self.init(error.isUnreadable ? .environment : .wrong, text: "\(error)")
        case let error as RecordingFileError: self.init(error)
        case let fault as HouseholdFault: self.init(.wrong, text: fault.text)
        case let error as RecordingUnreadable:
            self.init(
                .environment, where: error.path, code: "recording-unreadable",
                problem: "the recording can't be read", fix: "check the path and its permissions")
        default: return nil
        }
    }

    init(_ error: StoreError) {
        self.init(error, in: Configuration.zone, usualFolder: Configuration.usualStateFolder)
    }

    private init(_ error: FinanceError) {
        let (status, code): (ExitStatus, String)
        switch error {
        case .dataRestricted: (status, code) = (.environment, "data-restricted")
        case .historyTokenInvalid: (status, code) = (.wrong, "token-invalid")
        case .readerNameInvalid: (status, code) = (.wrong, "reader-name")
        case .tooManyRows: (status, code) = (.environment, "too-many-rows")
        case .predicateFailed: (status, code) = (.wrong, "predicate-failed")
        case .storeUnusable(let problem):
            self.init(problem)
            return
        }
        self.init(
            status, code: code, problem: error.errorDescription ?? "",
            fix: error.recoverySuggestion ?? "")
    }

    init(_ findings: [SettingsFinding]) {
        self.init(
            findings.contains(where: \.isUnreadable) ? .environment : .wrong,
            text: findings.map(\.description).joined(separator: "\n"))
    }

    init(_ errors: [SecretError]) {
        self.init(.environment, text: errors.map(\.description).joined(separator: "\n"))
    }

    /// An unknown name, with the nearest known one.
    init(unknown what: String, _ name: String, among names: [String]) {
        let all = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
        let nearest = NearestName.find(name, among: names).map { "use '\($0)'" }
        self.init(
            .wrong, code: "unknown-\(what.replacing(" ", with: "-"))",
            problem: "there is no such \(what): '\(name)'",
            fix: nearest ?? (names.isEmpty ? "no \(what) is known here yet" : "use one of \(all)"))
    }
}
