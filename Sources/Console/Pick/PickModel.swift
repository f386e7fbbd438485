import Finance

/// The state of the picker: what was typed, what matches, what is chosen.
///
/// A value that keys change; ``PickScreen`` draws it.
struct PickModel: Sendable {
    /// What follows a key.
    enum Outcome: Sendable, Hashable {
        /// The picker goes on.
        case goesOn
        /// These items were chosen, by their place.
        case chosen([Int])
        /// The person left without a choice.
        case left
        /// The person wants to do something else meanwhile.
        case suspended
    }

    /// Everything that can be picked, in its order.
    let items: [PickItem]
    /// The accounts that filters may name.
    let accounts: [Account]
    /// The search line.
    private(set) var text = ""
    /// What the search line asks for.
    private(set) var query: PickQuery
    /// The places of the items that match.
    private(set) var matches: [Int]
    /// The line that is pointed at, among the matches.
    private(set) var position = 0
    /// The first match on the screen.
    private(set) var top = 0
    /// The places of the chosen items.
    private(set) var chosen: Set<Int> = []
    /// Whether the last keys moved in the list, so that a blank chooses.
    private(set) var isInList = false
    private var listRows = 1

    /// Starts with everything on show and nothing chosen.
    init(items: [PickItem], accounts: [Account]) {
        self.items = items
        self.accounts = accounts
        query = PickQuery("", accounts: accounts)
        matches = Array(items.indices)
    }

    /// Takes over how many lines of the list the screen shows.
    mutating func fit(listRows: Int) {
        self.listRows = max(1, listRows)
        point(at: position)
    }

    /// Whether a blank chooses what is pointed at, instead of ending a word.
    var blankChooses: Bool {
        isInList || text.isEmpty || text.hasSuffix(" ")
    }

    mutating func press(_ key: Key) -> Outcome {
        switch key {
        case .escape, .interrupt: return .left
        case .suspend: return .suspended
        case .enter, .endOfInput: return result
        case .character(" ") where blankChooses: choose()
        case .character(let character): type(text + String(character))
        case .backspace, .delete: type(String(text.dropLast()))
        case .deleteWord: type(withoutLastWord)
        case .clear: type("")
        case .tab: type(PickSuggestions.completed(text, accounts: accounts))
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: -listRows)
        case .pageDown: move(by: listRows)
        case .home: move(by: -matches.count)
        case .end: move(by: matches.count)
        case .left, .right: break
        }
        return .goesOn
    }

    /// What Enter gives: everything that was chosen, or what is pointed at.
    private var result: Outcome {
        if !chosen.isEmpty { return .chosen(chosen.sorted()) }
        guard matches.indices.contains(position) else { return .goesOn }
        return .chosen([matches[position]])
    }

    private var withoutLastWord: String {
        let trimmed = text.reversed().drop { $0 == " " }.drop { $0 != " " }
        return String(trimmed.reversed())
    }

    /// Takes over a search line and looks again.
    private mutating func type(_ text: String) {
        isInList = false
        guard text != self.text else { return }
        self.text = text
        query = PickQuery(text, accounts: accounts)
        matches = items.indices.filter { items[$0].matches(query) }
        point(at: 0)
    }

    private mutating func choose() {
        guard matches.indices.contains(position) else { return }
        let place = matches[position]
        if chosen.remove(place) == nil { chosen.insert(place) }
        move(by: 1)
    }

    private mutating func move(by steps: Int) {
        isInList = true
        point(at: position + steps)
    }

    /// Points at a line and scrolls as little as needed.
    private mutating func point(at wanted: Int) {
        position = max(0, min(wanted, matches.count - 1))
        top = max(position - listRows + 1, min(top, position))
        top = max(0, min(top, matches.count - listRows))
    }
}

/// A transaction that can be picked, with what is looked for in it.
struct PickItem: Sendable {
    /// The transaction and its account, as they are printed.
    let line: TransactionText.Line
    private let texts: [FoldedText]

    /// Folds the texts once, so that every key finds them ready.
    init(_ line: TransactionText.Line) {
        self.line = line
        texts =
            TransactionFilter.searchedTexts(of: line.transaction)
            + [FoldedText(line.account?.displayName)]
    }

    /// Whether a query lets it through: each word somewhere, and all filters.
    func matches(_ query: PickQuery) -> Bool {
        let transaction = line.transaction
        guard query.filter.acceptsApartFromText(transaction) else { return false }
        if let accounts = query.accounts, !accounts.contains(transaction.accountID) { return false }
        return query.words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}
