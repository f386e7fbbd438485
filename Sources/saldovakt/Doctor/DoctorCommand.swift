import Alerts
import ArgumentParser
import Channels
import Console
import Finance
import Foundation
import Rules
import Settings
import Store

/// `saldovakt doctor`: checks everything that the program needs.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Checks your setup and suggests fixes.",
        discussion: """
            Looks at settings, secrets, sign-ins, rules, the state folder and its database, the disk, the \
            clock, the desktop, the keyring and the service, and with --online asks each bank \
            once; at a bank behind Enable Banking only what the consent covers. Shows no secret. Status 1 if settings, rules or the state folder are wrong, 4 if \
            something around the program is missing.
            """)

    @OptionGroup var rules: RulesOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup var state: StateOptions

    @Flag(help: "Also ask each bank once.") var online = false

    @Flag(help: "Write one JSON array.") var json = false

    func run() async throws {
        let found = await Self.diagnoses(
            rules: rules.named, settings: settings.settings, stateFolder: state.folder,
            isOnline: online)
        if json {
            Terminal.write(JSONOutput.array(found.map(\.json)).text)
        } else {
            found.forEach { $0.write() }
        }
        if found.status != .fine { throw found.status }
    }

    /// - Parameters:
    ///   - rules: the rules file, if another than the usual one; settings likewise.
    ///   - isOnline: whether each bank is polled too.
    static func diagnoses(
        rules: String?, settings: String?, stateFolder: String, isOnline: Bool = false
    ) async -> [Diagnosis] {
        var (found, configuration) = WrittenChecks.settings(settings)
        let options = Strings.options(("--rules", rules), ("--settings", settings))
        let (diagnoses, ruleSet) = WrittenChecks.rules(rules, configuration, options)
        let zone = configuration?.settings.timeZone ?? Configuration.zone
        let state = StateChecks(folder: stateFolder, zone: zone, options: options)
        found += diagnoses + state.diagnoses
        guard let configuration else { return found }
        found += WrittenChecks.secrets(configuration) + WrittenChecks.programs(configuration)
        found += BankChecks.written(configuration)
        found += await BankChecks.stored(configuration, stateFolder: stateFolder)
        found += await SignInChecks.diagnoses(
            configuration, stateFolder: stateFolder, at: SystemClock().now)
        found += await EnvironmentChecks(configuration: configuration).diagnoses(ruleSet)
        guard isOnline else { return found }
        return found + (await BankChecks.diagnoses(configuration, stateFolder: stateFolder))
    }
}

/// Checks the person's files: settings, secrets, rules.
enum WrittenChecks {
    static func settings(_ file: String?) -> (found: [Diagnosis], configuration: Configuration?) {
        let path = file ?? Configuration.usualFile
        if file == nil, LocalFiles.isMissing(path) {
            let hint = Diagnosis(
                "settings", .hint, "there is no settings file: \(path)",
                fix: "run 'saldovakt init'; 'saldovakt demo' works without one")
            return ([hint], try? Configuration(file: nil))
        }
        let loaded = SettingsFile.load(path: path, files: LocalFiles())
        guard let settings = loaded.settings else {
            let found = loaded.findings.map { finding in
                let place = finding.position.map { "\(finding.file):\($0)" } ?? finding.file
                return Diagnosis(
                    "settings", loaded.isUnreadable ? .missing : .wrong,
                    "\(place): \(finding.fault.problem)", fix: finding.fault.fix)
            }
            return (found, nil)
        }
        let banks = Strings.count(settings.banks.count, "bank")
        let channels = Strings.count(settings.channels.count, "channel")
        let configuration = Configuration(
            settings: settings, resolver: Configuration.resolver(beside: path))
        return ([Diagnosis("settings", .ok, "\(path): \(banks), \(channels)")], configuration)
    }

    /// Checks that every secret can be read; none is shown.
    static func secrets(_ configuration: Configuration) -> [Diagnosis] {
        let count = configuration.settings.secretReferences.count
        let problems = configuration.resolver.problems(in: configuration.settings)
        if problems.isEmpty, count > 0 {
            return [Diagnosis("secrets", .ok, "\(Strings.count(count, "reference")) can be read")]
        }
        return problems.map { problem in
            let place = problem.reference.place.map { "\($0): " } ?? ""
            return Diagnosis(
                "secrets", .missing, place + problem.fault.problem, fix: problem.fault.fix)
        }
    }

