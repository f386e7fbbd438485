/// Finds lists without an account of their own that can't be of one account.
public struct MixedLists: Sendable {
    private var first: (name: String, isCard: Bool)?

    public init() {}

    /// Throws if a file is of a card and one before it of an account, or the other way round.
    ///
    /// Lists of several banks may be of one account: it moves with its number when banks merge.
    public mutating func check(
        _ file: StatementFile, name: String
    ) throws(StatementFileError) {
        guard let statement = file.statements.first(where: \.isNameless) else { return }
        guard let first else {
            first = (StatementFileError.shown(name), statement.isCard)
            return
        }
        guard first.isCard == statement.isCard else {
            throw StatementFileError(
                "it is another kind of list than \(first.name), and neither names its account",
                fix: "give it a bank entry and a folder of its own, with its account")
        }
    }
}
