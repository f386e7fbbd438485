import Finance
import Foundation

/// The tests, patterns and names that match programs share, with cached results about texts.
struct MatchPool: Sendable {
    /// The patterns of all text tests.
    private(set) var patterns: [TextPattern] = []
    /// The text tests of all programs.
    private(set) var tests: [TextTest] = []
    /// The categories of all programs.
    private(set) var categories: [Category] = []
    /// The currencies that sentences name.
    private(set) var currencies: [Currency] = []
    /// The accounts that sentences name.
    private(set) var selectors: [AccountSelector] = []
    private var selectorNumbers: [AccountSelector: Int32] = [:]
    /// The accounts that the selectors cover.
    private(set) var selected = SelectedAccounts()
    private var memory = TextCache()
    /// The folded names after `from` and `to`, by the index of their pattern.
    ///
    /// A name may be that of a merchant, a person or an own account.
    private var sides: [Int: String] = [:]
    private var sidesByName: [String: [Int]] = [:]
    /// The own accounts that these names refer to.
    private(set) var owners: [Int: OwnAccount] = [:]
    /// How often `owners` or the numbers of texts have changed.
    private(set) var version = 0

    /// Makes a program that matches some kinds of transactions and filters.
    ///
    /// - Parameter flow: the direction of the sentence's money; by default that of the kinds.
    mutating func program(
        _ kinds: TransactionKinds, _ filters: [Filter], flow: MoneyFlow? = nil
    ) -> MatchProgram {
        let flow = flow ?? MoneyFlow(kinds)
        let isPaired = filters.contains { if case .from = $0.kind { true } else { false } }
        var program = MatchProgram(kinds: kinds)
        let (firstTest, firstCategory) = (Int32(tests.count), Int32(categories.count))
        let selector = AccountSelector(filters)
        if !selector.isEverything { program.accounts = add(selector) }
        categories += filters.map(\.kind.categories).filter { !$0.areByTexts }.joined()
        program.categories = firstCategory..<Int32(categories.count)
        for filter in filters.besidesAccounts {
            if let test = test(filter.kind, flow, isPaired: isPaired) {
                tests.append(test)
            } else if case .except(let kind) = filter.kind {
                leaveOut(kind, flow, of: &program)
            } else {
                add(filter.kind, to: &program)
            }
        }
        program.tests = firstTest..<Int32(tests.count)
        return program
    }

    /// The test that a filter makes of texts; `nil` if it tests something else.
    private mutating func test(
        _ filter: Filter.Kind, _ flow: MoneyFlow, isPaired: Bool
    ) -> TextTest? {
        switch filter {
        case .at(let texts):
            test(.merchant, texts.flatMap(\.meant).map { TextPattern(glob: $0.text) })
        case .containing(let texts): test(.anywhere, texts.map { TextPattern(containing: $0.text) })
        case .from(let texts):
            test(.side(.out, flow, isPaired: false), sides: texts.flatMap(\.meant))
        case .to(let texts):
            test(.side(.in, flow, isPaired: isPaired), sides: texts.flatMap(\.meant))
        case .inCategory(let list): list.areByTexts ? test(list) : nil
        default: nil
        }
    }

    /// Adds a filter that comes after `except`.
    private mutating func leaveOut(
        _ filter: Filter.Kind, _ flow: MoneyFlow, of program: inout MatchProgram
    ) {
        var excluded: TextTest?
        switch filter {
        case .ofType(let type): program.kinds.subtract(.type(type))
        case .inForeignCurrency: excluded = test(.foreign, [])
        case .inCurrency(let currency): excluded = test(.madeIn(Int(add(currency))), [])
        case .inCategory(let list): excluded = test(list)
        default:
            excluded = test(filter, flow, isPaired: false)
            // No sentence excludes anything else. A program that matches nothing is the safe choice.
            if excluded == nil { program.kinds = [] }
        }
        guard var excluded else { return }
        excluded.isNegated = true
        tests.append(excluded)
    }

    private mutating func test(_ field: TextTest.Field, sides texts: [TextLiteral]) -> TextTest {
        for (place, text) in texts.enumerated() {
            sides[patterns.count + place] = text.folded
            for key in AccountNaming.keys(of: text.folded) {
                sidesByName[key, default: []].append(patterns.count + place)
            }
        }
        return test(field, texts.map { TextPattern(glob: $0.text) })
    }

    /// Learns which of the names after `from` and `to` are own accounts, for some patterns (RL-70).
    private mutating func learn(_ places: some Sequence<Int>, _ registry: inout AccountRegistry) {
        for place in places {
            guard let name = sides[place] else { continue }
            let own = registry.identifiers(named: name).compactMap { registry.account($0) }
            owners[place] =
                own.isEmpty
                ? nil
                : OwnAccount(
                    ids: Set(own.map(\.id)), numbers: Set(own.compactMap(\.accountNumber?.digits)))
            version += 1
        }
    }

