import Channels
import Console
import Finance
import Foundation
import RuleTools
import Settings

/// The answers so far, and the settings that follow from them.
struct Setup: Sendable {
    fileprivate(set) var configuration: Configuration
    /// The settings as they will be written.
    fileprivate(set) var text = ""
    fileprivate(set) var channel: (name: String, entry: JSONOutput)
    fileprivate let bank: JSONOutput

    /// Existing settings that are kept, with the channel that new rules notify on.
    fileprivate init(kept configuration: Configuration, channel: String) {
        self.configuration = configuration
        self.channel = (channel, .null)
        bank = .null
    }

    fileprivate init(bank: JSONOutput, named name: String, path: String) throws {
        self.bank = bank
        channel = ("desktop", ["type": "desktop"])
        configuration = try Configuration(file: nil)
        try read(path, since: "bank \(name)")
    }

    /// Reads the settings as if they were already in the file.
    ///
    /// - Parameter change: what was added to settings that could be read.
    fileprivate mutating func read(_ path: String, since change: String) throws {
        let zone = TimeZone.current.identifier
        let isPlace = zone.contains("/") && !zone.hasPrefix("Etc/")
        var parts = [
            "\"version\": 1", "\"timeZone\": \(JSONWriter.quoted(isPlace ? zone : "Europe/Oslo"))",
            "\"banks\": [\n    \(bank.spaced(by: ",\n      ")) ]",
        ]
        if case .object(let members) = channel.entry, members.count > 1 {
            let name = JSONWriter.quoted(channel.name)
            parts.append("\"channels\": {\n    \(name): \(channel.entry.spaced(by: ",\n      ")) }")
        }
        text = "{ " + parts.joined(separator: ",\n  ") + " }\n"
        configuration = try Configuration(text: text, file: path, since: change)
    }
}

extension InitCommand {
    func askForBank() async throws -> Setup {
        let bank = try await chooseBank()
        if bank != .sandbox { Terminal.write("Read \(BankGuide.sentence)") }
        let id = set.last { $0.part == "bank" && $0.key == "id" }?.text ?? bank.rawValue
        while true {
            let members = [("id", JSONOutput.string(id))] + bank.members(program: Self.program)
            let entry = try await entry("bank", id, members, bank.fields)
            do {
                return try Setup(bank: entry, named: id, path: settings.path)
            } catch let failure as CommandFailure where asksAgain(about: "bank") {
                Terminal.complain(failure.text)
            }
        }
    }

    /// Existing settings that are kept.
    ///
    /// New rules notify on the channel that was named, else on the first one that notifies here: the
    /// person's own come before the built-in ones.
    ///
    /// - Parameter isForRules: whether rules are written beside them.
    func keptSetup(isForRules: Bool) async throws -> Setup {
        let configuration = try settings.load()
        let named = configuration.channelNames.contains(channel?.name ?? "") ? channel?.name : nil
        if yes, channel != nil, !isForRules || named == nil {
            complain(of: "--channel", settings.path, "settings")
        }
        guard isForRules, named == nil else {
            return Setup(kept: configuration, channel: named ?? "terminal")
        }
        let hasDesktop = await hasDesktop
        let usable = configuration.settings.channels.first { hasDesktop || $0.kind != .desktop }
        return Setup(kept: configuration, channel: usable?.name ?? "terminal")
    }

    /// Whether this session has a desktop that shows notifications.
    private var hasDesktop: Bool {
        get async {
            let desktop = DesktopChannel()
            let server = try? await desktop.inspect()
            await desktop.shutdown()
            return server != nil
        }
    }

    private func chooseBank() async throws -> BankChoice {
        if let bank { return bank }
        if yes { return .sandbox }
        for bank in BankChoice.allCases {
            let blank = String(repeating: " ", count: max(1, 15 - bank.rawValue.count))
            Terminal.write("  \(bank.rawValue)\(blank)\(bank.summary)")
        }
        return try await choose(SetupText.of("Which bank?", "Hvilken bank?"), usual: "sandbox") {
            BankChoice(rawValue: $0)
        }
    }

    func askForChannel(_ setup: inout Setup) async throws {
        let chosen = try await chooseChannel()
        while true {
            let entry = try await entry("channel", chosen.name, chosen.members, chosen.fields)
            setup.channel = (chosen.name, entry)
            do {
                return try setup.read(settings.path, since: "channel \(chosen.name)")
            } catch let failure as CommandFailure where asksAgain(about: "channel") {
                Terminal.complain(failure.text)
            }
        }
    }

    /// Whether other answers may be accepted: one that was given as an option stays the same.
    private func asksAgain(about part: String) -> Bool {
        !yes && Prompt.isInteractive && !set.contains { $0.part == part }
    }

    private func chooseChannel() async throws -> ChannelChoice {
        if let channel { return channel }
        let usual = await hasDesktop ? "desktop" : "terminal"
        if !yes {
            Terminal.write(
                SetupText.of("\nNotifications can go to: ", "\nMeldinger kan gå til: ")
                    + ChannelChoice.names.joined(separator: ", "))
        }
        let question = SetupText.of("Where do you want them?", "Hvor vil du ha dem?")
        return try await choose(question, usual: usual) { ChannelChoice(argument: $0) }
    }

