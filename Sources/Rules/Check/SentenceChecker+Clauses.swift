import Finance

extension SentenceChecker {
    /// Looks for lengths of time of nothing, and for sets of one.
    mutating func checkLengths() {
        for (length, span) in lengths where length.count == 0 {
            add("zero-duration", at: span, "a length of time of nothing never passes")
        }
        if case .repetition(let repetition) = sentence.body, repetition.count < 2 {
            add("too-few", at: repetition.span, "a repetition needs at least two of them")
        }
    }

    /// Every length of time with its place.
    private var lengths: [(CalendarSpan, Range<Int>)] {
        var lengths: [LengthOfTime] = sentence.clauses.compactMap { clause in
            switch clause.kind {
            case .hold(let length), .remind(let length): length
            case .until, .between, .onlyOn, .limit: nil
            }
        }
        if case .absence(let absence) = sentence.body, case .last(let length) = absence.deadline {
            lengths.append(length)
        }
        if case .repetition(let repetition) = sentence.body,
            case .within(let length) = repetition.closeness
        {
            lengths.append(length)
        }
        lengths += sentence.body.condition?.leaves.compactMap(\.length) ?? []
        let windows: [(CalendarSpan, Range<Int>)] = sentence.body.quantities.compactMap {
            guard let window = $0.aggregate?.window, case .last(let span) = window.kind else {
                return nil
            }
            return (span, window.span)
        }
        return lengths.map { ($0.value, $0.span) } + windows
    }

    /// Looks whether every clause suits the kind of rule, stands once and says something (RL-36).
    mutating func checkClauses() {
        var seen: [String: Clause] = [:]
        for clause in sentence.clauses {
            if seen.updateValue(clause, forKey: clause.name) != nil {
                add(
                    "repeated-clause", at: clause.span, "\"\(clause.name)\" occurs here twice",
                    suggestions: [removing(clause)])
            }
            checkKind(of: clause)
            checkContent(of: clause)
        }
    }

    private mutating func checkKind(of clause: Clause) {
        guard let reason = refusal(of: clause) else { return }
        add(
            "clause-not-allowed", at: clause.span, reason, suggestions: [removing(clause)])
    }

    /// Why a clause can't stand with the body; `nil` if it can.
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
        case .between, .onlyOn, .limit:
            return nil
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

    private mutating func checkContent(of clause: Clause) {
        switch clause.kind {
        case .between(let interval) where interval.startMinute == interval.endMinute:
            add(
                "empty-interval", at: clause.span, "no time lies between these",
                suggestions: [removing(clause)])
        case .limit(let limit) where limit.count == 0:
            add(
                "zero-limit", at: clause.span,
                "a rule with a limit of zero would never notify anyone")
        default: break
        }
    }
}

extension Clause {
    /// The words that the clause starts with.
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
        case .forecast(let forecast): forecast.within
        case .reservationAge(let age): age.age
        case .health(let health): health.length
        case .level(let level): level.quantities.lazy.compactMap(\.length).first
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

extension Quantity {
    fileprivate var length: LengthOfTime? {
        if case .upcomingPayments(_, let length) = kind { length } else { nil }
    }
}
