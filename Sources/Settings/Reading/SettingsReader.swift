import Finance
import Foundation

/// Turns the nodes of a settings file into values; what is wrong is in the log.
struct SettingsReader {
    let log: SettingsLog

    /// Reads the whole file; the value is only meaningful without findings.
    func settings(mode: FileMode?) -> SaldovaktSettings? {
        let known = ["$schema", "version", "timeZone", "banks", "channels", "heartbeat", "metrics"]
        guard let root = log.text.root,
            let fields = SettingsFields(root, "the settings file", known: known, in: log)
        else { return nil }
        checkVersion(fields)
        var settings = SaldovaktSettings(
            timeZone: timeZone(fields) ?? SaldovaktSettings.standardTimeZone,
            banks: banks(fields), channels: channels(fields), heartbeat: heartbeat(fields))
        settings.metrics = metrics(fields)
        if let mode { check(mode) }
        return settings
    }

    private func checkVersion(_ fields: SettingsFields) {
        guard let node = fields.required("version"),
            let number = log.value(of: node, "version", "the number 1", \.number), number != "1"
        else { return }
        log.report(
            "version", "this version is not known: '\(number)'", fix: "write \"version\": 1",
            at: node.range)
    }

    private func timeZone(_ fields: SettingsFields) -> TimeZone? {
        fields.value("timeZone") { name in
            let known = TimeZone.knownTimeZoneIdentifiers
            let suggestion =
                known.first { $0.hasSuffix("/" + name) } ?? NearestName.find(name, among: known)
            return SettingsFault(
                "time-zone", "unknown time zone: '\(name)'",
                fix: "write a name such as \"\(suggestion ?? "Europe/Oslo")\"")
        } _: { name in
            // Foundation also takes abbreviations and offsets, which know no summer time.
            name == "UTC" || name.contains("/") ? TimeZone(identifier: name) : nil
        }
    }

    private func heartbeat(_ fields: SettingsFields) -> HeartbeatSettings? {
        guard let node = fields["heartbeat"],
            let heartbeat = SettingsFields(node, "the heartbeat", known: ["url"], in: log)
        else { return nil }
        return heartbeat.requiredAddress("url").map(HeartbeatSettings.init)
    }

    private func metrics(_ fields: SettingsFields) -> MetricsSettings? {
        guard let node = fields["metrics"],
            let metrics = SettingsFields(node, "metrics", known: ["port"], in: log),
            let value = metrics.required("port")
        else { return nil }
        guard let port = value.number.flatMap({ Int($0) }), (1...65_535).contains(port) else {
            log.reportKind(
                of: value, "port", expected: "a whole number from 1 to 65535",
                found: value.number)
            return nil
        }
        return MetricsSettings(port: port)
    }

    private func check(_ mode: FileMode) {
        guard mode.isOpenToOthers else { return }
        if mode.isWritableByAll {
            return log.report(.writableByOthers(mode), at: 0..<1)
        }
        guard let first = log.literalAddresses.min(by: { $0.lowerBound < $1.lowerBound }) else {
            return
        }
        log.report(
            "readable-by-others",
            "this file holds an address that works like a password, and others can read"
                + " the file: mode \(mode)",
            fix: "run chmod 600 on the file, or keep the address elsewhere and write"
                + " {\"env\": NAME}", at: first)
    }
}

extension SettingsFault {
    static func writableByOthers(_ mode: FileMode) -> SettingsFault {
        SettingsFault(
            "writable-by-others",
            "everybody can change this file, and with it where notifications go: mode \(mode)",
            fix: "run chmod 600 on the file")
    }
}

extension SettingsReader {
    private func banks(_ fields: SettingsFields) -> [BankSettings] {
        var known: Set<String> = []
        return fields.elements("banks", "a list of banks").compactMap { bank($0, &known) }
    }

    private func bank(_ node: JSONNode, _ known: inout Set<String>) -> BankSettings? {
        // Which keys a bank may have follows its type; without a readable one it is the first.
        let type = node["type"]?.string
        let kind = type.flatMap(BankSettings.Kind.init) ?? .sbanken
        guard var fields = SettingsFields(node, "this bank", known: kind.keys, in: log) else {
            return nil
        }
        let id = id(fields, &known)
        if let id { fields.owner = "the bank '\(id)'" }
        // A part that is missing is a finding, and with a finding nobody sees the bank: the
        // stand-ins only let the reading go on to the next fault.
        _ = fields.required("type")
        // What such a bank would need is only known if the type is nearly one of ours.
        let names = BankSettings.Kind.allCases.map(\.rawValue)
        let isNear = type.map { NearestName.find($0, among: names) != nil } ?? true
        if fields.word("type", as: BankSettings.Kind.self) == nil, !isNear { return nil }
        let access: BankSettings.Access =
            switch kind {
            case .sbanken: .sbanken(sbanken(fields))
            case .command:
                .command(
                    BankCommandSettings(
                        program: command(fields) ?? CommandSettings(program: ""),
                        variables: variables(fields)))
            }
        var bank = BankSettings(id: id ?? "", access: access)
        bank.interval = fields.duration("interval")
        bank.accounts = accounts(fields)
        return bank
    }