    /// Asks until the answer is one of the choices; an empty answer is the default.
    private func choose<Choice>(
        _ question: String, usual: String, _ read: (String) -> Choice?
    ) async throws -> Choice {
        while true {
            let answer = yes ? nil : try await ask("\(question) [\(usual)]")
            if let choice = read(answer ?? usual) { return choice }
            SetupText.write(
                "answer with one of the names above", "svar med et av navnene over")
        }
    }

    /// An entry of the settings: its first members, the answers to its questions, and the other
    /// options that were given.
    private func entry(
        _ part: String, _ name: String, _ begin: [(String, JSONOutput)], _ fields: [SetupField]
    ) async throws -> JSONOutput {
        var given = Dictionary(
            set.filter { $0.part == part && ($0.part != "bank" || $0.key != "id") }
                .map { ($0.key, $0.text) }
        ) { $1 }
        try refuseUnknown(given, of: part, name, begin)
        var members = begin
        for field in fields {
            if let text = given.removeValue(forKey: field.key) {
                if let failure = field.failure(of: text, at: "--set \(part).\(field.key)") {
                    throw failure
                }
                members.append((field.key, field.value(of: text)))
            } else if let answer = try await answer(to: field, of: part, name) {
                members.append((field.key, answer))
            }
        }
        let rest = given.sorted { $0.key < $1.key }
        return .object(members + rest.map { ($0.key, SetupAnswer.value(of: $0.value)) })
    }

    /// Refuses options whose keys the settings do not have, before anything is asked.
    private func refuseUnknown(
        _ given: [String: String], of part: String, _ name: String, _ begin: [(String, JSONOutput)]
    ) throws(CommandFailure) {
        let rest = given.sorted { $0.key < $1.key }
        let entry = JSONOutput.object(
            begin + rest.map { ($0.key, SetupAnswer.value(of: $0.value)) })
        let text: JSONOutput =
            part == "bank" ? ["banks": [entry]] : ["channels": .object([(name, entry)])]
        let loaded = SettingsFile.load(bytes: Array(text.text.utf8), fileName: settings.path)
        let codes = ["unknown-key", "useless-key", "duplicate-key"]
        guard let fault = loaded.findings.map(\.fault).first(where: { codes.contains($0.code) })
        else { return }
        throw CommandFailure(fault, at: "--set \(part)")
    }

    /// Asks for a field; `nil` if it is left out.
    private func answer(
        to field: SetupField, of part: String, _ name: String
    ) async throws -> JSONOutput? {
        var question = "\(name): \(field.question)"
        if let usual = field.usual { question += " [\(usual)]" }
        if field.isOptional { question += SetupText.of(" (may be empty)", " (kan være tom)") }
        repeat {
            let answer = yes ? nil : try await ask(question, isShown: field.form != .secret)
            if let answer, field.form == .secret {
                return try keep(Secret(answer), named: "\(name)-\(field.key.lowercased())")
            }
            if let text = answer ?? field.usual {
                guard let failure = field.failure(of: text, at: name) else {
                    return field.value(of: text)
                }
                guard !yes, Prompt.isInteractive else { throw failure }
                Terminal.complain(failure.text)
                continue
            }
            if field.isOptional { return nil }
        } while !yes && Prompt.isInteractive
        throw CommandFailure(
            .usage, where: "saldovakt init", code: "no-answer",
            problem: "\(name) needs an answer: \(field.question)",
            fix: "give --set \(part).\(field.key)=…")
    }

    /// Stores a secret in the keyring, or without one in a file that only its owner can read.
    private func keep(_ secret: Secret, named name: String) throws -> JSONOutput {
        let label = "saldovakt: \(name)"
        if (try? SecretServiceKeyring().store(secret, named: name, label: label)) != nil {
            return ["keyring": .string(name)]
        }
        let folder = URL(filePath: settings.path).deletingLastPathComponent()
        let file = folder.appending(path: "secrets/\(name)")
        try RulesText.replace(
            file.path, with: Array(secret.reveal().utf8), what: "secret", mode: 0o600,
            makesFolder: true)
        return ["file": .string(file.path)]
    }

    func ask(_ question: String, isShown: Bool = true) async throws -> String? {
        if isShown { return try Prompt.answer(to: question) }
        return try await Prompt().answers(to: [question])[0]?.reveal()
    }

    func isConfirmed(_ question: String) async throws -> Bool {
        SetupText.isYes(try await ask(question))
    }

    /// The path of this program.
    private static var program: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
    }
}

extension Configuration {
    /// Settings that are not written yet, as if they were in that file.
    ///
    /// - Throws: ``CommandFailure`` with every finding, at what was added: the file is not there to
    ///   be looked at.
    fileprivate init(text: String, file path: String, since change: String) throws {
        let loaded = SettingsFile.load(bytes: Array(text.utf8), fileName: path)
        guard let settings = loaded.settings else {
            let failures = loaded.findings.map { CommandFailure($0.fault, at: change).text }
            throw CommandFailure(.wrong, text: failures.joined(separator: "\n"))
        }
        self.init(settings: settings, resolver: Self.resolver(beside: path))
    }
}

extension CommandFailure {
    fileprivate init(_ fault: SettingsFault, at place: String) {
        self.init(
            .wrong, where: place, code: fault.code, problem: fault.problem, fix: fault.fix)
    }
}
