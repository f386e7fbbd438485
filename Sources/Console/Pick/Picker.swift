import Alerts
package import Finance
import Foundation

/// The picker on a terminal: keys change the model, the model is drawn.
package struct PickSession: Sendable {
    private let keyboard: Keyboard
    private let screen: PickScreen
    private var model: PickModel

    /// - Parameter isCut: whether older items were left out.
    /// - Throws: ``CommandFailure`` if there is no terminal.
    package init(
        _ lines: [TransactionText.Line], accounts: [Account], isCut: Bool, today: CalendarDay
    ) async throws(CommandFailure) {
        guard let keyboard = await Keyboard() else {
            throw CommandFailure(
                .environment, code: "no-terminal", problem: "there is no terminal to choose on",
                fix: "run it in a terminal; scripts ask 'saldovakt transactions --json'")
        }
        self.keyboard = keyboard
        let items = lines.map(PickItem.init)
        screen = PickScreen(items, isCut: isCut, hasColour: Terminal.welcomesColour)
        model = PickModel(items: items, accounts: accounts, today: today)
    }

    /// Returns the indices of the picked items, and restores the terminal.
    ///
    /// - Throws: the ``ExitStatus`` of leaving without a choice: 130, or that of the signal.
    package mutating func run() async throws -> [Int] {
        enter()
        defer {
            leave()
            keyboard.close()
        }
        draw()
        for await event in keyboard.events {
            switch event {
            case .redraw: draw()
            case .ended(let signal): throw ExitStatus.signalled(signal)
            case .key(let key):
                switch model.press(key) {
                case .goesOn: draw()
                case .chosen(let places): return places
                case .left: throw ExitStatus.signalled(SIGINT)
                case .suspended:
                    keyboard.suspend(leave: leave, enter: enter)
                    draw()
                }
            }
        }
        throw ExitStatus.signalled(SIGHUP)
    }

    private mutating func draw() {
        let (columns, rows) = keyboard.size
        model.fit(listRows: rows - PickScreen.otherRows)
        let lines = screen.lines(model, columns: columns, rows: rows)
        // Cleared before writing: after a full line, clearing would remove its last character.
        keyboard.write(
            "\u{1B}[H" + lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\r\n")
                + "\u{1B}[1;\(screen.cursorColumn(model, columns: columns))H")
    }

    /// Switches to the alternate screen of the terminal, without line wrapping.
    private func enter() {
        keyboard.write("\u{1B}[?1049h\u{1B}[?7l")
    }

    private func leave() {
        keyboard.write("\u{1B}[?7h\u{1B}[?1049l")
    }
}

/// The state of the picker: the typed text, the matches and the chosen items.
///
/// It is a value that keys change and ``PickScreen`` draws.
struct PickModel: Sendable {
    enum Outcome: Sendable, Hashable {
        case goesOn
        case chosen([Int])
        case left
        /// The person stopped the process (Ctrl-Z).
        case suspended
    }

    let items: [PickItem]
    let accounts: [Account]
    private let today: CalendarDay
    private(set) var text = ""
    private(set) var query: PickQuery
    private(set) var matches: [Int]
    /// The index of the selected line among the matches.
    private(set) var position = 0
    private(set) var top = 0
    /// The indices of the chosen items.
    private(set) var chosen: Set<Int> = []
    /// Whether the last keys moved in the list, so that a space chooses.
    private(set) var isInList = false
    private var listRows = 1

    init(items: [PickItem], accounts: [Account], today: CalendarDay) {
        self.items = items
        self.accounts = accounts
        self.today = today
        query = PickQuery("", accounts: accounts, today: today)
        matches = Array(items.indices)
    }

    /// Sets how many lines of the list the screen shows.
    mutating func fit(listRows: Int) {
        self.listRows = max(1, listRows)
        point(at: position)
    }

    /// Whether a space chooses the selected item instead of ending a word.
    var blankChooses: Bool { isInList || text.isEmpty || text.hasSuffix(" ") }

