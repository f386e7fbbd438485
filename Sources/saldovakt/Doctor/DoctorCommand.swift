import ArgumentParser
import Console
import Finance
import Foundation
import Rules
import Settings

/// `saldovakt doctor`: looks at everything that the program needs.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Checks your setup and suggests fixes.",
        discussion: """
            Looks at settings, secrets, rules, the state folder and its database, the disk, the \
            clock, the desktop, the keyring and the service, and with --online asks each bank \
            once. Shows no secret. Status 1 if settings, rules or the state folder are wrong, 4 if \
            something around the program is missing.
            """)

    @Option(
        help: ArgumentHelp(
            "The rules file; without it $XDG_CONFIG_HOME/saldovakt/rules.json.", valueName: "file"))
    var rules: String?

    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(help: "Also ask each bank once.")
    var online = false

    @Flag(help: "Write one JSON array.")
    var json = false

    func run() async throws {
        let found = await diagnoses()
        if json {
            Terminal.write(JSONOutput.array(found.map(\.json)).text)
        } else {
            for line in found.flatMap(\.lines) { Terminal.write(line) }
        }
        if found.status != .fine { throw found.status }
    }

    private func diagnoses() async -> [Diagnosis] {
        let files = FileDoctor(settingsFile: settings.settings, rulesFile: rules)
        var (found, configuration) = files.settings()
        found += files.rules(configuration)
        found += StateDoctor(
            folder: state.folder,
            zone: configuration?.settings.timeZone ?? Configuration.zone
        ).diagnoses()
        guard let configuration else { return found }
        let around = EnvironmentDoctor(
            configuration: configuration, environment: ProcessInfo.processInfo.environment,
            now: SystemClock().now)
        found += files.secrets(configuration)
        found.append(around.clock())
        found.append(await around.desktop(isNeeded: needsDesktop(configuration)))
        found += [around.keyring(), around.service()]
        if online { found += await BankDoctor(configuration: configuration).diagnoses() }
        return found
    }

    /// Whether a rule of the file notifies on a desktop channel.
    private func needsDesktop(_ configuration: Configuration) -> Bool {
        let path = rules ?? Configuration.usualRulesFile
        guard let data = FileManager.default.contents(atPath: path),
            let set = RulesFile.load(
                Array(data), fileName: path, channels: configuration.channelNames
            ).ruleSet
        else { return false }
        let desktops = configuration.settings.channels.filter { $0.kind == .desktop }.map(\.name)
        return !Set(set.rules.flatMap(\.notify)).isDisjoint(with: desktops)
    }
}

/// What `saldovakt doctor` found out about one thing.
struct Diagnosis: Sendable, Hashable {
    enum State: String, Sendable, Hashable, CaseIterable {
        case ok
        /// It works; something could be better.
        case hint
        /// Something that a person wrote is wrong.
        case wrong
        /// What the program needs around it is not there.
        case missing
    }

    /// What was looked at, a stable word: `settings`, `bank sbanken`.
    let subject: String
    let state: State
    let text: String
    /// What to do now; `nil` if all is fine.
    let fix: String?

    static func fine(_ subject: String, _ text: String) -> Diagnosis {
        Diagnosis(subject: subject, state: .ok, text: text, fix: nil)
    }

    var json: JSONOutput {
        [
            "check": .string(subject), "state": .string(state.rawValue), "text": .string(text),
            "fix": .text(fix),
        ]
    }

    /// One line for people, two with a fix.
    var lines: [String] {
        ["\(state.rawValue)\t\(subject): \(text)"] + [fix.map { "\tfix: \($0)" }].compactMap(\.self)
    }
}

extension [Diagnosis] {
    /// The status to end with: 1 if something written is wrong, 4 if only the surroundings are.
    var status: ExitStatus {
        if contains(where: { $0.state == .wrong }) { return .wrong }
        return contains { $0.state == .missing } ? .environment : .fine
    }
}
