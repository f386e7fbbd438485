import Foundation

/// The work on one answer, account by account.
struct ReconciliationPass {
    private let snapshot: Snapshot
    private let input: ReconciliationInput
    private let zone: TimeZone
    private let rows: [String: [TransactionObservation]]

    private var accounts: [AccountFacts] = []
    private var balances: [AccountBalance] = []
    private var newAccounts: Set<UUID> = []
    private var refreshed: Set<UUID> = []
    private var complete: [UUID] = []
    private var doubted: Set<UUID> = []
    private var drafts: [RecordDraft] = []
    private var decided: [IdentityDecision] = []

    init(_ snapshot: Snapshot, input: ReconciliationInput, zone: TimeZone) {
        self.snapshot = snapshot
        self.input = input
        self.zone = zone
        rows = Self.byAccount(snapshot.transactions)
    }

    /// Groups the rows by account; those of a single account are not copied.
    private static func byAccount(
        _ rows: [TransactionObservation]
    ) -> [String: [TransactionObservation]] {
        guard let first = rows.first?.bankAccountID else { return [:] }
        if rows.allSatisfy({ $0.bankAccountID == first }) { return [first: rows] }
        return Dictionary(grouping: rows, by: \.bankAccountID)
    }

    /// Reads figures and rows of each account in the answer.
    mutating func readAccounts() {
        var seen: Set<UUID> = []
        for account in snapshot.accounts where seen.insert(account.details.id).inserted {
            readFigures(of: account)
            if account.isTransactionListComplete { readRows(of: account) }
        }
    }

    /// Updates the figures, and adds a balance record if one has changed or the day is new.
    private mutating func readFigures(of account: AccountObservation) {
        let (id, now) = (account.details.id, snapshot.observedAt)
        let known = input.accounts[id]
        var facts =
            known
            ?? AccountFacts(
                account: account.account, booked: nil, available: nil, creditLimit: nil,
                freshAt: account.readThrough(now, in: zone), completeAt: nil, firstSeen: now)
        facts.account = account.account
        defer { accounts.append(facts) }
        guard account.booked != nil || account.available != nil else {
            // An account without figures is as fresh as its rows.
            if !facts.hasFigures {
                facts.freshAt = max(facts.freshAt, account.readThrough(now, in: zone))
            }
            return
        }
        let readAt = min(account.figuresAt ?? now, now)
        // Older figures say nothing about the present.
        if account.figuresAt != nil, facts.hasFigures, readAt < facts.freshAt { return }
        refreshed.insert(id)
        // All together: an old figure must never be combined with a new time.
        facts.booked = account.booked
        facts.available = account.available
        facts.creditLimit = account.creditLimit
        facts.freshAt = readAt
        let before = known.flatMap { $0.hasFigures ? $0 : nil }
        let day = CalendarDay(of: readAt, in: zone)
        let isKnown = before.map {
            $0.booked == facts.booked && $0.available == facts.available
                && CalendarDay(of: $0.freshAt, in: zone) == day
        }
        guard isKnown != true, let figures = Self.figures(account, at: readAt) else { return }
        balances.append(
            AccountBalance(
                accountID: id, currentBalance: figures, day: day, previousRead: before?.freshAt))
    }

    private static func figures(
        _ account: AccountObservation, at instant: Date
    ) -> CurrentBalance? {
        CurrentBalance(
            available: account.available.flatMap { try? Balance(signed: $0, asOf: instant) },
            booked: account.booked.flatMap { try? Balance(signed: $0, asOf: instant) })
    }

    private mutating func readRows(of account: AccountObservation) {
        let id = account.details.id
        let previous = input.accounts[id]?.completeAt
        let rows = UndatedRows.dated(
            rows[account.details.bankAccountID] ?? [], by: input.records[id] ?? [])
        let window = CoveredWindow(
            account, rows: rows, previous: previous, observedAt: snapshot.observedAt, zone: zone)
        let book = DecisionIndex(
            input.decisions.filter { $0.accountID == id }, on: input.records[id] ?? [],
            at: snapshot.observedAt)
        let context = AccountReconciliation.Context(
            account: id, observedAt: snapshot.observedAt, previous: previous, zone: zone,
            countsAbsence: previous.map { snapshot.observedAt > $0 } ?? false, window: window,
            past: input.accounts[id].map { UnknownPast(before: $0, zone: zone) },
            retired: book.retired, keptApart: book.keptApart, tolerances: snapshot.tolerances)
        var meeting = AccountReconciliation(
            context, rows: rows, records: book.records(of: input.records[id] ?? []))
        drafts += book.drafts(after: meeting.drafts())
        decided += book.applied
        // A doubtful answer waits like one without rows (D70).
        guard !meeting.isDoubtful else {
            doubted.insert(id)
            if account.coveredThrough != nil { forgetFigures(of: id) }
            return
        }
        complete.append(id)
        if previous == nil { newAccounts.insert(id) }
        accounts[accounts.count - 1].completeAt = max(
            account.coveredThrough.flatMap { _ in previous } ?? .distantPast,
            account.readThrough(snapshot.observedAt, in: zone))
        accounts[accounts.count - 1].coveredFrom = window.history(
            after: input.accounts[id], zone: zone)
    }

