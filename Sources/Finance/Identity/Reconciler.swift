public import Foundation

/// Decides which stored transaction each row of a bank's answer is, and what the answer changes.
///
/// It is a pure function: the same answer, stored input and zone always give the same result,
/// whatever the order of rows. A failed answer decides nothing, and rows that an answer could not
/// give completely decide nothing.
///
/// Rows are recognised from the strongest evidence to the weakest: same content and number of
/// equals, the bank's own id, a rewritten booked row, the booking of a reservation, a rewritten
/// reservation. Rows that evidence can't decide stay two transactions.
public enum Reconciler: Sendable {
    /// Reconciles a snapshot with the stored facts.
    ///
    /// - Parameters:
    ///   - snapshot: one answer; its rows may come in any order. Rows of accounts that the answer
    ///     does not list are ignored.
    ///   - source: the facts of the answer's source so far.
    ///   - input: the stored rows of the source.
    ///   - zone: the bank's zone, for the day an answer belongs to.
    public static func reconcile(
        _ snapshot: Snapshot, source: SourceFacts, with input: ReconciliationInput,
        zone: TimeZone
    ) -> Reconciliation {
        var pass = ReconciliationPass(snapshot, input: input, zone: zone)
        if snapshot.outcome.hasFacts {
            pass.readAccounts()
            pass.markOwnTransfers()
        }
        return pass.result(source: source)
    }
}

/// The effect of a snapshot on the stored facts: the pure result of ``Reconciler``.
///
/// Its size depends on the changes; an answer without changes gives one without records.
public struct Reconciliation: Sendable, Hashable {
    /// The source after this answer.
    public let source: SourceFacts
    /// The accounts in the answer with their new facts.
    public let accounts: [AccountFacts]
    /// Balance records to append: only where a figure changed or the daily keep-alive is due.
    public let balances: [AccountBalance]
    /// Records to insert or to replace, by `transaction.id`.
    public let records: [TransactionRecord]
    /// The changes that rules and readers see.
    public let changes: FactChanges
    /// The scheduled items after this answer; `nil` if it does not change them.
    public let scheduled: [ScheduledItem]?
    /// A person's decisions that were applied now, as they are to be stored.
    public let decisions: [IdentityDecision]

    /// The payment cards of the answer; `nil` if they were not asked for.
    public let cards: [PaymentCard]?
    /// The accounts of the answer whose rows need confirmation, because too many known ones are
    /// missing (D70).
    public let doubted: Set<UUID>

    public init(
        source: SourceFacts, accounts: [AccountFacts], balances: [AccountBalance],
        records: [TransactionRecord], changes: FactChanges, scheduled: [ScheduledItem]?,
        decisions: [IdentityDecision] = [], cards: [PaymentCard]? = nil, doubted: Set<UUID> = []
    ) {
        self.source = source
        self.accounts = accounts
        self.balances = balances
        self.records = records
        self.changes = changes
        self.scheduled = scheduled
        self.decisions = decisions
        self.cards = cards
        self.doubted = doubted
    }
}

/// The stored rows of one source that reconciling one of its answers needs.
///
/// The store provides all accounts of the source. Of each account in the answer it provides the
/// records that the covered days can touch, and every open reservation.
public struct ReconciliationInput: Sendable, Hashable {
    /// The facts of each known account of the source.
    public var accounts: [UUID: AccountFacts]
    /// The records of each account in the answer, gone ones included.
    public var records: [UUID: [TransactionRecord]]
    /// A person's decisions about transactions of those accounts, applied or not.
    ///
    /// The records that an open decision names belong in ``records``, however old they are.
    public var decisions: [IdentityDecision]
    /// The accounts of the other sources, which may be the other side of an own transfer.
    public var otherAccounts: [Account] = []
    /// Their records since ``firstDayElsewhere(for:)``.
    public var otherRecords: [TransactionRecord] = []

    public init(
        accounts: [UUID: AccountFacts] = [:], records: [UUID: [TransactionRecord]] = [:],
        decisions: [IdentityDecision] = []
    ) {
        self.accounts = accounts
        self.records = records
        self.decisions = decisions
    }

    /// The earliest day whose records an answer can touch, by account.
    ///
    /// The input must contain everything dated or posted from that day on, gone records included,
    /// and every reservation that is neither booked nor gone.
    public static func firstDayNeeded(for snapshot: Snapshot) -> [UUID: CalendarDay] {
        var oldest: [String: CalendarDay] = [:]
        for row in snapshot.transactions {
            let day = min(row.date, row.posted ?? row.date)
            oldest[row.bankAccountID] = min(day, oldest[row.bankAccountID] ?? day)
        }
        var days: [UUID: CalendarDay] = [:]
        for account in snapshot.accounts {
            // An answer that names no day covers at least what came since the previous one (D10).
            let recent = CalendarDay(of: snapshot.observedAt, in: .gmt).adding(days: -recentDays)
            let covered = account.coveredFrom ?? recent
            let first = min(covered, oldest[account.details.bankAccountID] ?? covered)
            // A booking may be dated some days after its purchase: go back some days before the
            // window.
            days[account.details.id] = first.adding(days: -10)
        }
        return days
    }

    /// The first day of other sources' records with which an answer may complete own transfers.
    public static func firstDayElsewhere(for snapshot: Snapshot) -> CalendarDay {
        CalendarDay(of: snapshot.observedAt, in: .gmt).adding(days: -10)
    }

    /// How many days an answer covers that names no first day; longer pauses between polls are
    /// rare.
    private static let recentDays = 30
}

/// How far the rows of one movement may be apart at a bank.
///
/// Tolerances that apply to every bank, such as for pumps that hold more than is filled (D23), are
/// in ``AmountTolerance``. A recording does not contain them: it is reconciled with ``standard``.
public struct IdentityTolerances: Sendable, Hashable {
    /// How many days after a reservation its booking may be dated, where amount and merchant agree.
    public var daysToBooking: Int
    /// By how many minor units a booking may differ from its reservation, where the merchant agrees.
    public var rounding: Int64
    /// How many days the date of a reservation may move from answer to answer if its text is the
    /// same.
    public var reservationShift: Int
    /// Whether any other text may replace that of a booked row.
    public var replacesTexts: Bool

    public static let standard = IdentityTolerances()

    public init(
        daysToBooking: Int = 1, rounding: Int64 = 0, reservationShift: Int = 0,
        replacesTexts: Bool = false
    ) {
        self.daysToBooking = daysToBooking
        self.rounding = rounding
        self.reservationShift = reservationShift
        self.replacesTexts = replacesTexts
    }

    /// Whether two amounts are different and may be those of one movement.
    func allowsRounding(_ reserved: Money, _ booked: Money) -> Bool {
        guard rounding > 0, reserved.currency == booked.currency,
            reserved.minorUnits.signum() == booked.minorUnits.signum()
        else { return false }
        let gap = reserved.minorUnits.subtractingReportingOverflow(booked.minorUnits)
        return !gap.overflow && gap.partialValue.magnitude <= rounding.magnitude
    }
}
