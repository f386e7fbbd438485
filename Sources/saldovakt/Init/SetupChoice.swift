import ArgumentParser
import Finance
import Foundation
import Settings

/// One thing that is asked about a bank or a channel.
struct SetupField: Sendable {
    enum Form: Sendable {
        case text
        /// Typed unseen; the settings get a reference.
        case secret
        /// The path of a file that holds the secret.
        case secretFile
        /// Several texts, with commas in between.
        case list
        /// A program and its arguments, with blanks in between.
        case words
    }

    let key: String
    let question: String
    var form = Form.text
    /// What is taken if nothing is answered.
    var usual: String?
    var isOptional = false

    /// A typed answer as the settings have it.
    func value(of text: String) -> JSONOutput {
        switch form {
        case .secretFile where SetupAnswer.reference(text) == nil: ["file": .string(text)]
        case .list: .texts(Self.parts(of: text, at: ","))
        case .words: .texts(Self.parts(of: text, at: " "))
        case .text, .secret, .secretFile: SetupAnswer.value(of: text)
        }
    }

    private static func parts(of text: String, at separator: Character) -> [String] {
        text.split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

/// An answer that is given as an option: `bank.folder=~/Bank`.
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

    /// `env:NAME` and its relatives as the settings write them; `nil` for any other text.
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
        case .sandbox: "an invented bank on this machine, to see how it works"
        case .sparebank1: "SpareBank 1, with your own client of its API"
        case .enablebanking: "DNB, Nordea and most banks in Europe, through Enable Banking"
        case .simplefin: "banks in the US and Canada, through SimpleFIN"
        case .files: "a folder of files that you download: CSV, CAMT, OFX"
        case .command: "a program of yours"
        case .sbanken: "Sbanken's former API, which 'saldovakt sandbox' serves"
        }
    }

    var fields: [SetupField] {
        let client = [
            SetupField(key: "clientId", question: "client id", form: .secret),
            SetupField(key: "clientSecret", question: "client secret", form: .secret),
        ]
        return switch self {
        case .sandbox, .simplefin: []
        case .sbanken: client
        case .sparebank1:
            client + [
                SetupField(
                    key: "financialInstitution", question: "your bank, such as fid-smn",
                    isOptional: true)
            ]
        case .enablebanking:
            [
                SetupField(key: "applicationId", question: "application id"),
                SetupField(
                    key: "privateKey", question: "path of the application's private key",
                    form: .secretFile),
                SetupField(key: "bank", question: "the bank's name there, such as DNB"),
                SetupField(key: "country", question: "its country", usual: "NO"),
                SetupField(
                    key: "redirectURI", question: "the application's redirect address",
                    usual: "http://localhost:8912/callback"),
            ]
        case .files: [SetupField(key: "folder", question: "the folder with the files")]
        case .command:
            [SetupField(key: "command", question: "the program and its arguments", form: .words)]
        }
    }

    /// What a bank's entry begins with.
    ///
    /// The sandbox is a `command` bank whose program is this one: a step of its story at every poll.
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

    /// What the channel's entry begins with.
    var members: [(String, JSONOutput)] {
        guard let format else { return [("type", .string(name))] }
        return [("type", "webhook"), ("format", .string(format.rawValue))]
    }

    var fields: [SetupField] {
        switch name {
        case "mail":
            [
                SetupField(key: "url", question: "server, such as smtps://smtp.example.org:465"),
                SetupField(key: "from", question: "sender's address"),
                SetupField(key: "to", question: "recipients' addresses", form: .list),
                SetupField(key: "user", question: "user", isOptional: true),
                SetupField(key: "password", question: "password", form: .secret, isOptional: true),
            ]
        case "mqtt":
            [
                SetupField(key: "url", question: "broker, such as mqtt://192.168.1.2:1883"),
                SetupField(key: "topic", question: "topic", usual: "saldovakt"),
            ]
        case "command":
            [SetupField(key: "command", question: "the program and its arguments", form: .words)]
        default: format?.neededKeys.map(field) ?? []
        }
    }

    private func field(_ key: String) -> SetupField {
        switch key {
        case "url" where name != "webhook":
            SetupField(key: key, question: "the address that \(name) gave you")
        case "url": SetupField(key: key, question: "address")
        case "token": SetupField(key: key, question: "token", form: .secret)
        case "user" where name == "pushover":
            SetupField(key: key, question: "user key", form: .secret)
        case "topic":
            // Everybody who knows the topic reads along.
            SetupField(
                key: key, question: "topic, to subscribe to in the app",
                usual: "saldovakt-" + String(UInt64.random(in: .min ... .max), radix: 36))
        case "chat": SetupField(key: key, question: "chat, its number or @name")
        case "room": SetupField(key: key, question: "room, its id that begins with !")
        default: SetupField(key: key, question: key)
        }
    }
}
