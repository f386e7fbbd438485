import BankFiles
import Finance

extension SettingsReader {
    func banks(_ fields: SettingsFields) -> [BankSettings] {
        var known: Set<String> = []
        return fields.elements("banks", "a list of banks").compactMap { bank($0, &known) }
    }

    private func bank(_ node: JSONNode, _ known: inout Set<String>) -> BankSettings? {
        // The allowed keys of a bank depend on its type; without a valid one the first is assumed.
        let type = node["type"]?.string
        let kind = type.flatMap(BankSettings.Kind.init) ?? .sbanken
        guard var fields = SettingsFields(node, "this bank", known: kind.keys, in: log) else {
            return nil
        }
        let id = id(fields, &known)
        if let id { fields.owner = "the bank '\(id)'" }
        _ = fields.required("type")
        // The keys of an unknown type are only known if it resembles a known one.
        let names = BankSettings.Kind.allCases.map(\.rawValue)
        let isNear = type.map { NearestName.find($0, among: names) != nil } ?? true
        if fields.word("type", as: BankSettings.Kind.self) == nil, !isNear { return nil }
        let access: BankSettings.Access =
            switch kind {
            case .sbanken: .sbanken(sbanken(fields))
            case .sparebank1: .spareBank1(spareBank1(fields))
            case .enablebanking: .enableBanking(enableBanking(fields))
            case .simplefin: .simpleFIN(SimpleFINSettings(accessURL: fields.reference("accessURL")))
            case .files: .files(files(fields))
            case .command:
                .command(
                    BankCommandSettings(
                        program: command(fields) ?? CommandSettings(program: ""),
                        variables: variables(fields)))
            }
        var bank = BankSettings(id: id ?? "", access: access)
        bank.interval = interval(fields, of: bank)
        bank.signInPlace = fields.word("signIn", as: SignInPlace.self) ?? .file
        bank.accounts = accounts(fields)
        return bank
    }

    /// The time between two polls, which must not be shorter than the bank's limits allow.
    private func interval(_ fields: SettingsFields, of bank: BankSettings) -> Duration? {
        guard let node = fields["interval"], let interval = fields.duration("interval") else {
            return nil
        }
        if interval < bank.pace.floor {
            log.report(
                "interval", "\(fields.owner) can't be asked that often: \(bank.pace.reason)",
                fix: "write \"\(bank.pace.floorText)\" or more", at: node.range)
        }
        return interval
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

    /// A placeholder: a missing reference is a finding, and with a finding the bank is not used.
    private static let nowhere = SecretReference(.environment(""))

    private func sbanken(_ fields: SettingsFields) -> SbankenSettings {
        var bank = SbankenSettings(
            clientID: fields.requiredReference("clientId") ?? Self.nowhere,
            clientSecret: fields.requiredReference("clientSecret") ?? Self.nowhere)
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

    private func spareBank1(_ fields: SettingsFields) -> SpareBank1Settings {
        var bank = SpareBank1Settings(
            clientID: fields.requiredReference("clientId") ?? Self.nowhere,
            clientSecret: fields.requiredReference("clientSecret") ?? Self.nowhere)
        bank.financialInstitution = fields.destination(
            "financialInstitution", "a bank of the alliance", form: "a name such as \"fid-smn\""
        ) { text in
            text.hasPrefix("fid-")
                && text.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }
        }
        bank.redirectURI = fields.address("redirectURI") ?? bank.redirectURI
        bank.apiURL = fields.address("apiURL")
        bank.authURL = fields.address("authURL")
        return bank
    }

    private func enableBanking(_ fields: SettingsFields) -> EnableBankingSettings {
        for key in ["applicationId", "bank", "redirectURI"] { _ = fields.required(key) }
        var bank = EnableBankingSettings(
            applicationID: fields.text("applicationId") ?? "",
            privateKey: fields.requiredReference("privateKey") ?? Self.nowhere,
            bank: fields.text("bank") ?? "",
            redirectURI: fields.address("redirectURI") ?? "")
        bank.country =
            fields.destination("country", "a country", form: "two letters, such as \"NO\"") {
                text in text.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            } ?? bank.country
        bank.claimsPresence = fields.flag("claimsPresence") ?? false
        bank.apiURL = fields.address("apiURL")
        return bank
    }

    /// The secrets that a program gets in its environment.
    private func variables(_ fields: SettingsFields) -> [BankCommandSettings.Variable] {
        fields.members("environment", "an object of references by variable").compactMap { member in
            guard Destination.isVariable(member.key) else {
                log.report(
                    "variable", "not the name of a variable: '\(member.key)'",
                    fix: "use letters, digits and '_', and no digit first", at: member.value.range)
                return nil
            }
            return log.reference(member.value, member.key).map {
                BankCommandSettings.Variable(name: member.key, value: $0)
            }
        }
    }

    /// A program that receives notifications or brings a bank's answers.
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
                    + " arguments", at: node.range)
            return nil
        }
        return CommandSettings(
            program: program, arguments: words.dropFirst().compactMap(\.self), timeout: timeout)
    }
}

