public import Finance

/// Finds lists without an account of their own that can't be of one account.
public struct MixedLists: Sendable {
    private var first: (name: String, isCard: Bool, currency: Currency)?
    private let known: [String: Bool]
    private let currencies: [String: Currency]

    /// - Parameters:
    ///   - known: whether each stored account is a liability, by its number.
    ///   - currencies: the currency of each stored account.
    public init(known: [String: Bool] = [:], currencies: [String: Currency] = [:]) {
        self.known = known
        self.currencies = currencies
    }

    /// Throws if a file is of a card and an earlier one, or the stored data, of an account, or the
    /// other way round, and if their currencies differ.
    ///
    /// Lists of several banks may be of one account: it moves with its number when banks merge.
    public mutating func check(_ file: StatementFile, name: String) throws(StatementFileError) {
        guard let statement = file.statements.first(where: \.isNameless) else { return }
        if let isCard = known[statement.number], isCard != statement.isCard {
            let (list, stored) = statement.isCard ? ("a card", "none") : ("an account", "a card")
            throw Self.fault(
                "it is a list of \(list), what is stored under its number is \(stored), and the file"
                    + " names no account")
        }
        // Without one of its own it has the currency of the settings, which a person may correct.
        if statement.isCurrencyStated, let currency = currencies[statement.number],
            currency != statement.currency
        {
            throw Self.fault(
                "it is in \(statement.currency.code), what is stored under its number is in"
                    + " \(currency.code), and the file names no account")
        }
        guard let first else {
            first = (StatementFileError.shown(name), statement.isCard, statement.currency)
            return
        }
        guard first.isCard == statement.isCard else {
            throw Self.fault(
                "it is another kind of list than \(first.name), and neither names its account")
        }
        guard first.currency == statement.currency else {
            throw Self.fault(
                "it is in \(statement.currency.code), \(first.name) is in \(first.currency.code),"
                    + " and neither names its account")
        }
    }

    private static func fault(_ problem: String) -> StatementFileError {
        StatementFileError(
            problem,
            fix: "give it a bank entry and a folder of its own, with its account and currency")
    }
}
