import Finance
import Foundation
import Recording
import Rules

/// Turns the steps of a case into events, poll by poll.
struct CaseTimeline {
    private let log: CaseLog
    private let zone: TimeZone
    private let every: Duration
    private var bank = CaseBank()
    private var clock: Date?
    private(set) var events: [CaseEvent] = []

    static let stepKeys = [
        "at", "balance", "rows", "scheduled", "fault", "missing", "times", "source", "from",
        "creditLimit", "rename", "restart", "down", "clock", "rules", "note",
    ]
    static let accountKeys = [
        "kind", "currency", "creditLimit", "source", "number", "from", "aliases",
    ]
    static let faults = SourceFailure.Kind.allCases.map(\.rawValue) + ["partial"]

    init(log: CaseLog, zone: TimeZone, every: Duration) {
        self.log = log
        self.zone = zone
        self.every = every
    }

    /// The names of accounts, with their aliases.
    var naming: AccountNaming {
        let banks = Dictionary(grouping: bank.accounts, by: \.source)
        return AccountNaming(
            aliases: banks.mapValues { accounts in
                Dictionary(accounts.map { ($0.displayName, $0.aliases) }, uniquingKeysWith: +)
            })
    }

    var sources: Set<String> { Set(bank.sources) }

    /// Sets up the accounts that are more than an asset in kroner.
    mutating func takeAccounts(_ node: JSONNode?) {
        for member in members(of: node, like: "{\"Kort\": {\"kind\": \"liability\"}}") {
            let value = member.value
            log.checkKeys(of: value, known: Self.accountKeys)
            var account = CaseAccount(name: member.key)
            account.isLiability = isLiability(value["kind"])
            account.currency = value["currency"]?.string ?? account.currency
            account.creditLimit = text(value["creditLimit"]) ?? account.creditLimit
            account.source = text(value["source"]) ?? account.source
            account.number = text(value["number"])
            account.from = text(value["from"])
            account.aliases = value["aliases"]?.elements?.compactMap(\.string) ?? []
            bank.add(account)
        }
    }

    private func isLiability(_ kind: JSONNode?) -> Bool {
        guard let kind, kind.string != "asset" else { return false }
        if kind.string == "liability" { return true }
        log.report(
            "this word is not known here", fix: "use one of asset, liability", at: kind.range)
        return false
    }

    /// Runs one step: one poll, or as many as its balances or `times` say.
    mutating func take(_ step: JSONNode) {
        log.checkKeys(of: step, known: Self.stepKeys)
        do throws(CaseProblem) {
            let plan = try CaseStep(step, after: clock, every: every, zone: zone)
            begin(step, plan)
            takeNews(of: step, plan)
            for poll in 0..<plan.count { try take(poll, of: step, plan) }
            guard plan.count == 0 else { return }
            events.append(.wait(until: plan.first))
            clock = plan.first
        } catch { log.report([error]) }
    }

    /// Applies the changes before the polls: an end of the program, edited rules.
    private mutating func begin(_ step: JSONNode, _ plan: CaseStep) {
        if plan.isRestart {
            events.append(.restart(stop: plan.stopped ?? plan.first, start: plan.first))
        }
        guard let node = step["rules"] else { return }
        let rules = CaseRules(node, nil, in: log.json)
        log.report(rules.problems)
        if let set = rules.loaded.ruleSet { events.append(.reload(set, at: plan.first)) }
    }

