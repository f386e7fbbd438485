import Alerts
import Finance
import Foundation
import Rules
import Store
import TestSupport
import Testing

/// Line 30 of the conformance list: removing a bank.
@Suite("FinanceKit on Linux: removing a bank", .io)
struct RemovalCheckTests {
    private let now = Make.instant("2026-03-06T09:00:00Z")

    /// A store with two banks that have an account, a row, a figure and a scheduled item each.
    private func filled() async throws -> FedStore {
        let fed = try FedStore()
        for source in [Make.source, "other"] {
            let item = ScheduledItem(
                bankAccountID: "a1", id: "p1", amount: Make.money("-9.00"),
                due: Make.day("2026-03-20"), text: "Husleie", kind: .payment)
            try await fed.take(
                Make.snapshot(
                    "2026-03-06T09:00:00Z",
                    [Make.account(from: "2026-01-01", source: source)],
                    [Make.observation("-5.00", "2026-03-06")], source: source, scheduled: [item]))
        }
        return fed
    }

    /// Everything that an alert can be about, of one bank.
    private func subjects(_ fed: FedStore, _ source: String) async throws -> [Subject] {
        let account = Make.accountID(source: source)
        let row = try #require(try await fed.owner().shown(account).keys.first)
        let day = Make.day("2026-03-01")
        return [
            .account(account), .transaction(row), .source(source),
            .window(account: account, currency: .nok, periodStart: day),
            .deadline(account: account, day: day),
        ]
    }

    private func notify(_ fed: FedStore, _ subjects: [Subject]) async throws {
        let states = subjects.map {
            AlertState(ruleID: "low", body: "b", subject: $0, since: now)
        }
        let notifications = states.map { Make.entry("ntc_\($0.key.text)", alert: $0.key.text) }
        try await fed.store.commit(
            CycleCommit(
                reconciliation: nil, alerts: AlertLedgerChange(alerts: states),
                outbox: notifications))
    }

    @Test("30: its rows, alerts and notices go, and what went is counted; others stay")
    func removes() async throws {
        let fed = try await filled()
        let gone = try await subjects(fed, Make.source)
        let kept =
            try await subjects(fed, "other") + [
                .rule, .window(account: nil, currency: .nok, periodStart: nil),
            ]
        try await notify(fed, gone + kept)
        var expected = RemovedSource()
        (expected.accounts, expected.balances, expected.transactions) = (1, 1, 1)
        (expected.scheduledItems, expected.alerts, expected.notifications) = (1, 5, 5)
        #expect(try await fed.store.remove(source: Make.source) == expected)

        let owner = try fed.owner()
        let accounts = try await owner.accounts(query: AccountQuery())
        #expect(accounts.map(\.institutionName) == ["other"])
        #expect(try await owner.shown().isEmpty)
        #expect(try await owner.accountBalances(query: AccountBalanceQuery()).count == 1)
        #expect(try await owner.scheduledItems(of: Make.source).isEmpty)
        #expect(try await owner.scheduledItems(of: "other").count == 1)
        #expect(try await fed.store.facts().sources.keys.sorted() == ["other"])
        let left = try await fed.store.alertLedger().alerts.values.map(\.key.subject)
        #expect(Set(left) == Set(kept))
        let notifications = try await fed.store.outbox(
            in: Set(OutboxEntry.State.allCases), limit: 99)
        #expect(notifications.count == kept.count)
        #expect(try await fed.store.remove(source: Make.source) == RemovedSource())
        #expect(try SQLiteAlertStore.damage(folder: fed.folder) == [])
    }

