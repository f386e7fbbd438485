import Finance
import Foundation
import Store
import TestSupport

/// Predicates about transactions that chance puts together, and rows to hold them against.
struct RandomPredicates {
    typealias Condition = any StandardPredicateExpression<Bool>
    typealias Row = PredicateExpressions.Variable<Transaction>

    private var random: SeededGenerator
    /// Texts whose comparison by bytes and by characters differ, and plain ones.
    static let texts = [
        "", "KAFFE", "kaffe", "Café", "Cafe\u{301}", "CAFE", "e", "\u{301}", "é", "K", "\u{212A}",
        "Å", "A\u{30A}", "100% _x", "REMA 1000 SKØYEN", "ß", "🇳🇴", "🇳", "a\r\nb", "\r\n", "\n",
    ]

    /// Starts a sequence.
    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    /// A record with some of everything, also what is missing.
    mutating func record(_ ordinal: Int) -> TransactionRecord {
        let currency = pick(["NOK", "USD"])
        var row = TransactionObservation(
            bankAccountID: pick(["a1", "a2"]),
            amount: Make.money(pick(["-5.00", "0.00", "7.00", "-612.35"]), currency),
            status: pick(TransactionStatus.allCases), date: day(),
            posted: pick([nil, day()]), text: pick(Self.texts),
            merchantName: pick([nil] + Self.texts.map { $0 }),
            merchantCategoryCode: pick([nil, MerchantCategoryCode("5411"), .init("0000")]),
            type: pick(TransactionType.allCases),
            foreign: pick([nil, ForeignAmount(amount: Make.money("3.00", "EUR"))]),
            counterparty: pick([nil, Counterparty(), Counterparty(name: pick(Self.texts))]),
            isOwnTransfer: pick([true, false]))
        row.bankTransactionID = nil
        let instant = Make.instant("2026-03-06T09:00:00Z").addingTimeInterval(
            Double(Int.random(in: 0..<5, using: &random)) * 0.001)
        var transaction = Transaction(
            id: StableHash("row", String(ordinal)).uuid,
            accountID: Make.accountID(row.bankAccountID), observed: row, firstSeen: instant)
        transaction.reservedAmount = pick([nil, Make.money("5.00")])
        return TransactionRecord(transaction: transaction, observation: row, isBaseline: false)
    }

    private mutating func day() -> CalendarDay {
        CalendarDay(dayNumber: 20_513 + Int.random(in: 0..<4, using: &random))
    }

    /// A predicate of some conditions.
    mutating func predicate() -> Predicate<Transaction> {
        let depth = Int.random(in: 0...3, using: &random)
        // The conditions are made outside, where chance may be used.
        let make = maker(depth)
        return Predicate<Transaction> { make($0) }
    }

    private typealias Maker = @Sendable (Row) -> Condition

    private mutating func maker(_ depth: Int) -> Maker {
        guard depth > 0 else { return leaf() }
        let (one, other) = (maker(depth - 1), maker(depth - 1))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return { Self.not(one($0)) }
        case 1: return { Self.both(one($0), other($0)) }
        case 2: return { Self.either(one($0), other($0)) }
        default:
            let test = leaf()
            return { Self.choice(test($0), one($0), other($0)) }
        }
    }

    private mutating func leaf() -> Maker {
        let predicate = pick(leaves())
        // A predicate about a variable of its own is asked about the row of the whole.
        return { Self.asked(predicate, of: $0) }
    }

    private static func both<A: StandardPredicateExpression<Bool>, B>(
        _ one: A, _ other: B
    ) -> Condition where B: StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Conjunction(lhs: one, rhs: other)
    }

    private static func either<A: StandardPredicateExpression<Bool>, B>(
        _ one: A, _ other: B
    ) -> Condition where B: StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Disjunction(lhs: one, rhs: other)
    }

    private static func not(_ one: some StandardPredicateExpression<Bool>) -> Condition {
        PredicateExpressions.build_Negation(one)
    }

    private static func choice<A: StandardPredicateExpression<Bool>, B, C>(
        _ test: A, _ one: B, _ other: C
    ) -> Condition
    where B: StandardPredicateExpression<Bool>, C: StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Conditional(test, one, other)
    }

    private static func asked(_ predicate: Predicate<Transaction>, of row: Row) -> Condition {
        AskedPredicate(predicate: predicate, row: row)
    }
}

