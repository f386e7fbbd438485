import Alerts
import Finance
import Foundation
import Recording
import Rules
import Watch

/// Plays the lines of a recording through the real evaluation and alert lifecycle, in memory.
///
/// Nothing is sent or stored; the same lines give the same notifications (D62).
struct RecordingPlayer: Sendable {
    private var replayer: Replayer
    private var accounts = BareAccounts()
    private var coverage: RecordedCoverage
    private let zone: TimeZone
    private var noon: (day: CalendarDay, instant: Date)?
    /// Bare transactions have no other source.
    private var source = BareAccounts.source
    /// The instants of the first and the last line that could be read.
    private(set) var span: ClosedRange<Date>?

    init(rules: RuleSet, builder: PipelineBuilder) {
        zone = builder.zone
        coverage = RecordedCoverage(zone: zone)
        replayer = Replayer(rules: rules, builder: builder)
    }

    /// Plays one line.
    ///
    /// - Returns: what is notified up to and at its time.
    mutating func play(_ line: RecordingLine) -> [AlertNotification] {
        switch line {
        case .snapshot(let snapshot):
            note(snapshot.observedAt)
            source = snapshot.source
            return replayer.play(coverage.filled(snapshot))
        case .transaction(let line):
            let instant = instant(of: line)
            note(instant)
            let account = accounts.facts(of: line, at: instant)
            let transaction = accounts.transaction(from: line, on: account, at: instant)
            return replayer.play(transaction, of: account)
        }
    }

    /// Plays a line that could not be read: a failed poll at the time of the line before (D35).
    mutating func playUnreadable() -> [AlertNotification] {
        guard let last = span?.upperBound else { return [] }
        let failure = SourceFailure(
            kind: .malformed, problem: "the line could not be read", fix: "correct the line")
        return replayer.play(Snapshot(source: source, observedAt: last, failure: failure))
    }

    /// What is still held when the recording ends (D53).
    func finish() -> [AlertNotification] { replayer.finish() }

    /// The clock of a line; noon of a day is looked up once for all its lines.
    private mutating func instant(of line: BareTransactionLine) -> Date {
        if let time = line.time { return time }
        if let noon, noon.day == line.row.date { return noon.instant }
        let instant = line.observedAt(in: zone)
        noon = (line.row.date, instant)
        return instant
    }

    private mutating func note(_ instant: Date) {
        let lower = min(span?.lowerBound ?? instant, instant)
        span = lower...max(span?.upperBound ?? instant, instant)
    }
}

/// The accounts that bare transaction lines mention, made up as they come.
struct BareAccounts: Sendable {
    static let source = "eval"
    private var known: [String: AccountFacts] = [:]
    private var count: UInt64 = 0

    mutating func facts(of line: BareTransactionLine, at instant: Date) -> AccountFacts {
        var facts = known[line.row.bankAccountID] ?? make(line)
        facts.freshAt = instant
        facts.completeAt = instant
        facts.firstSeen = instant
        return facts
    }

    /// The line as a transaction with an identifier of its own; every line is a new one.
    mutating func transaction(
        from line: BareTransactionLine, on account: AccountFacts, at instant: Date
    ) -> Transaction {
        count += 1
        let id = account.account.id.numbered(count)
        return Transaction(
            id: id, accountID: account.account.id, observed: line.row, firstSeen: instant)
    }

    private mutating func make(_ line: BareTransactionLine) -> AccountFacts {
        let details = AccountDetails(
            displayName: line.row.bankAccountID, institutionName: Self.source,
            currency: line.row.amount.currency, bankAccountID: line.row.bankAccountID)
        let account = Account.asset(AssetAccount(details: details))
        let facts = AccountFacts(
            account: account, booked: nil, available: nil, creditLimit: nil,
            freshAt: .distantPast, completeAt: nil, firstSeen: .distantPast,
            coveredFrom: line.row.date)
        known[line.row.bankAccountID] = facts
        return facts
    }
}

extension UUID {
    /// An identifier that follows from this one and a number: the same lines get the same ones.
    fileprivate func numbered(_ number: UInt64) -> UUID {
        var bytes = uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for place in 0..<8 {
                bytes[15 - place] ^= UInt8(truncatingIfNeeded: number >> (8 * place))
            }
        }
        return UUID(uuid: bytes)
    }
}
