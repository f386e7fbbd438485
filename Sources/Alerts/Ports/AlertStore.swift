public import Finance
public import Foundation

/// The durable memory of the watcher: facts, alert states and the outbox.
///
/// One process owns it at a time. Every method may be called again after it has thrown; nothing
/// is half written. See ``StoreError`` for what may go wrong.
public protocol AlertStore: Sendable {
    /// The current facts of all accounts and sources.
    func facts() async throws(StoreError) -> Facts

    /// What reconciling this answer needs; its size follows the answer's days, not the history.
    func holdings(for snapshot: Snapshot) async throws(StoreError) -> ReconciliationInput

    /// The stored transactions from that day on that are not gone, oldest first.
    func transactions(since day: CalendarDay) async throws(StoreError) -> [Transaction]

    /// Up to `limit` of all stored transactions, gone ones included, after a place that an earlier
    /// portion named; from the beginning for `nil`.
    func history(after place: Int64?, limit: Int) async throws(StoreError) -> StoredTransactionPage

    /// The balance records of all accounts from that instant on, and of each account the newest
    /// before it; by account, each oldest first.
    func balances(since instant: Date) async throws(StoreError) -> [AccountBalance]

    /// The channels on which notifications do not get through.
    ///
    /// A channel fails from the moment when the oldest notification was decided that waits on it
    /// after a failed attempt, or that it gave up when nothing decided later has got through since.
    func failingChannels() async throws(StoreError) -> [String: ChannelFacts]

    /// The alert states as of the last commit.
    func alertLedger() async throws(StoreError) -> AlertLedger

    /// Writes facts, alert states and outbox rows in one transaction that survives a power cut.
    ///
    /// Outbox entries go through ``OutboxMerge/collapse(waiting:incoming:)`` first. An entry whose
    /// channel and notification are already in the outbox, in any state, is not inserted again. Of
    /// more than ``OutboxOverflow/limit`` waiting entries of a channel the oldest are put together.
    func commit(_ commit: CycleCommit) async throws(StoreError)

    /// Takes up to `limit` due entries of one channel, oldest first per alert, and notes the
    /// attempt durably before returning.
    ///
    /// An entry is not handed out while an older one of the same alert is waiting on the channel,
    /// nor again before ``finish(_:)``, unless a new process has opened the store. The returned
    /// entries count the attempt that begins.
    func takeDue(channel: String, at now: Date, limit: Int) async throws(StoreError)
        -> [OutboxEntry]

    /// Notes what became of attempts; several are written in one commit.
    func finish(_ results: [OutboxResult]) async throws(StoreError)

    /// When the next waiting entry of the channel falls due; `nil` if none waits.
    ///
    /// An entry behind an older one of its alert does not count: nobody could take it.
    func nextDue(channel: String) async throws(StoreError) -> Date?

    /// The entries in these states, newest first.
    func outbox(in states: Set<OutboxEntry.State>, limit: Int) async throws(StoreError)
        -> [OutboxEntry]

    /// The instructions that nobody has followed yet, in the order in which they were given.
    func instructions() async throws(StoreError) -> [UserAction]

    /// The last evaluations of every rule, oldest first, at most ``EvaluationJournal/limit`` each.
    func evaluations() async throws(StoreError) -> [EvaluationEntry]

    /// The given-up entries of which nobody was notified elsewhere, oldest first.
    func unreported(limit: Int) async throws(StoreError) -> [OutboxEntry]

    /// When the channel last took a notification; `nil` if it never has.
    func lastDelivery(channel: String) async throws(StoreError) -> Date?

    /// Gives up what waits for channels that no longer exist.
    ///
    /// - Returns: how many entries that were.
    @discardableResult
    func abandon(channelsExcept names: Set<String>, problem: DeliveryProblem, at now: Date)
        async throws(StoreError) -> Int

    /// Plans what waits after a start or a step of the clock, as ``OutboxPolicy`` says (D83).
    ///
    /// - Parameter servedUntil: up to when waits were served, by the clock that they were planned with.
    func resumeOutbox(at now: Date, servedUntil: Date) async throws(StoreError)

    /// What was wrong with stored rows that could not be read and were set aside, by table.
    func unreadableRows() async -> [String: String]

    /// Forgets entries that ended and were decided before `instant`.
    func forgetOutbox(before instant: Date) async throws(StoreError)
}

extension AlertStore { public func unreadableRows() async -> [String: String] { [:] } }

/// A portion of everything that is stored, in the order in which the store holds it.
public struct StoredTransactionPage: Sendable, Hashable {
    public let rows: [StoredTransaction]
    /// Where the next portion begins; `nil` after the last.
    public let next: Int64?

    public init(rows: [StoredTransaction], next: Int64?) {
        self.rows = rows
        self.next = next
    }
}

/// Everything that one cycle wants to be true together.
public struct CycleCommit: Sendable {
    /// The facts; `nil` for a cycle that only handled what fell due.
    public let reconciliation: Reconciliation?
    public let alerts: AlertLedgerChange
    /// The rows to send, one per notification and channel.
    public let outbox: [OutboxEntry]
    /// What evaluation found that it had not found before, oldest first.
    public var evaluations: [EvaluationEntry] = []
    /// The instructions that were followed, by identifier.
    public var followed: [String] = []
    /// The given-up entries of which a person is notified elsewhere from now on.
    public var reported: [OutboxKey] = []
    /// The notifications that are tried again now, by identifier; given-up ones wait again.
    public var retried: [String] = []

    /// The language of what the store puts together when a channel's line is too long.
    public var language = Language.english

    /// Makes a commit of facts, states and rows; the rest is empty.
    public init(reconciliation: Reconciliation?, alerts: AlertLedgerChange, outbox: [OutboxEntry]) {
        self.reconciliation = reconciliation
        self.alerts = alerts
        self.outbox = outbox
    }
}

/// Why the durable memory could not be used, in words a person can act on.
public enum StoreError: Error, Sendable, Hashable {
    /// Another instance holds the lock; `holder` is what it wrote about itself.
    case locked(path: String, holder: String?)
    /// The file was written by a newer version of the program.
    case newerSchema(path: String, migrations: [String])
    /// The file is no database of ours or is damaged.
    case unreadable(path: String, problem: String)
    /// Folder or file can't be written: permissions or a read-only file system.
    case notWritable(path: String, problem: String)
    /// The file in use was removed, or another was put in its place: what is written now is lost.
    case removed(path: String)
    /// The file in use was cut off or written over: what is written now may be lost.
    case overwritten(path: String)
    case diskFull(path: String)
    /// Anything else SQLite reported, with its extended code.
    case failed(operation: String, code: Int, problem: String)

    /// Whether the store in use is lost, so that nothing more can be kept in it until it is opened
    /// again (D86); everything else may pass.
    public var isLost: Bool {
        switch self {
        case .removed, .overwritten: true
        default: false
        }
    }
}