    /// Applies the changes at the banks, besides balances.
    private mutating func takeNews(of step: JSONNode, _ plan: CaseStep) {
        let source = step["source"]?.string
        for key in ["from", "creditLimit", "rename"] {
            for member in members(of: step[key], like: "{\"Bruks\": \"…\"}") {
                guard let value = text(member.value) else { continue }
                bank.change(member.key, at: source) { account in
                    switch key {
                    case "from": account.from = value
                    case "creditLimit": account.creditLimit = value
                    default: account.displayName = value
                    }
                }
            }
        }
        // An account is known from its balance on, so that a row of the same step finds it.
        for (account, series) in plan.series {
            bank.change(account, at: source) { $0.take(series.entries.first) }
        }
        let day = CalendarDay(of: plan.first, in: zone)
        for row in elements(of: step["rows"], like: "[{\"amount\": \"-612\", \"text\": \"KIOSK\"}]")
        {
            log.checkKeys(of: row, known: CaseBank.rowKeys)
            _ = log.attempt { () throws(CaseProblem) in try bank.takeRow(row, on: day) }
        }
        if step["scheduled"]?.elements?.isEmpty ?? false { bank.clearItems() }
        for item in elements(
            of: step["scheduled"], like: "[{\"amount\": \"-8000\", \"due\": \"2026-03-15\"}]")
        {
            log.checkKeys(of: item, known: CaseBank.itemKeys)
            _ = log.attempt { () throws(CaseProblem) in try bank.takeItem(item) }
        }
    }

    private mutating func take(
        _ poll: Int, of step: JSONNode, _ plan: CaseStep
    ) throws(CaseProblem) {
        let now = plan.first.addingTimeInterval(Double(poll) * Double(every.components.seconds))
        var fault = step["fault"]?.string
        var missing = Set(step["missing"]?.elements?.compactMap(\.string) ?? [])
        var isPolled = true
        for (account, series) in plan.series where poll < series.entries.count {
            let entry = series.entries[poll]
            bank.change(account) { $0.take(entry) }
            switch entry {
            case .figures, .unchanged: break
            case .missing:
                missing.insert(account)
                fault = fault ?? "partial"
            case .failed: fault = fault ?? SourceFailure.Kind.unreachable.rawValue
            case .unpolled: isPolled = false
            }
        }
        clock = now
        guard isPolled else { return events.append(.wait(until: now)) }
        for source in step["source"]?.string.map({ [$0] }) ?? bank.sources {
            let line = try line(of: source, fault, without: missing, at: now, step)
            events.append(.answer(line))
        }
    }

    private func line(
        of source: String, _ fault: String?, without missing: Set<String>, at now: Date,
        _ step: JSONNode
    ) throws(CaseProblem) -> Snapshot {
        if let node = step["fault"], !Self.faults.contains(node.string ?? "") {
            let known = Self.faults.joined(separator: ", ")
            throw CaseProblem("there is no such fault", fix: "use one of \(known)", at: node.range)
        }
        var members: [(String, JSONOutput)] = [
            ("observedAt", .string(InstantText.seconds(now))), ("source", .string(source)),
        ]
        if let fault, fault != "partial" {
            let outcome = fault == "throttled" ? "throttled" : "failed"
            members += [("outcome", .string(outcome)), ("error", .string(fault))]
        } else {
            members.append(("outcome", .string(fault ?? "complete")))
            members += bank.answer(of: source, without: missing)
        }
        do throws(RecordingError) {
            let text = Array(JSONOutput.object(members).text.utf8)
            return try SnapshotLineReader().snapshot(text, number: 1)
        } catch { throw CaseProblem(error.fault.problem, fix: error.fault.fix, at: step.range) }
    }

    private func members(of node: JSONNode?, like example: String) -> [JSONMember] {
        log.value(of: node, fix: "write \(example)", \.members) ?? []
    }

    private func elements(of node: JSONNode?, like example: String) -> [JSONNode] {
        log.value(of: node, fix: "write \(example)", \.elements) ?? []
    }

    private func text(_ node: JSONNode?) -> String? {
        log.value(of: node, fix: "put it in quotes") { $0.string ?? $0.number }
    }
}

extension CaseAccount {
    fileprivate mutating func take(_ entry: CaseSeries.Entry?) {
        if case .figures(let figures)? = entry { self.figures = figures }
    }
}

/// One thing that happens in a case.
enum CaseEvent: Sendable {
    case answer(Snapshot)
    case wait(until: Date)
    /// The program ends and starts again from its store.
    case restart(stop: Date, start: Date)
    case reload(RuleSet, at: Date)
}
