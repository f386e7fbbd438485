import Finance

/// An account of a case's bank.
struct CaseAccount: Sendable {
    /// Its name, by which rows and balances mean it.
    let name: String
    /// Whether money on it is owed.
    var isLiability = false
    /// The currency's code.
    var currency = "NOK"
    /// The credit limit as decimal text.
    var creditLimit = "0"
    /// What the bank says of it; `nil` before it was first said.
    var figures: CaseSeries.Figures?

    /// Makes an asset account in kroner.
    init(name: String) { self.name = name }

    /// The account as a snapshot line has it.
    var json: String {
        let figures = figures ?? CaseSeries.Figures(booked: "0", available: "0")
        return JSONText.object([
            ("id", JSONText.string(name)), ("name", JSONText.string(name)),
            ("kind", JSONText.string(isLiability ? "liability" : "asset")),
            ("currency", JSONText.string(currency)), ("booked", JSONText.string(figures.booked)),
            ("available", JSONText.string(figures.available)),
            ("creditLimit", JSONText.string(creditLimit)),
        ])
    }
}