extension RandomPredicates {
    /// One condition about each property and operation that is translated.
    mutating func leaves() -> [Predicate<Transaction>] {
        amounts() + words() + times()
    }

    private mutating func amounts() -> [Predicate<Transaction>] {
        let minor = pick([0, 500, 700, 61_235, -500] as [Int64])
        let money = Make.money(pick(["5.00", "0.00", "7.00"]))
        let usd = Currency(code: "USD") ?? .nok
        let flag = pick([true, false])
        let range = minor...(minor + 200)
        let wanted: Money? = pick([nil, money])
        return [
            #Predicate { $0.transactionAmount.minorUnits > minor },
            #Predicate { minor >= $0.signedAmount.minorUnits },
            #Predicate { $0.transactionAmount == money },
            #Predicate { $0.reservedAmount == wanted },
            #Predicate { $0.reservedAmount?.minorUnits != minor },
            #Predicate { $0.transactionAmount.currency == usd },
            #Predicate { $0.transactionAmount.currency.code == "USD" },
            #Predicate { $0.foreignAmount != nil },
            #Predicate { $0.foreignAmount?.amount.minorUnits == 300 },
            #Predicate { $0.isOwnTransfer }, #Predicate { $0.isOwnTransfer == flag },
            #Predicate { range.contains($0.transactionAmount.minorUnits) },
            #Predicate { $0.signedAmount.minorUnits < $0.transactionAmount.minorUnits },
        ]
    }

    private mutating func words() -> [Predicate<Transaction>] {
        let text = pick(Self.texts)
        let optional: String? = pick([nil] + Self.texts.map { $0 })
        let texts: Set<String> = [pick(Self.texts), pick(Self.texts)]
        let optionals: [String?] = [pick(Self.texts), pick([nil, "e"])]
        let states: Set<TransactionStatus> = [pick(TransactionStatus.allCases), .pending]
        let state = pick(TransactionStatus.allCases)
        let codes = [MerchantCategoryCode("5411")].compactMap { $0 }
        return [
            #Predicate { $0.originalTransactionDescription == text },
            #Predicate { $0.originalTransactionDescription < text },
            #Predicate { $0.originalTransactionDescription.contains(text) },
            #Predicate { $0.transactionDescription.starts(with: text) },
            #Predicate { $0.merchantName == optional },
            #Predicate { $0.merchantName != nil },
            #Predicate { ($0.merchantName ?? text) >= "K" },
            #Predicate { $0.merchantName?.contains(text) ?? false },
            #Predicate { $0.merchantName.flatMap { $0.starts(with: text) } == true },
            #Predicate { texts.contains($0.originalTransactionDescription) },
            #Predicate { optionals.contains($0.merchantName) },
            #Predicate { $0.counterparty?.name == optional },
            #Predicate { $0.counterparty != nil },
            #Predicate { $0.status == state }, #Predicate { states.contains($0.status) },
            #Predicate { $0.status.isReservation }, #Predicate { $0.status.rawValue == "booked" },
            #Predicate { if let name = $0.merchantName { name < text } else { true } },
            TransactionQuery.predicate(forMerchantCategoryCodes: codes),
            TransactionQuery.predicate(forStatuses: [state, .booked]),
        ]
    }

    private mutating func times() -> [Predicate<Transaction>] {
        let day = day()
        let number = day.dayNumber
        let posted: CalendarDay? = pick([nil, day])
        let account = Make.accountID(pick(["a1", "a2", "a3"]))
        // Between two milliseconds, on one, and beside one by the smallest step there is.
        let whole = Make.instant("2026-03-06T09:00:00Z").addingTimeInterval(0.002)
        let instant = pick([
            whole, whole.addingTimeInterval(0.0005),
            Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate.nextUp),
            Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate.nextDown),
        ])
        return [
            #Predicate { $0.transactionDate >= day }, #Predicate { $0.transactionDate == day },
            #Predicate { $0.postedDate == posted },
            #Predicate { ($0.postedDate ?? $0.transactionDate) > day },
            #Predicate { $0.postedDate?.dayNumber == number },
            #Predicate { $0.accountID == account }, #Predicate { $0.id > account },
            #Predicate { $0.firstSeen == instant }, #Predicate { $0.firstSeen > instant },
            #Predicate { $0.firstSeen <= instant }, #Predicate { instant > $0.firstSeen },
        ]
    }
}