    mutating func press(_ key: Key) -> Outcome {
        switch key {
        case .escape, .interrupt: return .left
        case .suspend: return .suspended
        case .enter, .endOfInput:
            if !chosen.isEmpty { return .chosen(chosen.sorted()) }
            if let pointed { return .chosen([pointed]) }
        case .character(" ") where blankChooses:
            guard let pointed else { break }
            if chosen.remove(pointed) == nil { chosen.insert(pointed) }
            move(by: 1)
        case .tab: type(PickSuggestions.completed(text, accounts: accounts))
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: -listRows)
        case .pageDown: move(by: listRows)
        case .home: move(by: -matches.count)
        case .end: move(by: matches.count)
        default: if let edited = key.edited(text) { type(edited) }
        }
        return .goesOn
    }

    /// The index of the selected item.
    private var pointed: Int? { matches.indices.contains(position) ? matches[position] : nil }

    private mutating func type(_ text: String) {
        isInList = false
        guard text != self.text else { return }
        self.text = text
        query = PickQuery(text, accounts: accounts, today: today)
        matches = items.indices.filter { items[$0].matches(query) }
        point(at: 0)
    }

    private mutating func move(by steps: Int) {
        isInList = true
        point(at: position + steps)
    }

    /// Selects a line and scrolls as little as needed.
    private mutating func point(at wanted: Int) {
        position = max(0, min(wanted, matches.count - 1))
        top = max(position - listRows + 1, min(top, position))
        top = max(0, min(top, matches.count - listRows))
    }
}

/// A transaction that can be picked, with the texts that are searched.
struct PickItem: Sendable {
    let line: TransactionText.Line
    private let texts: [FoldedText]

    /// Folds the texts once, so that no key has to.
    init(_ line: TransactionText.Line) {
        self.line = line
        texts =
            TransactionFilter.searchedTexts(of: line.transaction)
            + [FoldedText(line.account?.displayName)]
    }

    /// Whether a query matches it: each word somewhere, and all filters.
    func matches(_ query: PickQuery) -> Bool {
        let transaction = line.transaction
        guard query.filter.acceptsApartFromText(transaction) else { return false }
        if let accounts = query.accounts, !accounts.contains(transaction.accountID) { return false }
        return query.words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}

/// Draws the picker as lines that fit the terminal.
struct PickScreen: Sendable {
    /// The lines outside of the list: search, counts, help.
    static let otherRows = 3

    /// The columns for a text before less important cells are left out.
    private static let leastText = 8

    private let hasColour: Bool
    private let isCut: Bool
    private let amountWidth: Int
    private let accountWidth: Int

    /// - Parameter isCut: whether the store holds older items that are not here.
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
        // The end of a long line is where the person types.
        let typed = SafeText.neutralised(String(model.text.suffix(max(0, columns - 3))), limit: nil)
        let lines =
            [paint(.bold, ">") + " " + typed, counts(model, columns: columns)] + list + blank
            + [paint(.dim, Self.cut(help(model), to: columns))]
        return Array(lines.prefix(rows))
    }

    /// The column of the cursor in the first line, from 1.
    func cursorColumn(_ model: PickModel, columns: Int) -> Int {
        min(columns, 3 + min(model.text.count, columns - 3))
    }

    private func counts(_ model: PickModel, columns: Int) -> String {
        let numbers = MoneyStyle.norwegian
        var text =
            "  \(numbers.number(model.matches.count)) of \(numbers.number(model.items.count))"
        if isCut { text += " newest" }
        if !model.chosen.isEmpty { text += ", \(numbers.number(model.chosen.count)) chosen" }
        if let problem = model.query.problem { text += "  \(problem)" }
        let style: TextStyle = model.query.problem == nil ? .dim : .yellow
        return paint(style, Self.cut(text, to: columns))
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
        // In a narrow window the text is worth more than the account and the status.
        var room = columns - front.count - amount.count - 2 - Self.leastText
        let cells = [transaction.status.rawValue.padded(to: 7), account.padded(to: accountWidth)]
        let shown = cells.filter { cell in
            guard cell.count + 2 <= room else { return false }
            room -= cell.count + 2
            return true
        }
        let back = (shown + [TransactionText.text(of: transaction)]).map { "  " + $0 }.joined()
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
        // The selected line has to stand out without colours too.
        hasColour || style == .reversed ? style.painted(text) : text
    }

    private static func amount(_ item: PickItem) -> String {
        MoneyStyle.norwegian.text(item.line.transaction.signedAmount)
    }

    private static func cut(_ text: String, to width: Int) -> String {
        VisibleText.line(text).cut(to: width)
    }
}
