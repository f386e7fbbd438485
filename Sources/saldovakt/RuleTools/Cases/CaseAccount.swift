import Finance

/// An account of a case's bank.
struct CaseAccount: Sendable {
    /// Its name, by which rows and balances mean it.
    let name: String
    /// The bank that it is at.
    var source = CaseAccount.standardSource
    /// What it is called now.
    var displayName: String
    /// Whether money on it is owed.
    var isLiability = false
    /// The currency's code.
    var currency = "NOK"
    /// The credit limit as decimal text.
    var creditLimit = "0"
    /// The account's number.
    var number: String?
    /// The first day that the bank's answers cover, as ISO text.
    var from: String?
    /// What the person calls it besides.
    var aliases: [String] = []
    /// What the bank says of it; `nil` before it was first said.
    var figures: CaseSeries.Figures?

    /// The bank of accounts that name none.
    static let standardSource = "bank"

    /// Makes an asset account in kroner.
    init(name: String) {
        self.name = name
        displayName = name
    }

    /// The account as a snapshot line has it.
    var json: String {
        let figures = figures ?? CaseSeries.Figures(booked: "0", available: "0")
        let always = [
            ("id", JSONText.string(name)), ("name", JSONText.string(displayName)),
            ("kind", JSONText.string(isLiability ? "liability" : "asset")),
            ("currency", JSONText.string(currency)), ("creditLimit", JSONText.string(creditLimit)),
        ]
        let known = [
            ("booked", figures.booked), ("available", figures.available), ("number", number),
            ("from", from),
        ]
        return JSONText.object(
            always + known.compactMap { key, text in text.map { (key, JSONText.string($0)) } })
    }
}
