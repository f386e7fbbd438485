import Finance
import Foundation

/// Finds the programs that a transaction matches by their most selective condition.
///
/// Programs that name an account are found by the account, those that name texts by the texts. All
/// others are found by their conditions except amounts: programs that share these conditions are
/// behind one *gate*. Behind a gate, programs are sorted by their smallest amounts, so that the
/// search ends at the first that requires a larger one.
struct RuleIndex: Sendable {
    private struct Entry: Sendable {
        let program: MatchProgram
        let place: Int32
    }

    /// Programs that differ only in amounts.
    private struct Gate: Sendable {
        let program: MatchProgram
        var entries: [Entry]
    }

    /// The conditions that programs behind one gate share: everything except amounts.
    private struct GateKey: Sendable, Hashable {
        private var program: MatchProgram
        private let categories: [Category.Kind]

        init(_ program: MatchProgram, _ pool: MatchPool) {
            categories = program.categories.map { pool.categories[Int($0)].kind }
            self.program = program
            // Where a program's categories and tests are in the pool does not matter.
            self.program.categories = 0..<0
            if program.tests.isEmpty { self.program.tests = 0..<0 }
            (self.program.lower, self.program.upper) = (.min, .max)
            self.program.currency = -1
        }
    }

    private var gates: [Gate] = []
    private var gateNumbers: [GateKey: Int] = [:]
    /// The gates of programs that name an account, by the number of the selector.
    private var ofSelectors: [Int32: [Int]] = [:]
    /// The gates of programs that name no account.
    private var open: [Int] = []
    private var isSorted = true
    private var named: [Entry] = []
    /// The indexes in `named` of programs with a text without wildcards, by that text.
    private var literal: [[UInt32]: [Int]] = [:]
    /// The indexes in `named` of programs with `*`, `?` or `containing`.
    private var patterns: [Int] = []
    /// The cached programs for sets of texts, sorted by their smallest amounts.
    private var known: [MatchSubject.Texts: [Entry]] = [:]
    /// The patterns of `from` and `to` by which programs are found, with their indexes in `named`.
    private var sides: [(pattern: Int, place: Int)] = []
    /// The indexes in `named` of programs that name an own account, by the account and its number.
    private var ofOwners: [UUID: Set<Int>] = [:]
    private var ofNumbers: [String: Set<Int>] = [:]
    /// The version of the pool for which `known` and the own accounts are valid.
    private var version = 0

    /// How many sets of texts are cached.
    private static let limit = 20_000

    /// Adds a program; matches are reported by its `place`.
    mutating func add(_ program: MatchProgram, place: Int32, _ pool: MatchPool) {
        let entry = Entry(program: program, place: place)
        let namesAccount = program.accounts >= 0 && pool.selectors[Int(program.accounts)].isNamed
        if namesAccount || program.tests.isEmpty {
            addToGate(entry, namesAccount, pool)
        } else {
            addNamed(entry, pool)
        }
    }

    private mutating func addToGate(_ entry: Entry, _ namesAccount: Bool, _ pool: MatchPool) {
        let program = entry.program
        let key = GateKey(program, pool)
        let number = gateNumbers[key] ?? gates.count
        if number == gates.count {
            gateNumbers[key] = number
            gates.append(Gate(program: program, entries: []))
            if namesAccount {
                ofSelectors[program.accounts, default: []].append(number)
            } else {
                open.append(number)
            }
        }
        gates[number].entries.append(entry)
        isSorted = false
    }

    /// Sorts the programs behind each gate, after all have been added.
    private mutating func sort() {
        isSorted = true
        for gate in gates.indices {
            gates[gate].entries.sort { $0.program.lower < $1.program.lower }
        }
    }

    private mutating func addNamed(_ entry: Entry, _ pool: MatchPool) {
        let place = named.count
        named.append(entry)
        // A negated test cannot be searched by: it would find the program for nearly every row.
        for test in entry.program.tests.map({ pool.tests[Int($0)] }) where test.isSearched {
            let texts = test.patterns.map { pool.patterns[$0].literal }
            guard !texts.contains(nil) else { continue }
            for text in texts.compactMap(\.self) { literal[text, default: []].append(place) }
            if !test.isOfTexts { sides += test.patterns.map { ($0, place) } }
            return
        }
        patterns.append(place)
    }