    private mutating func add(_ filter: Filter.Kind, to program: inout MatchProgram) {
        switch filter {
        case .inForeignCurrency: program.isForeign = true
        case .inCurrency(let currency): program.madeIn = add(currency)
        case .inCategory: break
        case .ofType(let type): program.kinds.formIntersection(.type(type))
        case .amount(let relation, let amount): add(relation, amount, to: &program)
        case .exceptOwnTransfers: program.exceptsOwnTransfers = true
        case .at, .from, .to, .containing, .on, .except, .atNewMerchant, .percentAbovePrevious,
            .amountAbovePrevious:
            // Rules on new transactions evaluate these filters themselves, and the checker refuses
            // them elsewhere. A program that matches nothing is the safe choice.
            program.kinds = []
        }
    }

    private mutating func test(_ field: TextTest.Field, _ new: [TextPattern]) -> TextTest {
        defer { patterns += new }
        return TextTest(field: field, patterns: patterns.count..<patterns.count + new.count)
    }

    /// Makes a test of categories, some of which recognize transactions by texts.
    private mutating func test(_ list: [Category]) -> TextTest {
        let own = list.compactMap(\.own)
        let others = Set(list.flatMap(\.others)).subtracting(own)
        let codes = categories.count..<categories.count + list.count
        categories += list
        let (merchants, texts) = keep(own)
        let (otherMerchants, otherTexts) = keep(others.sorted { $0.name < $1.name })
        return TextTest(
            field: .category(
                CategoryTest(
                    codes: codes, texts: texts, otherMerchants: otherMerchants,
                    otherTexts: otherTexts)), patterns: merchants)
    }

    private mutating func keep(_ own: [OwnCategory]) -> (merchants: Range<Int>, texts: Range<Int>) {
        let start = patterns.count
        patterns += own.flatMap(\.merchants).map { TextPattern(glob: $0) }
        let middle = patterns.count
        patterns += own.flatMap(\.texts).map { TextPattern(containing: $0) }
        return (start..<middle, middle..<patterns.count)
    }

    private mutating func add(
        _ relation: Relation, _ amount: Amount, to program: inout MatchProgram
    ) {
        guard let limit = amount.number.scaled(to: 3) else {
            // The limit is larger than any amount.
            if !relation.isUpperBound { program.kinds = [] }
            return
        }
        if let currency = amount.currency { program.currency = add(currency) }
        switch relation {
        case .under: program.upper = min(program.upper, limit - 1)
        case .atMost: program.upper = min(program.upper, limit)
        case .over: program.lower = max(program.lower, limit + 1)
        case .atLeast: program.lower = max(program.lower, limit)
        }
    }

    private mutating func add(_ currency: Currency) -> Int32 {
        if let index = currencies.firstIndex(of: currency) { return Int32(index) }
        currencies.append(currency)
        return Int32(currencies.count - 1)
    }

    /// Updates selectors and own accounts after accounts were added or renamed.
    mutating func follow(_ change: AccountRegistry.Change, _ registry: inout AccountRegistry) {
        if case .added(let accounts) = change, selected.count == selectors.count {
            let names = Set(accounts.flatMap { registry.spokenNames(of: $0) })
            selected.add(naming: names, selectors, &registry)
            guard !sides.isEmpty else { return }
            return learn(names.flatMap { sidesByName[$0] ?? [] }, &registry)
        }
        if case .none = change, selected.count == selectors.count { return }
        selected.rebuild(selectors, &registry)
        learn(Array(sides.keys), &registry)
    }

    /// Adds a selector of accounts if it is new, and returns its number.
    mutating func add(_ selector: AccountSelector) -> Int32 {
        if let index = selectorNumbers[selector] { return index }
        let number = Int32(selectors.count)
        selectorNumbers[selector] = number
        selectors.append(selector)
        return number
    }

    /// Prepares a transaction for the programs of this pool.
    mutating func subject(_ transaction: Transaction) -> MatchSubject {
        guard !tests.isEmpty else {
            return MatchSubject(transaction: transaction, texts: MatchSubject.Texts())
        }
        // The friendly text is nearly always the merchant's name or the bank's text.
        let merchant = number(transaction.merchantName)
        let isNamed = transaction.merchantName == transaction.transactionDescription
        let text = transaction.originalTransactionDescription
        let isSame = merchant >= 0 ? transaction.merchantName == text : false
        let original = isSame ? merchant : number(text)
        let description =
            isNamed && merchant >= 0
            ? merchant
            : transaction.transactionDescription == text
                ? original : number(transaction.transactionDescription)
        return MatchSubject(
            transaction: transaction,
            texts: MatchSubject.Texts(
                merchant: merchant, original: original, description: description,
                counterparty: number(transaction.counterparty?.name)))
    }

