import ArgumentParser
import BankFiles
import Console
import Finance
import Foundation
import Settings

/// The texts of `init` in both languages; a missing language does not compile.
enum SetupText: Sendable {
    private static let language = Configuration.usualLanguage

    static func of(_ english: String, _ norwegian: String) -> String {
        language == .norwegian ? norwegian : english
    }

    static func write(_ english: String, _ norwegian: String) {
        Terminal.write(of(english, norwegian))
    }

    /// Reads `y…`, in Norwegian `j…` too; everything else means no.
    static func isYes(_ answer: String?) -> Bool {
        let letters = language == .norwegian ? "jy" : "y"
        return answer?.lowercased().first.map(letters.contains) ?? false
    }
}

/// One question about a bank or a channel.
struct SetupField: Sendable {
    enum Form: Sendable {
        case text
        /// Typed without echo; the settings get a reference.
        case secret
        /// The path of a file with the secret.
        case secretFile
        /// Several texts, separated by commas.
        case list
        /// A program and its arguments, separated by spaces.
        case words
        /// The number of an account, which the settings have in an object.
        case accountNumber
    }

    let key: String
    let question: String
    let form: Form
    /// The default for an empty answer.
    let usual: String?
    let isOptional: Bool

    fileprivate init(
        _ key: String, _ english: String, _ norwegian: String, _ form: Form = .text,
        usual: String? = nil, isOptional: Bool = false
    ) {
        self.key = key
        question = SetupText.of(english, norwegian)
        self.form = form
        self.usual = usual
        self.isOptional = isOptional
    }

    fileprivate static let program = SetupField(
        "command", "the program and its arguments", "programmet og argumentene", .words)

    /// A typed answer as a value of the settings.
    func value(of text: String) -> JSONOutput {
        switch form {
        case .secretFile where SetupAnswer.reference(text) == nil: ["file": .string(text)]
        case .list: .texts(Self.parts(of: text, at: ","))
        case .words: .texts(Self.parts(of: text, at: " "))
        case .accountNumber: ["number": .string(text)]
        case .text, .secret, .secretFile: SetupAnswer.value(of: text)
        }
    }

    /// The problem of an answer; `nil` if the settings accept it.
    func failure(of text: String, at place: String) -> CommandFailure? {
        guard form == .accountNumber,
            let (problem, fix) = StatementAccount.problem(withNumber: text)
        else { return nil }
        return CommandFailure(.usage, where: place, code: "account", problem: problem, fix: fix)
    }

    private static func parts(of text: String, at separator: Character) -> [String] {
        text.split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

/// An answer given as an option: `bank.folder=~/Bank`.
struct SetupAnswer: ExpressibleByArgument, Sendable {
    let part: String
    let key: String
    let text: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="),
            let point = argument[..<sign].firstIndex(of: ".")
        else { return nil }
        part = String(argument[..<point])
        key = String(argument[argument.index(after: point)..<sign])
        text = String(argument[argument.index(after: sign)...])
        guard ["bank", "channel"].contains(part), !key.isEmpty else { return nil }
    }

    static func value(of text: String) -> JSONOutput {
        reference(text) ?? (Bool(text).map(JSONOutput.bool) ?? .string(text))
    }

    /// `env:NAME` and the like as the settings write them; `nil` for any other text.
    static func reference(_ text: String) -> JSONOutput? {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["env", "file", "keyring", "credential"].contains(parts[0]) else {
            return nil
        }
        return .object([(parts[0], .string(parts[1]))])
    }
}

/// A bank that can be set up.
enum BankChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case sandbox, sparebank1, enablebanking, simplefin, files, command, sbanken

    var summary: String {
        switch self {
        case .sandbox:
            SetupText.of(
                "an invented bank on this machine, to see how it works",
                "en oppdiktet bank på denne maskinen, for å se hvordan det virker")
        case .sparebank1:
            SetupText.of(
                "SpareBank 1, with your own client of its API",
                "SpareBank 1, med din egen klient i bankens API")
        case .enablebanking:
            SetupText.of(
                "DNB, Nordea and most banks in Europe, through Enable Banking",
                "DNB, Nordea og de fleste banker i Europa, gjennom Enable Banking")
        case .simplefin:
            SetupText.of(
                "banks in the US and Canada, through SimpleFIN",
                "banker i USA og Canada, gjennom SimpleFIN")
        case .files:
            SetupText.of(
                "a folder of files that you download: CSV, CAMT, OFX",
                "en mappe med filer som du laster ned: CSV, CAMT, OFX")
        case .command: SetupText.of("a program of yours", "et program du har selv")
        case .sbanken:
            SetupText.of(
                "Sbanken's former API, which 'saldovakt sandbox' serves",
                "Sbankens tidligere API, som «saldovakt sandbox» etterligner")
        }
    }

