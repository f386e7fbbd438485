import Alerts
package import Finance
package import Foundation
package import Rules

/// An explained rule, for people and for programs.
package struct ExplainText: Sendable {
    let rule: Rule
    let isEnabled: Bool
    /// The accounts that it reads; `nil` without a store.
    let accounts: [Account]?
    let now: [String]?
    /// The notifications it would have sent on stored history; `nil` without a store.
    let past: PastAnswer?
    let next: [UpcomingInstant]
    let zone: TimeZone

    /// Explains a rule; without a store there are no accounts, and nothing about the present or the
    /// past.
    package init(
        _ located: LocatedRule, in stored: StoredState?, past: PastAnswer?, zone: TimeZone,
        pollIntervals: PollIntervals, naming: AccountNaming, holidays: HolidayCalendar,
        at now: Date
    ) {
        let rule = located.rule
        self.rule = rule
        isEnabled = located.isEnabled
        next = rule.upcomingInstants(after: now, in: zone, holidays: holidays)
        self.zone = zone
        self.past = past
        accounts = stored.map {
            Evaluator.accounts(readBy: rule, in: $0.facts, naming: naming, bindings: $0.bindings)
        }
        self.now = stored.map { stored in
            let verdicts = stored.verdicts(
                of: rule, at: now, zone: zone, pollIntervals: pollIntervals, naming: naming,
                holidays: holidays)
            return CurrentStrings(state: stored, zone: zone, naming: naming)
                .lines(of: rule, verdicts)
        }
    }

    package var lines: [String] {
        var lines = ["\(rule.id): \(Self.clean(rule.sentence))"]
        func add(_ topic: String, _ texts: [String]) {
            for (number, text) in texts.enumerated() {
                let head = number == 0 ? topic : ""
                let blank = String(repeating: " ", count: max(0, 10 - head.count))
                lines.append("  \(head)\(blank)\(text)")
            }
        }
        if let words = rule.readAs { add("read as", [Self.clean(words)]) }
        if !isEnabled { add("off", ["\"enabled\" is false, it is not looked at"]) }
        for line in RuleExplanation(rule).lines {
            add(line.topic.rawValue, [Self.clean(line.text)])
            if line.topic == .accounts { add("", (accounts ?? []).map(Self.name).map(Self.clean)) }
        }
        add("next", next.map(words))
        add("now", now ?? [])
        add("past", past?.lines(in: zone) ?? [])
        return lines
    }

    package var json: JSONOutput {
        let explanation = RuleExplanation(rule)
        var members: [(String, JSONOutput)] = [
            ("rule", .string(rule.id)), ("sentence", .string(rule.sentence)),
            ("enabled", .bool(isEnabled)), ("kind", .string(rule.kind.rawValue)),
        ]
        if let words = rule.readAs { members.append(("readAs", .string(words))) }
        for topic in RuleExplanation.Topic.allCases where topic != .kind && topic != .channels {
            members.append((topic.rawValue, .text(explanation[topic])))
        }
        members += [
            ("told", .texts(rule.notify)),
            ("accountsFound", accounts.map { .array($0.map(Self.object)) } ?? .null),
            ("next", .array(next.map(Self.object))), ("now", now.map(JSONOutput.texts) ?? .null),
            ("past", past?.json ?? .null),
        ]
        return .object(members)
    }

    /// A deadline with the instant from which it is judged, or the instant of a summary.
    private func words(of next: UpcomingInstant) -> String {
        let style = MoneyStyle.norwegian
        let instant = style.text(next.instant, in: zone)
        return rule.kind == .absence
            ? "\(style.text(next.day)), judged on the first reading from \(instant)" : instant
    }

    private static func object(_ next: UpcomingInstant) -> JSONOutput {
        ["day": .string(next.day.description), "at": .instant(next.instant)]
    }

    private static func clean(_ text: String) -> String { SafeText.neutralised(text, limit: nil) }

    private static func name(_ account: Account) -> String {
        account.displayName + (account.accountNumber.map { " (\($0.masked))" } ?? "")
    }

    private static func object(_ account: Account) -> JSONOutput {
        [
            "id": .string(account.id.uuidString.lowercased()),
            "name": .string(account.displayName), "number": .text(account.accountNumber?.masked),
        ]
    }
}

/// A rule's present verdicts on the store, in words.
struct CurrentStrings: Sendable {
    let state: StoredState
    let zone: TimeZone
    let naming: AccountNaming
    private let style = MoneyStyle.norwegian

    /// One line for each alert that the rule could have now.
    func lines(of rule: Rule, _ verdicts: [Verdict]) -> [String] {
        if rule.kind == .event || rule.kind == .repeat { return [events(verdicts)] }
        if let overview = verdicts.first?.evidence.overview { return amounts(overview) }
        let lines = rule.kind == .summary ? figures(of: rule) : verdicts.map(line)
        return lines.isEmpty ? ["no account or bank that it could be about is known yet"] : lines
    }