extension BankSettings.Kind {
    /// The keys of a bank of this type.
    fileprivate var keys: [String] {
        let own =
            switch self {
            case .sbanken:
                [
                    "clientId", "clientSecret", "customerId", "dialect", "apiURL", "authURL",
                    "secretIssued", "historyFrom", "archive", "cards",
                ]
            case .sparebank1:
                [
                    "clientId", "clientSecret", "financialInstitution", "redirectURI", "apiURL",
                    "authURL", "signIn",
                ]
            case .enablebanking:
                [
                    "applicationId", "privateKey", "bank", "country", "redirectURI",
                    "claimsPresence", "apiURL", "signIn",
                ]
            case .simplefin: ["accessURL", "signIn"]
            case .files: ["folder", "profile", "account"]
            case .command: ["command", "timeout", "environment"]
            }
        return ["id", "type"] + own + ["interval", "accounts"]
    }
}

extension SettingsReader {
    func files(_ fields: SettingsFields) -> FilesSettings {
        _ = fields.required("folder")
        var bank = FilesSettings(folder: fields.filledText("folder") ?? "")
        bank.profile = fields["profile"].flatMap { profile($0) }
        bank.account = fields["account"].flatMap { account($0) } ?? bank.account
        return bank
    }

    private func account(_ node: JSONNode) -> StatementAccount? {
        guard
            let fields = SettingsFields(
                node, "the account", known: ["number", "name", "currency"], in: log)
        else { return nil }
        let currency = fields.value("currency", { Currency(code: $0) }) { _ in
            SettingsFault(
                "unknown-value", "'currency' is not a currency",
                fix: "write three letters such as \"NOK\"")
        }
        return StatementAccount(
            number: fields.text("number"), name: fields.text("name"), currency: currency ?? .nok)
    }

    private func profile(_ node: JSONNode) -> CSVProfile? {
        let known = ["separator", "format", "decimal", "pendingWord"] + CSVProfile.ownColumns
        guard let fields = SettingsFields(node, "the profile", known: known, in: log) else {
            return nil
        }
        for key in ["date", "text"] { _ = fields.required(key) }
        let names = CSVProfile.ownColumns.compactMap { key in
            fields.filledText(key).map { (key, $0) }
        }
        checkColumns(fields, names, at: node.range.lowerBound..<node.range.lowerBound + 1)
        let separator = fields.destination(
            "separator", "a separator", form: "\";\", \",\" or \"\\t\""
        ) { [";", ",", "\t"].contains($0) }
        let format = fields.value("format", { CSVProfile.DateFormat($0) }) { _ in
            SettingsFault(
                "unknown-value", "'format' does not say how a date is written",
                fix: "write it with dd, MM and yyyy, such as \"dd.MM.yyyy\"")
        }
        let signs = [DecimalSign.comma, .point]
        let decimals = fields.value("decimal", { text in signs.first { $0.rawValue == text } }) {
            _ in
            SettingsFault(
                "unknown-value", "'decimal' must be a comma or a point", fix: "write \",\" or \".\""
            )
        }
        return CSVProfile(
            columns: Dictionary(names, uniquingKeysWith: { first, _ in first }),
            date: format ?? .norwegian, decimals: decimals ?? .comma,
            separator: separator?.utf8.first ?? UInt8(ascii: ";"),
            pendingWord: fields.filledText("pendingWord"))
    }

    /// Reports columns that together can't make a transaction.
    private func checkColumns(
        _ fields: SettingsFields, _ names: [(key: String, column: String)], at place: Range<Int>
    ) {
        let given = ["amount", "in", "out"].filter { fields[$0] != nil }
        if given != ["amount"], given != ["in", "out"] {
            log.report(
                "missing-key", "'profile' must say where amounts stand",
                fix: "name the column \"amount\", or the columns \"in\" and \"out\"", at: place)
        }
        if fields["status"] != nil, fields["pendingWord"] == nil {
            log.report(
                "missing-key", "'status' says nothing without the word of a reservation",
                fix: "add \"pendingWord\" with the word that the column has", at: place)
        }
        let amounts = names.filter { given.contains($0.key) || $0.key == "date" }
        for (one, other) in zip(amounts, amounts.dropFirst()) where one.column == other.column {
            log.report(
                "unknown-value", "'\(one.key)' and '\(other.key)' name the same column",
                fix: "name the column that has each", at: place)
        }
    }
}