    private static let client = [
        SetupField("clientId", "client id", "klient-id", .secret),
        SetupField("clientSecret", "client secret", "klienthemmelighet", .secret),
    ]

    var fields: [SetupField] {
        switch self {
        case .sandbox, .simplefin: []
        case .sbanken: Self.client
        case .sparebank1:
            Self.client + [
                SetupField(
                    "financialInstitution", "your bank, such as fid-smn",
                    "banken din, for eksempel fid-smn", isOptional: true)
            ]
        case .enablebanking:
            [
                SetupField("applicationId", "application id", "applikasjonens id"),
                SetupField(
                    "privateKey", "path of the application's private key",
                    "stien til applikasjonens private nøkkel", .secretFile),
                SetupField(
                    "bank", "the bank's name there, such as DNB",
                    "bankens navn der, for eksempel DNB"),
                SetupField("country", "its country", "landet", usual: "NO"),
                SetupField(
                    "redirectURI", "the application's redirect address",
                    "applikasjonens adresse for svar", usual: "http://localhost:8912/callback"),
            ]
        case .files:
            [
                SetupField("folder", "the folder with the files", "mappen med filene"),
                SetupField(
                    "account", "the account's number, if the files do not name it",
                    "kontonummeret, hvis filene ikke har det", .accountNumber, isOptional: true),
            ]
        case .command: [.program]
        }
    }

    /// The first members of a bank's entry.
    ///
    /// The sandbox is a `command` bank that runs this program: every poll is a step of its story.
    func members(program: String) -> [(String, JSONOutput)] {
        guard self == .sandbox else { return [("type", .string(rawValue))] }
        return [
            ("type", "command"), ("command", .texts([program, "sandbox", "--answer"])),
            ("interval", "3 seconds"),
        ]
    }
}

/// A channel that can be set up, by its type or, for a webhook, its format.
struct ChannelChoice: ExpressibleByArgument, Sendable, Equatable {
    let name: String

    init?(argument: String) {
        guard Self.names.contains(argument) else { return nil }
        name = argument
    }

    static var allValueStrings: [String] { names }

    static let names =
        ["desktop", "terminal", "mail", "mqtt", "command", "webhook"]
        + WebhookSettings.Format.allCases.filter { $0 != .json }.map(\.rawValue)

    private var format: WebhookSettings.Format? {
        name == "webhook" ? .json : WebhookSettings.Format(rawValue: name)
    }

    /// The first members of the channel's entry.
    var members: [(String, JSONOutput)] {
        guard let format else { return [("type", .string(name))] }
        return [("type", "webhook"), ("format", .string(format.rawValue))]
    }

    var fields: [SetupField] {
        switch name {
        case "mail":
            [
                SetupField(
                    "url", "server, such as smtps://smtp.example.org:465",
                    "tjener, for eksempel smtps://smtp.example.org:465"),
                SetupField("from", "sender's address", "avsenderens adresse"),
                SetupField("to", "recipients' addresses", "mottakernes adresser", .list),
                SetupField("user", "user", "bruker", isOptional: true),
                SetupField("password", "password", "passord", .secret, isOptional: true),
            ]
        case "mqtt":
            [
                SetupField(
                    "url", "broker, such as mqtt://192.168.1.2:1883",
                    "megler, for eksempel mqtt://192.168.1.2:1883"),
                SetupField("topic", "topic", "emne", usual: "saldovakt"),
            ]
        case "command": [.program]
        default: format?.neededKeys.map(field) ?? []
        }
    }

    private func field(_ key: String) -> SetupField {
        switch key {
        case "url" where name == "webhook": SetupField(key, "address", "adresse")
        case "url":
            SetupField(key, "the address that \(name) gave you", "adressen du fikk av \(name)")
        case "token": SetupField(key, "token", "nøkkel", .secret)
        case "user" where name == "pushover": SetupField(key, "user key", "brukernøkkel", .secret)
        case "topic":
            // Everybody who knows the topic can read along.
            SetupField(
                key, "topic, to subscribe to in the app", "emne, som du abonnerer på i appen",
                usual: "saldovakt-" + String(UInt64.random(in: .min ... .max), radix: 36))
        case "chat": SetupField(key, "chat, its number or @name", "samtale, nummeret eller @navn")
        case "room":
            SetupField(key, "room, its id that begins with !", "rom, id-en som begynner med !")
        default: SetupField(key, key, key)
        }
    }
}
