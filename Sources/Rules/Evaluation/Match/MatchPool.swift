import Finance

/// The shared parts of all programs, and what has been found out about texts so far.
struct MatchPool: Sendable {
    /// Every pattern once.
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
    /// Which accounts the selectors leave in.
    private(set) var selected = SelectedAccounts()
    private var memory = TextMemory()

    /// Makes a program from a noun's kinds and filters.
    mutating func program(_ kinds: TransactionKinds, _ filters: [Filter]) -> MatchProgram {
        var program = MatchProgram(kinds: kinds)
        program.tests = Int32(tests.count)..<Int32(tests.count)
        program.categories = Int32(categories.count)..<Int32(categories.count)
        for filter in filters { add(filter.kind, to: &program) }
        return program
    }

    private mutating func add(_ filter: Filter.Kind, to program: inout MatchProgram) {
        switch filter {
        case .at(let texts): add(.merchant, texts.map { TextPattern(glob: $0.text) }, &program)
        case .from(let texts): add(.sender, texts.map { TextPattern(glob: $0.text) }, &program)
        case .to(let texts): add(.receiver, texts.map { TextPattern(glob: $0.text) }, &program)
        case .containing(let texts):
            add(.anywhere, texts.map { TextPattern(containing: $0.text) }, &program)
        case .on(let scope): program.accounts = add(AccountSelector(scope))
        case .inForeignCurrency: program.isForeign = true
        case .inCurrency(let currency): program.madeIn = add(currency)
        case .inCategory(let list):
            categories += list
            program.categories = program.categories.lowerBound..<Int32(categories.count)
        case .ofType(let type): program.kinds.formIntersection(.type(type))
        case .amount(let relation, let amount): add(relation, amount, to: &program)
        case .exceptOwnTransfers: program.exceptsOwnTransfers = true
        case .atNewMerchant, .percentAbovePrevious, .amountAbovePrevious:
            // Rules on new transactions look at these themselves, the checker refuses them
            // elsewhere; a program that nothing matches is the safe reading.
            program.kinds = []
        }
    }

    private mutating func add(
        _ field: TextTest.Field, _ new: [TextPattern], _ program: inout MatchProgram
    ) {
        tests.append(
            TextTest(field: field, patterns: patterns.count..<patterns.count + new.count))
        patterns += new
        program.tests = program.tests.lowerBound..<Int32(tests.count)
    }

    private mutating func add(
        _ relation: Relation, _ amount: Amount, to program: inout MatchProgram
    ) {
        guard let limit = amount.number.scaled(to: 3) else {
            // No amount is that large.
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

    /// Finds out which accounts the selectors leave in after accounts came or were renamed.
    mutating func follow(
        _ change: AccountRegistry.Change, _ facts: Facts, _ registry: inout AccountRegistry
    ) {
        guard selected.count == selectors.count else {
            return selected.rebuild(selectors, &registry)
        }
        switch change {
        case .none: break
        case .rebuilt: selected.rebuild(selectors, &registry)
        case .added(let accounts):
            let names = accounts.compactMap { facts.accounts[$0] }
                .flatMap { registry.names(of: $0.account) }
            selected.add(naming: Set(names), selectors, &registry)
        }
    }

    /// The number of a selector of accounts, for programs that are matched without it.
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
            let none = TextMemory.none
            return MatchSubject(
                transaction: transaction, merchant: none, original: none, description: none,
                counterparty: none)
        }
        // The friendly text is nearly always one of the others.
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
            transaction: transaction, merchant: merchant, original: original,
            description: description,
            counterparty: number(transaction.counterparty?.name))
    }

    /// Keeps the memory of texts small; call it between polls, when no subject is in use.
    ///
    /// - Returns: whether it was emptied, so that all numbers of texts are void.
    mutating func forgetIfFull() -> Bool {
        memory.forgetIfFull()
    }

    /// Whether a test can hold for these texts, whatever the direction of the money.
    mutating func mayHold(_ test: Int, _ subject: MatchSubject) -> Bool {
        switch tests[test].field {
        case .merchant, .anywhere: holds(test, subject)
        case .sender, .receiver: true
        }
    }

    /// Calls `body` with every form of a transaction's texts that patterns are tried with.
    func forEachForm(of subject: MatchSubject, _ body: ([UInt32]) -> Void) {
        var last = TextMemory.none
        for number in [
            subject.merchant, subject.original, subject.description, subject.counterparty,
        ] where number != last {
            memory.forEachForm(of: number, body)
            last = number
        }
    }

    private mutating func number(_ text: String?) -> Int32 {
        memory.number(of: text, patternCount: patterns.count)
    }

    /// Whether a test of texts holds; what is found out about a text is remembered.
    mutating func holds(_ test: Int, _ subject: MatchSubject) -> Bool {
        let test = tests[test]
        switch test.field {
        case .merchant:
            return matches(subject.merchant, test.patterns)
                || matches(subject.original, test.patterns)
                || matches(subject.description, test.patterns)
                || matches(subject.counterparty, test.patterns)
        case .sender, .receiver:
            let direction = test.field == .sender ? CreditDebitIndicator.credit : .debit
            return subject.transaction.creditDebitIndicator == direction
                && (matches(subject.counterparty, test.patterns)
                    || matches(subject.original, test.patterns)
                    || matches(subject.description, test.patterns))
        case .anywhere:
            return matches(subject.original, test.patterns)
                || matches(subject.merchant, test.patterns)
                || matches(subject.counterparty, test.patterns)
        }
    }

    private mutating func matches(_ text: Int32, _ range: Range<Int>) -> Bool {
        for index in range where memory.matches(text, index, patterns) { return true }
        return false
    }
}

/// A test of the texts of a transaction: one of some patterns in one of some fields.
struct TextTest: Sendable {
    /// Where a pattern is looked for.
    enum Field: Sendable {
        /// Merchant, then booked text, then counterparty (RL-6).
        case merchant
        /// The counterparty, then the text, of money coming in (D66).
        case sender
        /// The counterparty, then the text, of money going out (D66).
        case receiver
        /// Any of them.
        case anywhere
    }

    /// Where it is looked for.
    let field: Field
    /// Where the patterns lie in the pool; one of them must match.
    let patterns: Range<Int>
}
