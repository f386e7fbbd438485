import BankFiles
import Finance

extension SettingsReader {
    func files(_ fields: SettingsFields) -> FilesSettings {
        var bank = FilesSettings(
            folder: fields.required("folder").flatMap { log.text(of: $0, "folder") } ?? "")
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
        let hasAmount = fields["amount"] != nil
        if hasAmount == (fields["in"] != nil || fields["out"] != nil) {
            log.report(
                "missing-key", "'profile' must say where amounts stand",
                fix: "name the column \"amount\", or the columns \"in\" and \"out\"",
                at: node.range.lowerBound..<node.range.lowerBound + 1)
        }
        let names = CSVProfile.ownColumns.compactMap { key in fields.text(key).map { (key, $0) } }
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
            pendingWord: fields.text("pendingWord"))
    }
}
