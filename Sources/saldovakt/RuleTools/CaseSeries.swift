import Finance

/// The balances of an account from poll to poll in compact notation: `500 95x3 60/40`.
struct CaseSeries: Sendable {
    /// What the bank says at one poll.
    struct Figures: Sendable, Hashable {
        /// The booked balance, as decimal text.
        let booked: String
        /// What can be spent, as decimal text.
        let available: String
    }

    /// One entry a poll.
    let figures: [Figures]

    /// Reads the notation: amounts apart by blanks, `95x3` for three polls with the same one,
    /// `95/80` for booked and available.
    init(_ text: String, at range: Range<Int>) throws(CaseProblem) {
        var figures: [Figures] = []
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "x", omittingEmptySubsequences: false)
            let count = parts.count == 1 ? 1 : Int(parts[1]) ?? 0
            let amounts = parts[0].split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count <= 2, (1...10_000).contains(count), (1...2).contains(amounts.count),
                amounts.allSatisfy({ (try? Money(parsing: String($0), currency: .nok)) != nil })
            else {
                throw CaseProblem(
                    "this is no balance: '\(word)'",
                    fix: "write 95, 95.50x3 or 95/80 (booked/available)", at: range)
            }
            let last = amounts[amounts.count - 1]
            figures += Array(
                repeating: Figures(booked: String(amounts[0]), available: String(last)),
                count: count)
        }
        guard !figures.isEmpty, figures.count <= 10_000 else {
            throw CaseProblem(
                "there are no balances here, or too many", fix: "write 1 to 10000", at: range)
        }
        self.figures = figures
    }
}
