public import Finance
public import Foundation

/// Counts how often rules are told over a stream of new transactions, without making verdicts or
/// notices.
///
/// It decides rules on new transactions of any account, and rules on sums and counts of days on
/// each account that are compared with a lower limit, as long as no clause delays, limits or
/// repeats a notice: every match, and every time a sum goes over its limit, is one notice then.
/// What a row matches besides its amount is found out once for all rows alike; a row then costs the
/// same however many rules there are.
///
/// ```swift
/// var tally = RowTally(rules: rules, zone: oslo, pollInterval: .seconds(300))
/// tally.take(row) { transaction }
/// tally.counts
/// ```
public struct RowTally: Sendable {
    /// What is known of rows that are alike in all but amount, day and account.
    private struct RowClass {
        /// The tally of rules that look at no text, and that of rules that do; −1 without any.
        let common: Int32
        let own: Int32
        /// Where the windows lie that such rows count in.
        let shares: Range<Int>
        /// The decimals of the amounts.
        let decimals: Int
    }

    private var pool: MatchPool
    private let rules: [TallyRule]
    /// The numbers of the rules that look at no text.
    private let plain: [Int]
    private let named: TextIndex
    private var table = RowClassTable()
    private var classes: [RowClass] = []
    private var tallies: [AmountTally] = []
    private var commons: [Int32: Int32] = [:]
    private var shares: [WindowShare] = []
    private var windows: WindowTallies
    private var settled: [Int]
    /// For each rule in the order of the file, whether it is counted here.
    public let decides: [Bool]

    /// Chooses the rules that it can decide.
    public init(rules: RuleSet, zone: TimeZone, pollInterval: Duration) {
        var compiler = ConditionCompiler()
        var windows = WindowTallies(zone: zone, freshness: Freshness(pollInterval: pollInterval))
        var found: [TallyRule] = []
        var decides: [Bool] = []
        for (place, rule) in rules.rules.enumerated() {
            guard rule.clauses.tellAtOnce else {
                decides.append(false)
                continue
            }
            let event = TallyRule(rule, at: place, &compiler.pool)
            if let event { found.append(event) }
            decides.append(event != nil || windows.add(rule, at: place, &compiler))
        }
        pool = compiler.pool
        windows.finish(compiler.windows)
        self.windows = windows
        var named = TextIndex()
        for (number, rule) in found.enumerated() where !rule.program.tests.isEmpty {
            named.add(Int32(number), rule.program, pool)
        }
        self.named = named
        plain = found.indices.filter { found[$0].program.tests.isEmpty }
        self.rules = found
        self.decides = decides
        settled = rules.rules.map { _ in 0 }
    }

    /// Whether it matters when rows were seen, and what else happens in the stream.
    public var looksAtTime: Bool { !windows.isEmpty }

    /// How often each rule was told, in the order of the file.
    public var counts: [Int] {
        var counts = settled
        for tally in tallies { tally.add(to: &counts) }
        windows.add(to: &counts)
        return counts
    }

    /// Counts one row.
    ///
    /// - Parameter sample: gives the transaction itself; called for the first of rows alike.
    public mutating func take(_ row: TallyRow, sample: () -> Transaction) {
        let key = row.classKey
        let number = table.number(of: key) ?? learn(row, key, sample())
        let known = classes[number]
        let amount = Int64(clamping: row.minorUnits.magnitude)
        let thousandths = MatchProgram.thousandths(amount, decimals: known.decimals)
        if known.common >= 0 { tallies[Int(known.common)].add(thousandths) }
        if known.own >= 0 { tallies[Int(known.own)].add(thousandths) }
        guard !windows.isEmpty else { return }
        windows.take(row, amount, shares[known.shares], sample: sample)
    }

    /// Lets time pass up to something that is no row: sums over days that move shrink.
    public mutating func advance(to now: Date) { windows.advance(to: now) }

    /// Follows that the stream could not be read at one place: the sums are unknown from then on.
    public mutating func loseTrack() { windows.loseTrack() }

    /// Forgets what the numbers of texts and traits meant; to be called when they change.
    public mutating func forget() {
        for tally in tallies { tally.add(to: &settled) }
        table = RowClassTable()
        classes = []
        tallies = []
        commons = [:]
        shares = []
    }

    private mutating func learn(
        _ row: TallyRow, _ key: UInt64, _ transaction: Transaction
    ) -> Int {
        _ = pool.forgetIfFull()
        let subject = pool.subject(transaction)
        let first = shares.count
        shares += windows.shares(of: subject, &pool)
        table.add(key)
        classes.append(
            RowClass(
                common: common(row.kindKey, subject),
                own: tally(named.candidates(subject, pool).map { Int($0) }, subject),
                shares: first..<shares.count,
                decimals: transaction.transactionAmount.currency.minorUnitDigits))
        return classes.count - 1
    }

    private mutating func common(_ key: Int32, _ subject: MatchSubject) -> Int32 {
        if let known = commons[key] { return known }
        let number = tally(plain, subject)
        commons[key] = number
        return number
    }

    /// A tally of those rules that match in all but the amount; −1 if none does.
    private mutating func tally(_ numbers: [Int], _ subject: MatchSubject) -> Int32 {
        let matching = numbers.filter { rules[$0].matches(subject, &pool) }
        guard !matching.isEmpty else { return -1 }
        tallies.append(
            AmountTally(
                matching.map { number in
                    let rule = rules[number]
                    return (rule.place, rule.program.lower, rule.program.upper)
                }))
        return Int32(tallies.count - 1)
    }
}

extension Clauses {
    /// Whether no clause delays, limits or repeats a notice.
    fileprivate var tellAtOnce: Bool {
        hold == nil && telling == nil && weekdays == nil && limit == nil && remindEvery == nil
            && !hasUntil
    }
}