    /// Bounds the number of cached texts; call it between polls, when no subject is in use.
    ///
    /// An emptied cache makes all numbers of texts invalid.
    mutating func forgetIfFull() {
        guard memory.isFull else { return }
        memory = TextCache()
        version += 1
    }

    /// Whether a test can be true for some texts, whatever the account and the direction of the
    /// money.
    mutating func mayHold(_ test: Int, _ subject: MatchSubject) -> Bool {
        if tests[test].isOfTexts { return holds(test, subject) }
        if tests[test].isNegated { return true }
        if case .category = tests[test].field { return true }
        let patterns = tests[test].patterns
        return patterns.contains { pattern in
            owners[pattern] != nil || isAt(pattern..<pattern + 1, subject)
        }
    }

    /// Calls `body` with every form of a transaction's texts that patterns are compared with.
    func forEachForm(of subject: MatchSubject, _ body: ([UInt32]) -> Void) {
        var last = TextCache.none
        let texts = subject.texts
        for number in [texts.merchant, texts.original, texts.description, texts.counterparty]
        where number != last {
            memory.forEachForm(of: number, body)
            last = number
        }
    }

    private mutating func number(_ text: String?) -> Int32 {
        memory.number(of: text, patternCount: patterns.count)
    }

    /// Whether a test of a transaction is true; results about a text are cached.
    mutating func holds(_ test: Int, _ subject: MatchSubject) -> Bool {
        finds(tests[test], subject) != tests[test].isNegated
    }

    private mutating func finds(_ test: TextTest, _ subject: MatchSubject) -> Bool {
        switch test.field {
        case .foreign: return subject.transaction.currencyMade != subject.transaction.currency
        case .madeIn(let currency): return subject.transaction.currencyMade == currencies[currency]
        case .category(let category):
            if isAt(test.patterns, subject) || isAnywhere(category.texts, subject) { return true }
            guard let code = subject.transaction.merchantCategoryCode,
                categories[category.codes].contains(where: { $0.contains(code) })
            else { return false }
            return !isAt(category.otherMerchants, subject)
                && !isAnywhere(category.otherTexts, subject)
        case .merchant: return isAt(test.patterns, subject)
        case .side(let side, let flow, let isPaired):
            // What leaves out a transfer leaves out both of its rows.
            let isPaired = isPaired || test.isNegated
            return test.patterns.contains { isOn(side, isPaired: isPaired, $0, flow, subject) }
        case .anywhere: return isAnywhere(test.patterns, subject)
        }
    }

    private mutating func isAnywhere(_ patterns: Range<Int>, _ subject: MatchSubject) -> Bool {
        matches(subject.texts.original, patterns) || matches(subject.texts.merchant, patterns)
            || matches(subject.texts.counterparty, patterns)
    }

    /// Whether money comes from or goes to the person, merchant or account of a pattern.
    ///
    /// If the sentence is about money in the direction of `side`, an own account is the one that
    /// this money leaves or enters, and any other name is that of the other side. A transfer between
    /// own accounts matches by its row on `side`, unless the sentence names both accounts: then the
    /// debit represents both.
    private mutating func isOn(
        _ side: MoneyFlow, isPaired: Bool, _ pattern: Int, _ flow: MoneyFlow,
        _ subject: MatchSubject
    ) -> Bool {
        let isOut = subject.transaction.creditDebitIndicator == .debit
        let isOnSide = isOut == (side == .out)
        switch (flow, owners[pattern]) {
        case (side, nil): return isAt(pattern..<pattern + 1, subject)
        case (side, let own?): return own.ids.contains(subject.transaction.accountID)
        case (.either, let own?) where isOnSide:
            return own.ids.contains(subject.transaction.accountID)
        case (.either, .some): return isPaired && isOtherSide(pattern, subject)
        default: return !isOnSide && isOtherSide(pattern, subject)
        }
    }

    /// Whether the other side has the pattern's name, or is the pattern's own account.
    private mutating func isOtherSide(_ pattern: Int, _ subject: MatchSubject) -> Bool {
        if let own = owners[pattern] {
            let number = subject.transaction.counterparty?.account?.digits
            if number.map(own.numbers.contains) == true { return true }
            if subject.otherAccount.map(own.ids.contains) == true { return true }
        }
        let pattern = pattern..<pattern + 1
        return matches(subject.texts.counterparty, pattern)
            || matches(subject.texts.original, pattern)
            || matches(subject.texts.description, pattern)
    }

    private mutating func isAt(_ patterns: Range<Int>, _ subject: MatchSubject) -> Bool {
        matches(subject.texts.merchant, patterns) || matches(subject.texts.original, patterns)
            || matches(subject.texts.description, patterns)
            || matches(subject.texts.counterparty, patterns)
    }

    private mutating func matches(_ text: Int32, _ range: Range<Int>) -> Bool {
        for index in range where memory.matches(text, index, patterns) { return true }
        return false
    }
}
