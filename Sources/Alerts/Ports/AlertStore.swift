public import Finance
public import Foundation

/// The durable store of the watcher: facts, alert states and the outbox.
///
/// One process owns it at a time. Every method may be called again after it has thrown, because
/// nothing is half written. See ``StoreError`` for the errors.
public protocol AlertStore: Sendable {
    /// The current facts of all accounts and sources.
    func facts() async throws(StoreError) -> Facts

    /// The stored rows that reconciling an answer needs; their number depends on the answer's days,
    /// not on the history.
    func reconciliationInput(for snapshot: Snapshot) async throws(StoreError) -> ReconciliationInput

    /// The stored transactions since `day` that are not gone, oldest first.
    func transactions(since day: CalendarDay) async throws(StoreError) -> [Transaction]

    /// Up to `limit` of all stored transactions, gone ones included.
    ///
    /// The page begins at the ``StoredTransactionPage/next`` of the one before, or at the beginning
    /// for `nil`.
    func history(after place: Int64?, limit: Int) async throws(StoreError) -> StoredTransactionPage

    /// The balance records since `instant`, and the newest one before it of each account.
    ///
    /// They come by account, oldest first.
    func balances(since instant: Date) async throws(StoreError) -> [AccountBalance]

    /// The channels whose deliveries fail.
    ///
    /// A channel has been failing since the oldest notification was decided that either waits after
    /// a failed attempt, or was abandoned without a later one being delivered.
    func failingChannels() async throws(StoreError) -> [String: ChannelFacts]

    /// The alert states as of the last commit.
    func alertLedger() async throws(StoreError) -> AlertLedger

    /// Writes facts, alert states and outbox entries in one transaction that survives a power cut.
    ///
    /// Outbox entries go through ``OutboxMerge/collapse(waiting:incoming:)`` first. An entry whose
    /// channel and notification are already in the outbox, in any state, is not inserted again. If
    /// more than ``OutboxOverflow/limit`` entries wait on a channel, the oldest are merged.
    func commit(_ commit: CycleCommit) async throws(StoreError)

    /// Takes up to `limit` due entries of one channel, oldest first per alert, and commits the
    /// begun attempts before returning.
    ///
    /// An entry is not handed out while an older one of the same alert is waiting on the channel.
    /// Nor is it handed out again before ``finish(_:)``, unless a new process has opened the store.
    /// The returned entries count the attempt that begins.
    func takeDue(channel: String, at now: Date, limit: Int) async throws(StoreError)
        -> [OutboxEntry]

    /// Stores the outcomes of attempts in one commit.
    func finish(_ results: [OutboxResult]) async throws(StoreError)

    /// When the channel's next waiting entry falls due; `nil` if none waits.
    ///
    /// An entry behind an older one of its alert does not count, because it can't be taken.
    func nextDue(channel: String) async throws(StoreError) -> Date?

    /// The entries in these states, newest first.
    func outbox(in states: Set<OutboxEntry.State>, limit: Int) async throws(StoreError)
        -> [OutboxEntry]

    /// The commands that were not applied yet, in the order in which they were given.
    func commands() async throws(StoreError) -> [UserCommand]

    /// The last evaluations of every rule, oldest first, at most ``EvaluationJournal/limit`` each.
    func evaluations() async throws(StoreError) -> [EvaluationEntry]

    /// The abandoned entries that no other channel has reported yet, oldest first.
    func unreported(limit: Int) async throws(StoreError) -> [OutboxEntry]

    /// When the channel last took a notification; `nil` if it never has.
    func lastDelivery(channel: String) async throws(StoreError) -> Date?

    /// Abandons the waiting entries of channels that no longer exist.
    ///
    /// - Returns: how many entries were abandoned.
    @discardableResult
    func abandon(channelsExcept names: Set<String>, problem: DeliveryProblem, at now: Date)
        async throws(StoreError) -> Int

    /// Plans waiting entries again after a start or a clock jump, as ``OutboxPolicy`` decides
    /// (D83).
    ///
    /// - Parameter servedUntil: the time up to which waits were served, by the clock with which
    ///   they were planned.
    func resumeOutbox(at now: Date, servedUntil: Date) async throws(StoreError)

    /// The problems of stored rows that were set aside because they can't be read, by table.
    func unreadableRows() async -> [String: String]

    /// Removes entries that have ended and were decided before `instant`.
    func forgetOutbox(before instant: Date) async throws(StoreError)
}

extension AlertStore { public func unreadableRows() async -> [String: String] { [:] } }

/// A page of all stored transactions, in the order of the store.
public struct StoredTransactionPage: Sendable, Hashable {
    public let rows: [StoredTransaction]
    /// Where the next page begins; `nil` after the last.
    public let next: Int64?

    public init(rows: [StoredTransaction], next: Int64?) {
        self.rows = rows
        self.next = next
    }
}

/// Everything that one cycle commits in one transaction.
public struct CycleCommit: Sendable {
    /// The facts; `nil` for a cycle that only fired deadlines.
    public let reconciliation: Reconciliation?
    public let alerts: AlertLedgerChange
    /// The outbox entries, one per notification and channel.
    public let outbox: [OutboxEntry]
    /// Verdicts that are new since the last evaluation, oldest first.
    public var evaluations: [EvaluationEntry] = []
    /// The ids of the commands that were applied.
    public var applied: [String] = []
    /// The abandoned entries that another channel reports from now on.
    public var reported: [OutboxKey] = []
    /// The ids of notifications that are retried now; abandoned ones wait again.
    public var retried: [String] = []

    /// The language of digests that the store makes of a channel's overlong queue.
    public var language = Language.english

    /// Makes a commit of facts, states and entries; the other parts are empty.
    public init(reconciliation: Reconciliation?, alerts: AlertLedgerChange, outbox: [OutboxEntry]) {
        self.reconciliation = reconciliation
        self.alerts = alerts
        self.outbox = outbox
    }
}

/// Why the store could not be used, in words a person can act on.
public enum StoreError: Error, Sendable, Hashable {
    /// Another instance holds the lock; `holder` is what it wrote about itself.
    case locked(path: String, holder: String?)
    /// The file was written by a newer version of the program.
    case newerSchema(path: String, migrations: [String])
    /// The file is no database of ours or is damaged.
    case unreadable(path: String, problem: String)
    /// Folder or file can't be written: permissions or a read-only file system.
    case notWritable(path: String, problem: String)
    /// The file in use was removed or replaced by another: everything written now is lost.
    case removed(path: String)
    /// The file in use was truncated or overwritten: data written now may be lost.
    case overwritten(path: String)
    case diskFull(path: String)
    /// Anything else SQLite reported, with its extended code.
    case failed(operation: String, code: Int, problem: String)

    /// Whether the store in use must be opened again before anything can be stored (D86); other
    /// errors may pass.
    public var isLost: Bool {
        switch self {
        case .removed, .overwritten: true
        default: false
        }
    }
}
