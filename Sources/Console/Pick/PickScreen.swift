import Alerts
import Finance

/// Draws the picker as lines that fit the terminal.
struct PickScreen: Sendable {
    /// Lines that are not of the list: search, counts, help.
    static let otherRows = 3

    private let hasColour: Bool
    private let isCut: Bool
    private let amountWidth: Int
    private let accountWidth: Int

    /// Measures the items once.
    ///
    /// - Parameters:
    ///   - items: everything that can be picked.
    ///   - isCut: whether the store holds older ones that are not here.
    ///   - hasColour: whether colours are welcome.
    init(_ items: [PickItem], isCut: Bool, hasColour: Bool) {
        self.hasColour = hasColour
        self.isCut = isCut
        amountWidth = items.map { Self.amount($0).count }.max() ?? 0
        accountWidth = min(16, items.compactMap { $0.line.account?.displayName.count }.max() ?? 0)
    }

    /// The lines of the screen, `rows` of them at most, each at most `columns` wide.
    func lines(_ model: PickModel, columns: Int, rows: Int) -> [String] {
        let listRows = max(1, rows - Self.otherRows)
        let shown = model.matches.indices.dropFirst(model.top).prefix(listRows)
        let list = shown.map { line(at: $0, of: model, columns: columns) }
        let blank = [String](repeating: "", count: listRows - list.count)
        let lines =
            [search(model, columns: columns), counts(model, columns: columns)] + list + blank
            + [paint(.dim, Self.cut(help(model), to: columns))]
        return Array(lines.prefix(rows))
    }

    /// Where the cursor stands in the first line, from 1.
    func cursorColumn(_ model: PickModel, columns: Int) -> Int {
        min(columns, 3 + min(model.text.count, columns - 3))
    }

    private func search(_ model: PickModel, columns: Int) -> String {
        // The end of a long line is where somebody types.
        paint(.bold, ">") + " "
            + SafeText.neutralised(
                String(model.text.suffix(max(0, columns - 3))), limit: nil)
    }

    private func counts(_ model: PickModel, columns: Int) -> String {
        let style = MoneyStyle.norwegian
        var text = "  \(style.number(model.matches.count)) of \(style.number(model.items.count))"
        if isCut { text += " newest" }
        if !model.chosen.isEmpty { text += ", \(style.number(model.chosen.count)) chosen" }
        guard let problem = model.query.problem else {
            return paint(.dim, Self.cut(text, to: columns))
        }
        return paint(.yellow, Self.cut("\(text)  \(problem)", to: columns))
    }

    private func line(at place: Int, of model: PickModel, columns: Int) -> String {
        let item = model.items[model.matches[place]]
        let isChosen = model.chosen.contains(model.matches[place])
        let account = Self.cut(item.line.account?.displayName ?? "", to: accountWidth)
        let transaction = item.line.transaction
        let front =
            (place == model.position ? "▸" : " ") + (isChosen ? "✓ " : "  ")
            + "\(transaction.transactionDate)  "
        let amount = Self.amount(item).padded(to: amountWidth, isRight: true)
        let back =
            "  \(transaction.status.rawValue.padded(to: 7))  "
            + "\(account.padded(to: accountWidth))  \(TransactionText.text(of: transaction))"
        let plain = Self.cut(front + amount + back, to: columns)
        if place == model.position { return paint(.reversed, plain.padded(to: columns)) }
        guard hasColour, front.count + amount.count <= columns else { return plain }
        return front + paint(TransactionText.style(of: transaction), amount)
            + plain.dropFirst(front.count + amount.count)
    }

    private func help(_ model: PickModel) -> String {
        let words = PickSuggestions.words(for: model.text, accounts: model.accounts)
        guard words.isEmpty else { return "Tab: " + words.prefix(8).joined(separator: "  ") }
        let blank = model.blankChooses ? "Space: choose" : "↓: to the list"
        return "Enter: print  \(blank)  Esc: leave  "
            + PickToken.allCases.map { $0.rawValue + ":" }.joined(separator: " ")
    }

    private func paint(_ style: TextStyle, _ text: String) -> String {
        // What is pointed at has to stand out without colours too.
        hasColour || style == .reversed ? style.painted(text) : text
    }

    private static func amount(_ item: PickItem) -> String {
        MoneyStyle.norwegian.text(item.line.transaction.signedAmount)
    }

    private static func cut(_ text: String, to width: Int) -> String {
        VisibleText.line(text).cut(to: width)
    }
}