    private func line(_ verdict: Verdict) -> String {
        let figure = figure(verdict).map { "\($0): " } ?? ""
        return "\(name(of: verdict)): \(figure)\(finding(verdict))"
    }

    /// The newest figures that a summary would list.
    private func figures(of rule: Rule) -> [String] {
        let accounts = Evaluator.accounts(
            readBy: rule, in: state.facts, naming: naming, bindings: state.bindings)
        return accounts.compactMap { state.facts.accounts[$0.id] }.map { facts in
            let figure = (facts.booked ?? facts.available).map(style.text) ?? "no figure"
            let name = SafeText.neutralised(facts.account.displayName)
            return "\(name): \(figure), of \(style.text(facts.freshAt, in: zone))"
        }
    }

    /// What a summary of spending would list now.
    private func amounts(_ overview: SpendingOverview) -> [String] {
        let days = overview.days
        let title = "\(style.text(days.lowerBound)) to \(style.text(days.upperBound))"
        return (overview.totals + overview.groups).map { share in
            let name = share.name.map { name in
                switch name {
                case .group(let category): category.rawValue
                case .named(let text): SafeText.neutralised(text)
                case .account(let id):
                    SafeText.neutralised(state.facts.accounts[id]?.account.displayName ?? "")
                case .other: "other"
                }
            }
            let before = share.before.map { ", before \(style.text($0))" } ?? ""
            return "\(name ?? title): \(style.text(share.spent))\(before)"
        }
    }

    private func arrival(_ outcome: DeadlineOutcome) -> String {
        guard let arrival = outcome.arrival else {
            return "nothing has come, you would be notified"
        }
        return "it has come: \(words(of: arrival))"
    }

    /// Amount, text and day.
    private func words(of transaction: Transaction) -> String {
        let text = SafeText.neutralised(transaction.transactionDescription)
        return "\(style.text(transaction.signedAmount)) \(text.isEmpty ? "(no text)" : text) "
            + "on \(style.text(transaction.transactionDate))"
    }

    private func finding(_ verdict: Verdict) -> String {
        if let outcome = verdict.evidence.deadline, verdict.isKnown { return arrival(outcome) }
        return switch verdict.finding {
        case .holds, .occurred, .corrected: "it is so, you would be notified"
        case .clear(isRecovered: true): "it is not so"
        case .clear(isRecovered: false): "it is not so; an alert that fires would not be over yet"
        case .unknown(.stale): "not judged, the figures are too old\(read(verdict))"
        case .unknown(.sourceFailing): "not judged, the bank fails"
        case .unknown(.missingFigure): "not judged, the bank does not give the figure"
        case .unknown(.learning): "not judged, the history is not long enough yet"
        }
    }

    private func read(_ verdict: Verdict) -> String {
        let known = verdict.evidence.accountID.flatMap { state.facts.accounts[$0]?.freshAt }
        let oldest = state.facts.accounts.values.map(\.freshAt).min()
        return (known ?? oldest).map { ", of \(style.text($0, in: zone))" } ?? ""
    }

    private func figure(_ verdict: Verdict) -> String? {
        let figure =
            verdict.evidence.value.map(style.text) ?? verdict.evidence.count.map(style.number)
        let day = verdict.evidence.day.map { "on \(style.text($0))" }
        let words = [figure, day].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private func name(of verdict: Verdict) -> String {
        func name(_ id: UUID) -> String? { state.facts.accounts[id]?.account.displayName }
        let words =
            switch verdict.subject {
            case .source(let source): "bank \(source)"
            case .account(let id), .window(account: let id?, _, _): name(id) ?? "an account"
            case .window(account: nil, let currency, _): "all accounts in \(currency.code)"
            case .deadline(let account, let day):
                [account.flatMap(name), day.map { "by \(style.text($0))" } ?? "now"]
                    .compactMap(\.self).joined(separator: ", ")
            case .channel(let channel): "channel \(channel)"
            case .transaction: verdict.evidence.subscription?.merchant ?? "altogether"
            case .rule, .set, .occasion: "altogether"
            }
        return SafeText.neutralised(words)
    }

    private func events(_ verdicts: [Verdict]) -> String {
        let days = state.transactions.map(\.transactionDate)
        guard let first = days.min() else { return "no transaction is known yet" }
        let verdicts = verdicts.filter { $0.finding == .occurred }
        let count = verdicts.isEmpty ? "none" : style.number(verdicts.count)
        let newest = verdicts.compactMap(\.evidence.transaction)
            .max { $0.transactionDate < $1.transactionDate }
        let example = newest.map { ", the last for \(words(of: $0))" }
        return
            "of \(style.number(days.count)) known since \(style.text(first)) it would have reported "
            + "\(count)\(example ?? "")"
    }
}

extension Verdict {
    fileprivate var isKnown: Bool {
        if case .unknown = finding { false } else { true }
    }
}