    /// Checks that the programs of banks and channels can be started; none is.
    static func programs(_ configuration: Configuration) -> [Diagnosis] {
        var programs: [(subject: String, command: CommandSettings)] = []
        for bank in configuration.settings.banks {
            guard case .command(let settings) = bank.access else { continue }
            programs.append(("bank \(bank.id)", settings.program))
        }
        for channel in configuration.settings.channels {
            guard case .command(let command) = channel.kind else { continue }
            programs.append(("channel \(channel.name)", command))
        }
        return programs.compactMap { subject, command in
            let path = configuration.resolver.path(command.program)
            let isFolder = FileStamp(path: path)?.isFolder
            let canStart =
                isFolder == false && FileManager.default.isExecutableFile(atPath: path)
            guard !canStart else { return nil }
            return Diagnosis(
                subject, .missing, "its program can't be started: '\(path)'",
                fix: isFolder != nil
                    ? "make it a file that you may execute, or correct \"command\" in the settings"
                    : "make it, or correct \"command\" in the settings")
        }
    }

    /// - Parameter options: those that name the files for another command.
    static func rules(
        _ file: String?, _ configuration: Configuration?, _ options: String
    ) -> (found: [Diagnosis], rules: RuleSet?) {
        let path = file ?? Configuration.usualRulesFile
        guard let data = FileManager.default.contents(atPath: path) else {
            let isExpected = file == nil && LocalFiles.isMissing(path)
            let unreadable = Diagnosis(
                "rules", isExpected ? .hint : .missing, "the rules file can't be read: \(path)",
                fix: RulesText.fix(path))
            return ([unreadable], nil)
        }
        let result = RulesFile.load(
            Array(data), fileName: path, channels: configuration?.channelNames ?? [])
        if let rules = result.ruleSet {
            let count = Strings.count(rules.rules.count, "rule")
            return ([Diagnosis("rules", .ok, "\(path): \(count)")], rules)
        }
        // Without usable settings the existing channels are unknown.
        let faults = result.findings.filter { finding in
            finding.severity == .error
                && (configuration != nil || finding.code != "unknown-channel")
        }
        guard !faults.isEmpty else {
            return ([Diagnosis("rules", .ok, "\(path): the sentences are fine")], nil)
        }
        let found = faults.prefix(3).map { finding in
            Diagnosis(
                "rules", .wrong,
                "\(finding.file):\(finding.line):\(finding.column): \(finding.message)",
                fix: "saldovakt rules check\(options) shows all of it")
        }
        return (found, nil)
    }
}

/// Checks the state folder: modes, the database's integrity, room on the disk, the running watcher.
private struct StateChecks {
    let folder: String
    let zone: TimeZone
    /// The options that name rules and settings for another command.
    let options: String

    /// With less room the next commit may fail.
    private static let leastBytes: UInt64 = 100 << 20

    var diagnoses: [Diagnosis] {
        guard let stamp = FileStamp(path: folder), stamp.isFolder else { return [place, disk] }
        return [modes(stamp.mode), database, watcher, disk]
    }

    /// Checks whether the folder, which does not exist yet, can be made.
    private var place: Diagnosis {
        let nearest = nearest
        guard FileStamp(path: nearest)?.isFolder == true else {
            return Diagnosis(
                "state", .wrong, "a file is where a folder belongs: '\(nearest)'",
                fix: "name another folder with --state, or move the file away")
        }
        guard access(nearest, W_OK | X_OK) == 0 else {
            return Diagnosis(
                "state", .missing, "you may not write to '\(nearest)', where '\(folder)' belongs",
                fix: "chmod u+rwx '\(nearest)', or name another folder with --state")
        }
        return Diagnosis("state", .ok, "nothing is stored yet: \(folder)")
    }

    /// The folder, or the nearest parent of it that exists.
    private var nearest: String {
        var path = folder
        while FileStamp(path: path) == nil, path.count > 1 {
            path = (path as NSString).deletingLastPathComponent
        }
        return path
    }

    private func modes(_ mode: FileMode) -> Diagnosis {
        guard mode.bits & 0o700 == 0o700 else {
            return Diagnosis(
                "state", .wrong, "its owner can't use the folder: '\(folder)'",
                fix: "chmod 700 '\(folder)'")
        }
        let file = SaldovaktPaths.databaseFile(inState: folder)
        let isOpen = mode.bits & 0o077 != 0
        guard isOpen || FileStamp(path: file)?.mode.isOpenToOthers == true else {
            return Diagnosis("state", .ok, "\(folder), closed to others")
        }
        return Diagnosis(
            "state", .wrong, "others can read what is stored: '\(isOpen ? folder : file)'",
            fix: "chmod 700 '\(folder)' && chmod 600 '\(folder)'/*")
    }

    private var database: Diagnosis {
        do {
            let damage = try SQLiteAlertStore.damage(folder: folder)
            guard let first = damage.first else {
                return Diagnosis("database", .ok, "every page of it is sound")
            }
            return Diagnosis(
                "database", .wrong,
                "damaged in \(Strings.count(damage.count, "place")), the first: \(first)",
                fix: "stop the watcher, restore the file from a backup, or move it away")
        } catch {
            let lines = CommandFailure(error).text.split(separator: "\n").map(String.init)
            return Diagnosis(
                "database", .missing, lines[0],
                fix: lines.dropFirst().first.map { String($0.trimmingPrefix("  fix: ")) })
        }
    }

