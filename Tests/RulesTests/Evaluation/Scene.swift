import Finance
import Foundation
import TestSupport

@testable import Rules

/// Accounts, transactions and a clock for one test, fed to an evaluator poll by poll.
struct Scene {
    private(set) var facts = Facts()
    var program: ProgramFacts {
        get { facts.program }
        set { facts.program = newValue }
    }
    private var evaluator: Evaluator

    init(
        _ sentences: String..., id: String? = nil,
        poll: PollIntervals = PollIntervals(.seconds(300)),
        zone: TimeZone = Make.oslo,
        naming: AccountNaming = AccountNaming(), bindings: [String: [UUID]] = [:]
    ) {
        let rules = sentences.map { Make.rule($0, id: id ?? $0) }
        evaluator = Evaluator(
            rules: RuleSet(rules: rules, fileHash: "test"), zone: zone,
            pollIntervals: poll, naming: naming, bindings: bindings)
    }

    /// A sentence over two accounts, Brukskonto (`a1`) and Sparekonto (`a2`).
    static func ofTwoAccounts(_ sentence: String) -> Scene {
        var scene = Scene(sentence)
        scene.account(Make.account("a1", name: "Brukskonto"))
        scene.account(Make.account("a2", name: "Sparekonto"))
        return scene
    }

    /// What is to be stored of names.
    mutating func takeBindings() -> [String: [UUID]] { evaluator.takeBindings() }

    /// Adds or replaces an account as read at an instant.
    mutating func account(
        _ observation: AccountObservation, at instant: String = "2026-03-06T09:00:00Z",
        firstSeen: String? = nil
    ) {
        var account = Make.accountFacts(observation, at: instant)
        account.firstSeen = Make.instant(firstSeen ?? "2026-01-01T09:00:00Z")
        facts.accounts[account.account.id] = account
    }

    /// Changes the facts of an account by its bank id.
    mutating func change(_ bankID: String, _ body: (inout AccountFacts) -> Void) {
        guard var account = facts.accounts[Make.accountID(bankID)] else { return }
        body(&account)
        facts.accounts[Make.accountID(bankID)] = account
    }

    mutating func source(_ source: SourceFacts) {
        facts.sources[source.id] = source
    }

    mutating func seed(_ transactions: [Transaction]) {
        evaluator.seed(with: transactions)
    }

    mutating func seed(history: [StoredTransaction]) {
        evaluator.seed(history: history)
    }

    var needsWholeHistory: Bool { evaluator.needsWholeHistory }
    mutating func seed(_ balances: [AccountBalance], at instant: String) {
        evaluator.seed(with: balances, facts: facts, at: Make.instant(instant))
    }

    mutating func seed(waiting events: [WaitingEvent]) {
        evaluator.seed(waiting: events)
    }

    func historyNeeded(at instant: String) -> CalendarDay? {
        evaluator.historyNeeded(at: Make.instant(instant))
    }

    /// One poll.
    mutating func poll(
        _ changes: [TransactionChange] = [], at instant: String = "2026-03-06T09:00:00Z"
    ) -> [Verdict] {
        let now = Make.instant(instant)
        return evaluator.apply(
            FactChanges(observedAt: now, transactions: changes), facts: facts, at: now)
    }

    /// One poll with new rows.
    mutating func new(
        _ rows: TransactionObservation..., at instant: String = "2026-03-06T09:00:00Z"
    ) -> [Verdict] {
        poll(rows.map { Self.appeared($0, at: instant) }, at: instant)
    }

    static func appeared(
        _ row: TransactionObservation, at instant: String = "2026-03-06T09:00:00Z",
        isBaseline: Bool = false
    ) -> TransactionChange {
        TransactionChange(
            before: nil, after: Make.transaction(row, firstSeen: instant), cause: .appeared,
            isBaseline: isBaseline)
    }

    /// A reservation that is booked at another amount or under another text.
    static func booked(
        _ before: TransactionObservation, as after: TransactionObservation,
        cause: TransactionChange.Cause = .booked, wasBaseline: Bool = false
    ) -> TransactionChange {
        let old = Make.transaction(before)
        let new = Transaction(
            id: old.id, accountID: old.accountID, observed: after, firstSeen: old.firstSeen)
        return TransactionChange(
            before: old, after: new, cause: cause, wasInBaseline: wasBaseline)
    }
}