    @Test("30b: every follower hears that it went, once, and of nothing else")
    func notifies() async throws {
        let fed = try await filled()
        let owner = try fed.owner()
        var (rows, others) = (Mirror<Transaction>(), Mirror<Transaction>())
        var (accounts, balances) = (Mirror<Account>(), Mirror<AccountBalance>())
        func follow() async throws {
            try await rows.follow(owner)
            try await others.follow(owner, account: Make.accountID(source: "other"))
            for try await page in owner.accountHistory(since: accounts.token, isMonitoring: false) {
                accounts.apply(page)
            }
            let history = owner.accountBalanceHistory(
                forAccountID: Make.accountID(), since: balances.token, isMonitoring: false)
            for try await page in history { balances.apply(page) }
        }
        try await follow()
        let before = others.models
        _ = try await fed.store.remove(source: Make.source)
        try await follow()
        #expect(rows.models.isEmpty && balances.models.isEmpty && accounts.models.count == 1)
        let reasons = [
            rows.pages.last?.deletionReasons, accounts.pages.last?.deletionReasons,
            balances.pages.last?.deletionReasons,
        ]
        for reason in reasons { #expect(reason.map { Array($0.values) } == [.sourceRemoved]) }
        #expect(others.models == before && others.pages.dropFirst().allSatisfy(\.isEmpty))
        #expect(rows.faults + accounts.faults + balances.faults + others.faults == [])
    }

    @Test("30c: a bank that comes back is new to those who follow")
    func returns() async throws {
        let fed = try await filled()
        var mirror = Mirror<Transaction>()
        try await mirror.follow(try fed.owner())
        _ = try await fed.store.remove(source: Make.source)
        try await fed.take("2026-03-07T09:00:00Z", [Make.observation("-5.00", "2026-03-06")])
        try await mirror.follow(try fed.owner())
        #expect(mirror.models == (try await fed.owner().shown()))
        #expect(mirror.models.count == 1 && mirror.faults == [])
    }

    @Test("30d: a joined transaction does not keep its bank from being removed")
    func decided() async throws {
        let fed = try await filled()
        let account = Make.accountID(source: Make.source)
        let row = try #require(try await fed.owner().shown(account).values.first)
        let record = TransactionRecord(
            transaction: row, observation: Make.observation("-5.00", "2026-03-06"),
            isBaseline: false)
        try await IdentityDecisions.note(.split, record, at: now, folder: fed.folder)
        #expect(try await fed.store.remove(source: Make.source).transactions == 1)
        #expect(try SQLiteAlertStore.damage(folder: fed.folder) == [])
    }

    @Test("30e: what rules and silences hold about it goes, and names are looked up again")
    func forgets() async throws {
        let fed = try await filled()
        let (gone, kept) = (Make.accountID(source: Make.source), Make.accountID(source: "other"))
        let held = [gone, kept].map { account in
            HeldNotification(
                notification: Make.entry("ntc_\(account)").notification,
                alertKey: AlertKey(ruleID: "low", body: "b", subject: .account(account)),
                cause: .limit, dueAt: now)
        }
        var rule = RuleState(ruleID: "low", body: "b", baselineAt: now)
        rule.held = held
        var silence = Silence(
            id: "s", scope: .all, from: now, until: now.addingTimeInterval(60), reason: "")
        silence.held = held
        silence.lines = try JSONDecoder().decode(
            [Silence.Line].self, from: Data(#"[{"at":0,"title":"-42,00 kr LEGE"}]"#.utf8))
        var change = AlertLedgerChange(rules: [rule], silences: [silence])
        change.bindings = ["bruks": [gone], "felles": [gone, kept]]
        try await fed.store.commit(
            CycleCommit(reconciliation: nil, alerts: change, outbox: []))

        _ = try await fed.store.remove(source: Make.source)
        let ledger = try await fed.store.alertLedger()
        #expect(ledger.held.map(\.alertKey) == [held[1].alertKey, held[1].alertKey])
        #expect(ledger.silences["s"]?.lines == [])
        #expect(ledger.bindings == ["felles": [kept]])
        // Identifiers of notifications are derived from it.
        #expect(ledger.rules["low"]?.generation == 2)
    }

    @Test("30f: digests about it alone go, others stay")
    func digests() async throws {
        let fed = try await filled()
        let (gone, kept) = (Make.accountID(source: Make.source), Make.accountID(source: "other"))
        func digest(_ id: String, of accounts: [UUID]) -> OutboxEntry {
            let fired = Make.entry(id).notification
            var data = fired.data
            data.items = accounts.map { account in
                NotificationItem(
                    rule: NotificationRule(id: "low", sentence: "balance under 100"),
                    account: NotificationAccount(
                        id: account.uuidString.lowercased(), name: "Bruks", number: nil),
                    value: nil, transaction: nil, title: "Bruks is low", since: nil)
            }
            return OutboxEntry(
                channel: "desktop",
                notification: AlertNotification(
                    type: .digest, id: id, timestamp: fired.timestamp, data: data),
                alertKey: "digest|\(id)", createdAt: now)
        }
        try await fed.store.commit(
            CycleCommit(
                reconciliation: nil, alerts: AlertLedgerChange(),
                outbox: [digest("ntc_1", of: [gone, gone]), digest("ntc_2", of: [gone, kept])]))
        #expect(try await fed.store.remove(source: Make.source).notifications == 1)
        let left = try await fed.store.outbox(in: [.waiting], limit: 9)
        #expect(left.map(\.notification.id) == ["ntc_2"])
    }
}