    /// Takes back what a file said of an account whose rows it lacks: it is likely the wrong file.
    private mutating func forgetFigures(of id: UUID) {
        guard let known = input.accounts[id] else { return }
        accounts[accounts.count - 1] = known
        balances.removeAll { $0.accountID == id }
        refreshed.remove(id)
    }

    /// Marks both halves of movements between own accounts.
    ///
    /// A half that only its words call so is marked until the next complete answer. If the other
    /// half has not come by then, the mark is removed (D52).
    mutating func markOwnTransfers() {
        let waiting = waitingHalves()
        guard !waiting.isEmpty || drafts.contains(where: { $0.cause != nil }) else { return }
        let known = input.accounts.values.map(\.account) + accounts.map(\.account)
        let finder = OwnTransfers(accounts: known, elsewhere: input.otherAccounts)
        for index in drafts.indices where drafts[index].cause != nil {
            guard finder.isStated(by: drafts[index].record.observation),
                drafts[index].record.observation.isOwnTransfer
                    || !wasFoundLone(drafts[index], finder)
            else { continue }
            drafts[index].record.transaction.isOwnTransfer = true
        }
        markPairs(finder)
        let claimed = waiting.filter { finder.isClaimed(by: $0.observation) }
        let lone = finder.loneHalves(of: claimed) { recordsAfterwards() }
        for half in lone { mark(half, isOwnTransfer: false) }
    }

    /// Whether its words already called it an own transfer, and no other half was found.
    private func wasFoundLone(_ draft: RecordDraft, _ finder: OwnTransfers) -> Bool {
        guard let before = draft.before, !before.isOwnTransfer else { return false }
        return (input.records[before.accountID] ?? []).contains {
            $0.transaction.id == before.id && finder.isClaimed(by: $0.observation)
        }
    }

    /// The halves that the complete answer before this one was the first to list.
    private func waitingHalves() -> [TransactionRecord] {
        complete.flatMap { id -> [TransactionRecord] in
            guard let previous = input.accounts[id]?.completeAt, previous < snapshot.observedAt
            else { return [] }
            return (input.records[id] ?? []).filter { record in
                record.transaction.isOwnTransfer && !record.isGone
                    && record.transaction.firstSeen == previous
            }
        }
    }

    private mutating func markPairs(_ finder: OwnTransfers) {
        guard complete.count > 1 || !input.otherRecords.isEmpty else { return }
        let changed = drafts.filter { $0.cause != nil && !$0.record.isGone }.map(\.record)
        guard !changed.isEmpty else { return }
        let halves = finder.unmarkedHalves(completedBy: changed) { recordsAfterwards() }
        for half in halves { mark(half, isOwnTransfer: true) }
    }

    private func recordsAfterwards() -> [TransactionRecord] {
        let replaced = Set(drafts.map(\.record.transaction.id))
        let untouched = complete.flatMap { id in
            (input.records[id] ?? []).filter { !replaced.contains($0.transaction.id) }
        }
        return untouched + input.otherRecords + drafts.map(\.record)
    }

    private mutating func mark(_ half: TransactionRecord, isOwnTransfer: Bool) {
        let id = half.transaction.id
        let known = drafts.firstIndex { $0.record.transaction.id == id }
        if let known {
            drafts[known].record.transaction.isOwnTransfer = isOwnTransfer
            drafts[known].cause = drafts[known].cause ?? .amended
        } else {
            var record = half
            record.transaction.isOwnTransfer = isOwnTransfer
            drafts.append(RecordDraft(record: record, before: half.transaction, cause: .amended))
        }
    }

    /// - Parameter source: the facts of the answer's source so far.
    func result(source: SourceFacts) -> Reconciliation {
        // Sorted by index: moving whole drafts would cost more than comparing them.
        let places = drafts.map(\.place)
        let order = drafts.indices.sorted { places[$0] < places[$1] }
        let changes = FactChanges(
            observedAt: snapshot.observedAt, newAccounts: newAccounts,
            refreshedAccounts: refreshed, transactions: order.compactMap { drafts[$0].change })
        let next = source.after(snapshot, isDoubted: !doubted.isEmpty, zone: zone)
        return Reconciliation(
            source: next, accounts: accounts,
            balances: balances, records: order.map { drafts[$0].record }, changes: changes,
            scheduled: snapshot.wholeSchedule == nil ? nil : next.scheduled?.items,
            decisions: decided, cards: snapshot.cards,
            doubted: doubted)
    }
}
