import Finance
import TestSupport

@testable import Console

/// A picker over six invented transactions on two accounts.
struct PickStage {
    let accounts = [
        Make.account("a1", name: "Brukskonto", number: "99990000001").account,
        Make.account("a2", name: "Felles konto", number: "99990000002").account,
    ]
    var model: PickModel
    let screen: PickScreen

    init(isCut: Bool = false) {
        let rows = [
            Make.observation(
                "-612.35", "2026-03-06", .pending, text: "PUMPESTASJON 44", mcc: "5541"),
            Make.observation("-95.00", "2026-03-05", text: "KAFFEHJØRNET AS"),
            Make.observation("-389.50", "2026-03-04", text: "MATBUTIKKEN", mcc: "5411"),
            Make.observation(
                "-1249.00", "2026-03-03", text: "HI-FI\u{1B}[2J\u{202E}", account: "a2"),
            Make.observation("32500.00", "2026-03-02", text: "Lønn", account: "a2"),
            Make.observation("-30.00", "2026-02-01", text: "Kaffe", account: "a2"),
        ]
        let items = rows.map { [accounts] row in
            let transaction = Make.transaction(row)
            return PickItem(
                TransactionText.Line(
                    transaction, account: accounts.first { $0.id == transaction.accountID }))
        }
        model = PickModel(
            items: items, accounts: accounts, today: CalendarDay(dayNumber: 20_518))
        model.fit(listRows: 21)
        screen = PickScreen(items, isCut: isCut, hasColour: false)
    }

    /// Types a text, key by key, as a person would: a blank after a word.
    mutating func type(_ text: String) {
        for character in text { _ = model.press(.character(character)) }
    }

    /// The texts of what matches.
    var matching: [String] {
        model.matches.map { TransactionText.text(of: model.items[$0].line.transaction) }
    }

    func lines(columns: Int = 80, rows: Int = 24) -> [String] {
        screen.lines(model, columns: columns, rows: rows)
    }
}