    /// Follows a change of own accounts or of the numbers of texts.
    private mutating func follow(_ pool: MatchPool) {
        version = pool.version
        (known, ofOwners, ofNumbers) = ([:], [:], [:])
        for side in sides {
            guard let own = pool.owners[side.pattern] else { continue }
            for id in own.ids { ofOwners[id, default: []].insert(side.place) }
            for number in own.numbers { ofNumbers[number, default: []].insert(side.place) }
        }
    }

    /// Calls `body` with the place of every program that matches the transaction, in any order.
    mutating func forEachMatch(
        _ subject: MatchSubject, _ pool: inout MatchPool, _ body: (Int32) -> Void
    ) {
        if !isSorted { sort() }
        let amount = MatchProgram.thousandths(subject.transaction.transactionAmount)
        for gate in open { enter(gates[gate], amount, subject, &pool, body) }
        if !ofSelectors.isEmpty {
            for selector in pool.selected.naming(subject.transaction.accountID) {
                for gate in ofSelectors[selector] ?? [] {
                    enter(gates[gate], amount, subject, &pool, body)
                }
            }
        }
        guard !named.isEmpty else { return }
        if version != pool.version { follow(pool) }
        let owned = owned(subject)
        for entry in candidates(subject, &pool) {
            guard entry.program.lower <= amount else { break }
            guard owned.isEmpty || !owned.contains(where: { named[$0].place == entry.place })
            else { continue }
            if entry.program.matches(subject, &pool) { body(entry.place) }
        }
        for place in owned where named[place].program.matches(subject, &pool) {
            body(named[place].place)
        }
    }

    /// The indexes in `named` of programs that may match because of an own account.
    private func owned(_ subject: MatchSubject) -> Set<Int> {
        guard !ofOwners.isEmpty else { return [] }
        let other = subject.transaction.counterparty?.account?.digits
        return (ofOwners[subject.transaction.accountID] ?? [])
            .union(subject.otherAccount.flatMap { ofOwners[$0] } ?? [])
            .union(other.flatMap { ofNumbers[$0] } ?? [])
    }

    private func enter(
        _ gate: Gate, _ amount: Int64, _ subject: MatchSubject, _ pool: inout MatchPool,
        _ body: (Int32) -> Void
    ) {
        guard gate.entries[0].program.lower <= amount,
            gate.program.matchesBesidesAmount(subject, &pool)
        else { return }
        for entry in gate.entries {
            guard entry.program.lower <= amount else { return }
            if entry.program.matchesAmount(subject.transaction.transactionAmount, pool) {
                body(entry.place)
            }
        }
    }

    /// The programs that may match a transaction's texts, sorted by their smallest amounts.
    private mutating func candidates(_ subject: MatchSubject, _ pool: inout MatchPool) -> [Entry] {
        if let entries = known[subject.texts] { return entries }
        if known.count >= Self.limit { known = [:] }
        var places = Set(patterns)
        pool.forEachForm(of: subject) { places.formUnion(literal[$0] ?? []) }
        var entries = places.sorted().map { named[$0] }
        entries.removeAll { entry in
            !entry.program.tests.allSatisfy { pool.mayHold(Int($0), subject) }
        }
        entries.sort { $0.program.lower < $1.program.lower }
        known[subject.texts] = entries
        return entries
    }
}

extension RuleIndex {
    /// The places of the programs that match a transaction, in order.
    mutating func places(of transaction: Transaction, _ pool: inout MatchPool) -> [Int] {
        places(of: pool.subject(transaction), &pool)
    }

    mutating func places(of subject: MatchSubject, _ pool: inout MatchPool) -> [Int] {
        var places: [Int] = []
        forEachMatch(subject, &pool) { places.append(Int($0)) }
        return places.count > 1 ? places.sorted() : places
    }
}
