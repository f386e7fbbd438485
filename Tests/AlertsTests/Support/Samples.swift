import Alerts
import Finance
import Foundation
import TestSupport

@testable import Rules

/// Invented rules, accounts and verdicts.
enum Samples {
    static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
    static let policy = AlertPolicy(zone: oslo)
    static let body = Body.condition(.health(Health(kind: .bankUnreachable, span: 0..<1)))

    static let checking = account("Brukskonto", number: "99990000001", firstSeen: "06:00")
    static let savings = account("Sparekonto", number: "99990000002", firstSeen: "06:00")
    static let facts = Facts(
        accounts: [checking.account.id: checking, savings.account.id: savings])

    static func account(
        _ name: String, number: String, firstSeen: String, freshAt: Date? = nil
    ) -> AccountFacts {
        let details = AccountDetails(
            displayName: name, institutionName: "sbanken", currency: .nok,
            accountNumber: AccountNumber(number), bankAccountID: name)
        let seen = instant(firstSeen) ?? .distantPast
        return AccountFacts(
            account: .asset(AssetAccount(details: details)), booked: kroner(9_500),
            available: kroner(9_000), creditLimit: nil, freshAt: freshAt ?? .distantFuture,
            completeAt: seen, firstSeen: seen)
    }

    static func kroner(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: .nok)
    }

    /// `09:00` of 6 March 2026 in UTC (10:00 in Oslo), or a whole instant.
    static func instant(_ time: String) -> Date? {
        time.utf8.count > 8
            ? InstantText.instant(time) : InstantText.instant("2026-03-06T\(time):00Z")
    }

    static func rule(
        _ id: String = "low", _ sentence: String = "balance under 100 NOK",
        kind: RuleKind = .level, clauses: Clauses = Clauses(), notify: [String] = ["desktop"],
        message: String? = nil, title: String? = nil, urgency: Urgency = .normal,
        resolve: Bool = true, body: Body = body, bodyKey: String? = nil
    ) -> Rule {
        Rule(
            id: id, sentence: sentence, kind: kind, body: body, clauses: clauses, notify: notify,
            message: message, title: title, urgency: urgency, resolve: resolve,
            bodyKey: bodyKey ?? id + "-body")
    }

    static func health(
        _ kind: Health.Kind = .bankUnreachable, clauses: Clauses = Clauses(),
        urgency: Urgency = .normal
    ) -> Rule {
        rule(
            "bank", "bank is unreachable for 1 hour", kind: .health, clauses: clauses,
            urgency: urgency, body: .condition(.health(Health(kind: kind, span: 0..<1))))
    }

    /// The rule's figure is true of the account: `true 95,00 kr`.
    static func holds(
        _ value: Int64 = 9_500, _ rule: String = "low", on account: AccountFacts = checking
    ) -> Verdict {
        verdict(.holds, value, rule, account)
    }

    /// The rule's figure is not true of the account.
    static func clear(
        _ value: Int64 = 20_000, _ rule: String = "low", on account: AccountFacts = checking,
        isRecovered: Bool = true
    ) -> Verdict {
        verdict(.clear(isRecovered: isRecovered), value, rule, account)
    }

    static func unknown(_ rule: String = "low", on account: AccountFacts = checking) -> Verdict {
        Verdict(
            ruleID: rule, subject: .account(account.account.id), finding: .unknown(.stale),
            evidence: Verdict.Evidence())
    }

    private static func verdict(
        _ finding: Verdict.Finding, _ value: Int64, _ rule: String, _ account: AccountFacts
    ) -> Verdict {
        let evidence = Verdict.Evidence(
            accountID: account.account.id, value: kroner(value), limit: kroner(10_000))
        return Verdict(
            ruleID: rule, subject: .account(account.account.id), finding: finding,
            evidence: evidence)
    }

    /// A sum over all accounts; `start` is the first day of its calendar period.
    static func sum(
        _ finding: Verdict.Finding, _ value: Int64 = 812_000, from start: String?
    ) -> Verdict {
        let subject = Subject.window(
            account: nil, currency: .nok, periodStart: start.flatMap { CalendarDay(isoText: $0) })
        let evidence = Verdict.Evidence(value: kroner(value), limit: kroner(800_000))
        return Verdict(ruleID: "low", subject: subject, finding: finding, evidence: evidence)
    }

    static func transaction(_ text: String, _ amount: Int64, merchant: String? = nil)
        -> Transaction
    {
        let observed = TransactionObservation(
            bankAccountID: "Brukskonto", amount: kroner(amount), status: .pending,
            date: CalendarDay(dayNumber: 20_518), text: text, merchantName: merchant,
            type: .pointOfSale)
        return Transaction(
            id: StableHash("row", text).uuid, accountID: checking.account.id, observed: observed,
            firstSeen: instant("09:00") ?? .distantPast)
    }

    /// A transaction that matches the rule.
    static func event(_ text: String, _ amount: Int64 = -61_235, rule: String = "low") -> Verdict {
        event(transaction(text, amount), .occurred, rule: rule)
    }

    /// The same on another account.
    static func event(_ text: String, _ amount: Int64, on facts: AccountFacts) -> Verdict {
        let row = transaction(text, amount)
        let evidence = Verdict.Evidence(
            accountID: facts.account.id, value: row.signedAmount, transaction: row)
        return Verdict(
            ruleID: "low", subject: .transaction(row.id), finding: .occurred, evidence: evidence)
    }

    /// A sent transaction whose amount changed.
    static func corrected(_ text: String, from previous: Int64, to amount: Int64) -> Verdict {
        event(transaction(text, amount), .corrected(previous: kroner(previous)))
    }

    static func event(
        _ transaction: Transaction, _ finding: Verdict.Finding, rule: String = "low"
    ) -> Verdict {
        let evidence = Verdict.Evidence(
            accountID: transaction.accountID, value: transaction.signedAmount,
            transaction: transaction)
        return Verdict(
            ruleID: rule, subject: .transaction(transaction.id), finding: finding,
            evidence: evidence)
    }

    /// The bank's problem, or its end.
    static func selfAlert(
        _ finding: Verdict.Finding = .holds, _ kind: SourceFailure.Kind = .unreachable,
        since: String? = nil
    ) -> Verdict {
        let failure = SourceFailure(
            kind: kind, problem: "no connection to api.example", fix: "check the network")
        let evidence = Verdict.Evidence(
            since: since.flatMap(instant), failure: finding == .holds ? failure : nil)
        return Verdict(
            ruleID: "bank", subject: .source("sbanken"), finding: finding, evidence: evidence)
    }

    static func throughJSON(_ ledger: AlertLedger) throws -> AlertLedger {
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        let alerts = try ledger.alerts.values.map {
            try decoder.decode(AlertState.self, from: encoder.encode($0))
        }
        let rules = try ledger.rules.values.map {
            try decoder.decode(RuleState.self, from: encoder.encode($0))
        }
        let silences = try ledger.silences.values.map {
            try decoder.decode(Silence.self, from: encoder.encode($0))
        }
        let selfAlerts = try ledger.selfAlerts.values.map {
            try decoder.decode(SelfAlertState.self, from: encoder.encode($0))
        }
        return AlertLedger().applying(
            AlertLedgerChange(
                alerts: alerts, rules: rules, silences: silences, selfAlerts: selfAlerts))
    }
}

extension Clauses {
    /// `for …`.
    static func hold(_ count: Int, _ unit: CalendarSpan.Unit) -> Clauses {
        Clauses(hold: CalendarSpan(count: count, unit: unit))
    }

    /// `between 07:00 and 22:00`, on these weekdays, at most so often.
    static func daytime(
        _ start: Int = 420, _ end: Int = 1_320, weekdays: Set<Int>? = nil, limit: RateLimit? = nil
    ) -> Clauses {
        Clauses(
            notifying: DailyInterval(startMinute: start, endMinute: end), weekdays: weekdays,
            limit: limit)
    }

    /// `at most so many times a day`.
    static func atMost(_ count: Int, _ period: CalendarPeriod = .day) -> Clauses {
        Clauses(limit: RateLimit(count: count, period: period))
    }

    /// `remind every …`.
    static func remind(_ count: Int, _ unit: CalendarSpan.Unit) -> Clauses {
        Clauses(remindEvery: CalendarSpan(count: count, unit: unit))
    }
}