    private func id(_ fields: SettingsFields, _ known: inout Set<String>) -> String? {
        guard let node = fields.required("id"), let id = log.text(of: node, "id"),
            log.isName(id, at: node.range)
        else { return nil }
        if !known.insert(id).inserted {
            log.report(
                "repeated-bank", "two banks have the same id: '\(id)'", fix: "give each its own id",
                at: node.range)
        }
        return id
    }

    private func accounts(_ fields: SettingsFields) -> [AccountSettings] {
        let members = fields.members("accounts", "an object of accounts by name")
        var known = Set(members.map { FoldedText($0.key) })
        return members.compactMap { member in
            let owner = "the account '\(member.key)'"
            return SettingsFields(member.value, owner, known: ["aliases"], in: log).map {
                AccountSettings(name: member.key, aliases: aliases($0, &known))
            }
        }
    }

    private func aliases(_ account: SettingsFields, _ known: inout Set<FoldedText>) -> [String] {
        var aliases: [String] = []
        for element in account.elements("aliases", "a list of names") {
            guard let name = log.text(of: element, "each alias") else { continue }
            if name.allSatisfy(\.isWhitespace) {
                log.report(
                    "name", "there is nothing in this name", fix: "write a name, or remove it",
                    at: element.range)
            } else if known.insert(FoldedText(name)).inserted {
                aliases.append(name)
            } else {
                log.report(
                    "repeated-alias", "two accounts would have the same name: '\(name)'",
                    fix: "keep the alias at one of them", at: element.range)
            }
        }
        return aliases
    }

    private func sbanken(_ fields: SettingsFields) -> SbankenSettings {
        let clientID = fields.requiredReference("clientId")
        let clientSecret = fields.requiredReference("clientSecret")
        let nowhere = SecretReference(.environment(""))
        var bank = SbankenSettings(
            clientID: clientID ?? nowhere, clientSecret: clientSecret ?? nowhere)
        bank.dialect = fields.word("dialect", as: SbankenSettings.Dialect.self) ?? .v2
        bank.customerID =
            bank.dialect == .v1
            ? fields.requiredReference("customerId") : fields.reference("customerId")
        bank.apiURL = fields.address("apiURL")
        bank.authURL = fields.address("authURL")
        bank.secretIssued = fields.day("secretIssued")
        bank.historyFrom = fields.day("historyFrom")
        bank.readsArchive = fields.flag("archive") ?? false
        bank.readsCards = fields.flag("cards") ?? false
        return bank
    }

    /// The secrets that a program gets in its environment.
    private func variables(_ fields: SettingsFields) -> [BankCommandSettings.Variable] {
        fields.members("environment", "an object of references by variable").compactMap { member in
            guard Destination.isVariable(member.key) else {
                log.report(
                    "variable", "not the name of a variable: '\(member.key)'",
                    fix: "use letters, digits and '_', and no digit first",
                    at: member.value.range)
                return nil
            }
            return log.reference(member.value, member.key).map {
                BankCommandSettings.Variable(name: member.key, value: $0)
            }
        }
    }

    /// A program that takes notifications or brings a bank's answers.
    func command(_ fields: SettingsFields) -> CommandSettings? {
        let timeout = fields.duration("timeout")
        guard let node = fields.required("command") else { return nil }
        let words = node.elements?.map(\.string) ?? []
        guard let program = words.first ?? nil, Destination.isProgram(program),
            words.allSatisfy({ $0.map { !$0.utf8.contains(0) } ?? false })
        else {
            log.report(
                "command", "'command' does not name a program",
                fix: "write a list: the program's absolute path, or one from ~/, then its"
                    + " arguments",
                at: node.range)
            return nil
        }
        return CommandSettings(
            program: program, arguments: words.dropFirst().compactMap(\.self), timeout: timeout)
    }
}

extension BankSettings.Kind {
    /// What a bank of this type may say.
    fileprivate var keys: [String] {
        let own =
            switch self {
            case .sbanken:
                [
                    "clientId", "clientSecret", "customerId", "dialect", "apiURL", "authURL",
                    "secretIssued", "historyFrom", "archive", "cards",
                ]
            case .command: ["command", "timeout", "environment"]
            }
        return ["id", "type"] + own + ["interval", "accounts"]
    }
}