    private var watcher: Diagnosis {
        if let holder = SQLiteAlertStore.holder(ofFolder: folder) {
            return Diagnosis("watcher", .ok, Strings.holder(holder, in: zone))
        }
        let isUsual = folder == Configuration.usualStateFolder
        let options = self.options + (isUsual ? "" : Strings.options(("--state", folder)))
        // The unit uses the usual files.
        let unit = options.isEmpty ? ", or systemctl --user start saldovakt" : ""
        return Diagnosis(
            "watcher", .hint, "nobody watches with this state folder",
            fix: "saldovakt watch\(options)\(unit)")
    }

    private var disk: Diagnosis {
        var facts = statvfs()
        statvfs(nearest, &facts)
        let free = UInt64(facts.f_bavail) &* UInt64(facts.f_frsize)
        let text = "\(free >> 20) MiB are free for the state folder"
        guard free < Self.leastBytes else { return Diagnosis("disk", .ok, text) }
        return Diagnosis(
            "disk", .missing, text,
            fix: "free some space: without any, nothing is stored and nobody is notified")
    }
}

/// Checks the machine: clock and zone, desktop, keyring, service manager.
private struct EnvironmentChecks {
    let configuration: Configuration

    /// A clock before the time of this version is wrong: 2026-01-01.
    private static let earliest = Date(timeIntervalSince1970: 1_767_225_600)

    /// - Parameter rules: the rules that can be used, which may notify on the desktop.
    func diagnoses(_ rules: RuleSet?) async -> [Diagnosis] {
        let desktops = configuration.settings.channels.filter { $0.kind == .desktop }.map(\.name)
        let used = Set(rules?.rules.flatMap(\.notify) ?? [])
        return [clock, await desktop(isNeeded: !used.isDisjoint(with: desktops)), keyring, service]
    }

    private var clock: Diagnosis {
        let (now, zone) = (SystemClock().now, configuration.settings.timeZone)
        let text = "\(InstantText.moment(now, in: zone)) in \(zone.identifier)"
        guard now >= Self.earliest else {
            return Diagnosis(
                "clock", .missing, "it shows a time long past: \(text)",
                fix: "set the clock: timedatectl set-ntp true")
        }
        guard zone.identifier != "GMT" else {
            return Diagnosis(
                "clock", .missing, "the rules of the zone are not known here: \(text)",
                fix: "apt install tzdata")
        }
        return Diagnosis("clock", .ok, text)
    }

    /// Checks that a desktop shows notifications; a missing one that no rule needs is a hint.
    private func desktop(isNeeded: Bool) async -> Diagnosis {
        let channel = DesktopChannel()
        let diagnosis: Diagnosis
        do {
            let server = try await channel.inspect()
            diagnosis = Diagnosis(
                "desktop", .ok, "\(server.name) \(server.version) shows notifications")
        } catch {
            diagnosis = Diagnosis(
                "desktop", isNeeded ? .missing : .hint, error.problem, fix: error.fix)
        }
        await channel.shutdown()
        return diagnosis
    }

    /// Checks that the keyring answers; only settings that keep secrets there need it.
    private var keyring: Diagnosis {
        do {
            _ = try SecretServiceKeyring(prompts: false).secret(named: "doctor")
            return Diagnosis("keyring", .ok, "it answers")
        } catch {
            let fault = SettingsFault.keyring(error)
            let isNeeded = configuration.settings.secretReferences.contains {
                $0.keyringName != nil
            }
            return Diagnosis(
                "keyring", isNeeded ? .missing : .hint, fault.problem,
                fix: isNeeded ? fault.fix : "nothing, unless secrets are to be kept there")
        }
    }

    /// Checks that the watcher starts by itself, and continues after logging out.
    private var service: Diagnosis {
        let environment = ProcessInfo.processInfo.environment
        let home = Configuration.homeDirectory
        let base = { (name: String, usual: String) in
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(usual)"
        }
        let folders = [
            base("XDG_CONFIG_HOME", ".config") + "/systemd/user",
            base("XDG_DATA_HOME", ".local/share") + "/systemd/user",
            "/etc/systemd/user", "/usr/local/share/systemd/user", "/usr/share/systemd/user",
            "/usr/lib/systemd/user",
        ]
        let files = FileManager.default
        let unit = folders.map { $0 + "/saldovakt.service" }.first { files.fileExists(atPath: $0) }
        guard let unit else {
            return Diagnosis(
                "service", .hint, "there is no systemd unit",
                fix: "make install, then systemctl --user enable --now saldovakt; or watch in tmux")
        }
        let user = environment["USER"] ?? NSUserName()
        guard files.fileExists(atPath: "/var/lib/systemd/linger/\(user)") else {
            return Diagnosis(
                "service", .hint, "\(unit): it ends when you log out", fix: "loginctl enable-linger"
            )
        }
        return Diagnosis("service", .ok, "\(unit), also while you are logged out")
    }
}
