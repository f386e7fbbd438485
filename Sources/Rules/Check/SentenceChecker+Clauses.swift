import Finance

extension SentenceChecker {
    /// Reports lengths of time of zero, and repetitions of fewer than two transactions.
    mutating func checkLengths() {
        for length in lengths where length.value.count == 0 {
            add("zero-duration", at: length.span, "a length of time can't be zero")
        }
        if case .repetition(let repetition) = sentence.body, repetition.count < 2 {
            add("too-few", at: repetition.span, "a repetition needs at least two of them")
        }
    }

    private var lengths: [LengthOfTime] {
        let clauses = sentence.clauses.compactMap { clause -> LengthOfTime? in
            switch clause.kind {
            case .hold(let length), .remind(let length): length
            case .until, .between, .onlyOn, .limit: nil
            }
        }
        let windows = sentence.body.quantities.compactMap { $0.aggregate?.window.length }
        return clauses + windows + [sentence.body.length].compactMap(\.self)
            + sentence.body.leaves.compactMap(\.length)
            + sentence.body.leaves.compactMap { $0.comparison?.ago }
    }

    /// Reports clauses that do not fit the kind of rule, occur twice or have no effect (RL-36).
    ///
    /// Without the clause, the sentence would be another rule (RL-66), so leaving it out is not
    /// suggested.
    mutating func checkClauses() {
        var seen: Set<String> = []
        for clause in sentence.clauses {
            if !seen.insert(clause.name).inserted {
                add("repeated-clause", at: clause.span, "\"\(clause.name)\" occurs here twice")
            }
            if let reason = refusal(of: clause) {
                add("clause-not-allowed", at: clause.span, reason)
            }
            switch clause.kind {
            case .between(let interval) where interval.startMinute == interval.endMinute:
                add("empty-interval", at: clause.span, "no time lies between these")
            case .limit(let limit) where limit.count == 0:
                add(
                    "zero-limit", at: clause.span,
                    "a rule with a limit of zero would never notify anyone")
            default: break
            }
        }
    }

    private func refusal(of clause: Clause) -> String? {
        let kind = sentence.body.kind
        switch clause.kind {
        case .hold:
            guard ![.level, .window, .forecast, .health].contains(kind) else { return nil }
            return "\"for\" needs something that lasts: \(Self.nature(of: kind))"
        case .until:
            if case .condition(.level) = sentence.body, kind == .level { return nil }
            if case .condition(.forecast) = sentence.body { return nil }
            return "\"until\" belongs to a single figure with a limit: "
                + (kind == .level ? "here are several" : Self.nature(of: kind))
        case .remind:
            guard ![.level, .window, .forecast, .absence, .health].contains(kind) else {
                return nil
            }
            return "\"remind every\" needs something that lasts: \(Self.nature(of: kind))"
        case .between, .onlyOn, .limit: return nil
        }
    }

    private static func nature(of kind: RuleKind) -> String {
        switch kind {
        case .level, .forecast: "a figure has a value at any time"
        case .window: "a window ends by itself"
        case .change: "a change is over at once"
        case .event: "an event happens once"
        case .repeat: "a repetition happens once"
        case .absence: "a deadline passes once"
        case .summary: "a summary is delivered once"
        case .health: "the bank's health has no figure"
        }
    }
}

extension Clause {
    var name: String {
        switch kind {
        case .hold: "for"
        case .until: "until"
        case .between: "between"
        case .onlyOn: "only on"
        case .limit: "at most"
        case .remind: "remind every"
        }
    }
}

extension Condition {
    /// The length of time in a condition that is not joined.
    fileprivate var length: LengthOfTime? {
        switch self {
        case .change(let change): change.within
        case .forecast(let forecast): forecast.within.length
        case .reservationAge(let age): age.age
        case .health(let health): health.length
        case .level(let level):
            level.quantities.lazy.compactMap { quantity in
                if case .upcomingPayments(_, let ahead) = quantity.kind {
                    ahead.length
                } else {
                    nil
                }
            }.first
        case .all, .any: nil
        }
    }
}

extension Health {
    fileprivate var length: LengthOfTime? {
        switch kind {
        case .dataOlder(_, let length), .signInExpires(let length): length
        case .bankUnreachable, .notificationsFailing: nil
        }
    }
}
